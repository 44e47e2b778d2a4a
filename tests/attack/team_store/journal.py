"""What a worker told the store, and what the store acknowledged: written down beside the store.

Every line is written at once: what a killed process has written down stays.
"""

import json
import math
import os
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Any

TOLD, KEPT = "told", "kept"
NUMBERS, TRIAL, FILE = "numbers", "trial", "file"


@dataclass(frozen=True)
class Number:
    """A number of a run, as text since ``nan`` is no equal of itself."""

    run: str
    name: str
    step: int
    value: str


@dataclass(frozen=True)
class Journal:
    """The file, read back."""

    file: Path

    @property
    def lines(self) -> Iterator[dict[str, Any]]:
        """All that was written; the last line of a killed process may be cut."""
        for line in self.file.read_text().splitlines() if self.file.exists() else ():
            try:
                yield json.loads(line)
            except ValueError:
                continue

    def numbers(self, when: str) -> list[Number]:
        """Those that were told, or those that were acknowledged, in order."""
        own = (line for line in self.lines if (line["when"], line["what"]) == (when, NUMBERS))
        return [Number(*number) for line in own for number in line["items"]]

    def acknowledged(self, what: str) -> list[list[Any]]:
        """Results of trials (study, number, values) or files (run, name), in order."""
        own = (line for line in self.lines if (line["when"], line["what"]) == (KEPT, what))
        return [line["items"] for line in own]


def written(value: float) -> str:
    """A number as every store keeps it: SQL has no infinity."""
    most = sys.float_info.max
    return "nan" if math.isnan(value) else repr(max(-most, min(most, float(value))))


def keep_journal(file: str) -> None:
    """From now on write down what this process tells, and what is acknowledged."""
    place = os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT)

    def write(when: str, what: str, items: Any) -> None:
        line = json.dumps({"when": when, "what": what, "pid": os.getpid(), "items": items})
        os.write(place, f"{line}\n".encode())

    _watch_numbers(write)
    _watch_files(write)
    _watch_trials(write)


def _watch_numbers(write: Any) -> None:
    from mlflow import MlflowClient

    real = MlflowClient.log_batch

    @wraps(real)
    def log_batch(self: MlflowClient, run_id: str, metrics: Iterable[Any] = (), **rest: Any) -> Any:
        own = [*metrics]
        items = [[run_id, one.key, one.step, written(one.value)] for one in own]
        if items:
            write(TOLD, NUMBERS, items)
        answer = real(self, run_id, own, **rest)
        if items:
            write(KEPT, NUMBERS, items)
        return answer

    MlflowClient.log_batch = log_batch


def _watch_files(write: Any) -> None:
    from mlflow import MlflowClient

    real = MlflowClient.log_artifact

    @wraps(real)
    def log_artifact(
        self: MlflowClient, run_id: str, local_path: str, artifact_path: str | None = None
    ) -> None:
        real(self, run_id, local_path, artifact_path)
        here = Path(local_path)
        files = [own for own in here.rglob("*") if own.is_file()] if here.is_dir() else [here]
        for own in files:
            name = Path(artifact_path or "") / own.relative_to(here.parent)
            write(KEPT, FILE, [run_id, str(name)])

    MlflowClient.log_artifact = log_artifact


def _watch_trials(write: Any) -> None:
    from optuna.storages import RDBStorage

    real = RDBStorage.set_trial_state_values

    @wraps(real)
    def set_trial_state_values(
        self: RDBStorage, trial_id: int, state: Any, values: Any = None
    ) -> bool:
        answer = real(self, trial_id, state, values)
        if answer and values is not None:
            write(KEPT, TRIAL, [trial_id, [written(value) for value in values]])
        return answer

    RDBStorage.set_trial_state_values = set_trial_state_values
