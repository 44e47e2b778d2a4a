"""Runs that were recorded, read back."""

import math
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from typing import TYPE_CHECKING

from src.core import InputError
from src.tracking.abandoned import ABANDONED
from src.tracking.store import check_uri, connect, database_file, masked, store_errors

if TYPE_CHECKING:
    from mlflow import MlflowClient
    from mlflow.entities import FileInfo, Run

STATUSES = ("RUNNING", "SCHEDULED", "FINISHED", "FAILED", "KILLED")
PAGE = 1000


@dataclass(frozen=True)
class PastRun:
    """What the store knows of one run."""

    id: str
    name: str
    experiment: str
    experiment_id: str
    status: str
    started: datetime
    ended: datetime | None
    parameters: Mapping[str, str]
    metrics: Mapping[str, float]
    tags: Mapping[str, str]
    artifacts: str

    @property
    def seconds(self) -> float | None:
        """How long it took so far; ``None`` when nobody saw it end."""
        if self.tags.get("failure", "").startswith(ABANDONED):
            return None
        return ((self.ended or datetime.now(UTC)) - self.started).total_seconds()

    def choice(self, group: str) -> str | None:
        """What was chosen for a group of the configuration: its tag, else its class."""
        target = self.parameters.get(f"{group}._target_")
        return self.tags.get(group) or (target and target.rpartition(".")[2])


class Archive:
    """The runs of one store; a local store that does not exist has none."""

    def __init__(self, uri: str) -> None:
        check_uri(uri)
        self.uri = uri

    @property
    def exists(self) -> bool:
        """Whether there is a store at all."""
        file = database_file(self.uri)
        return file is None or file.exists()

    @property
    def first_run(self) -> str:
        """The sentence for a store without runs."""
        return f"{masked(self.uri)} has no runs yet; `make demo` makes the first"

    @cached_property
    def client(self) -> "MlflowClient":
        """The client, connected when first needed."""
        return connect(self.uri)

    def newest(
        self, limit: int | None = None, status: str | None = None, experiment: str | None = None
    ) -> list[PastRun]:
        """Runs from the newest to the oldest."""
        if status is not None and status.upper() not in STATUSES:
            raise InputError(f"{status!r} is no status: choose one of {', '.join(STATUSES)}")
        wanted = "" if status is None else f"attributes.status = '{status.upper()}'"
        return self.search(wanted, limit, experiment)

    def find(self, text: str) -> PastRun:
        """The run of this id, the newest of this name, or the only one whose id begins so."""
        if not text:
            raise InputError("A run is named by its id, the beginning of its id, or its name")
        if not self.exists:
            raise InputError(f"There is no run {text!r}: {self.first_run}")
        quote = '"' if "'" in text else "'"
        named = [] if '"' in text else self.search(f"attributes.run_name = {quote}{text}{quote}")
        begun = self.search(f"attributes.run_id LIKE '{text}%'") if text.isalnum() else []
        if len(text) < 32 and named:
            return named[0]
        if len(begun) > 1:
            names = ", ".join(f"{run.id[: len(text) + 4]} ({run.name})" for run in begun[:5])
            raise InputError(f"{len(begun)} runs begin with {text!r}: {names}; give more of the id")
        if not begun + named:
            raise InputError(
                f"There is no run {text!r} in {masked(self.uri)}: python -m src.runs list"
            )
        return (begun + named)[0]

    def files(self, run: PastRun) -> list[tuple[str, int]]:
        """Every artifact with its size in bytes."""
        with store_errors(self.uri):
            return self._files(run, None)

    def _files(self, run: PastRun, folder: str | None) -> list[tuple[str, int]]:
        found: list[tuple[str, int]] = []
        entries: Sequence[FileInfo] = self.client.list_artifacts(run.id, folder)
        for entry in entries:
            if entry.is_dir:
                found += self._files(run, entry.path)
            else:
                found.append((entry.path, entry.file_size or 0))
        return found

    def search(
        self, wanted: str, limit: int | None = None, experiment: str | None = None
    ) -> list[PastRun]:
        """The runs that MLflow's own filter lets through, the newest first."""
        if not self.exists:
            return []
        with store_errors(self.uri):
            names = self._experiments(experiment)
            found: list[PastRun] = []
            token = None
            while limit is None or len(found) < limit:
                page = self.client.search_runs(
                    list(names),
                    filter_string=wanted,
                    max_results=PAGE if limit is None else min(limit - len(found), PAGE),
                    page_token=token,
                )
                found += [past_run(run, names[run.info.experiment_id]) for run in page]
                token = page.token
                if not token:
                    break
            return found

    def _experiments(self, name: str | None) -> dict[str, str]:
        """Id to name of the experiment of this name, or of all."""
        names = {found.experiment_id: found.name for found in self.client.search_experiments()}
        if name is None:
            return names
        chosen = {number: found for number, found in names.items() if found == name}
        if not chosen:
            there = ", ".join(sorted(names.values()))
            raise InputError(f"There is no experiment {name!r}: there are {there}")
        return chosen


def past_run(run: "Run", experiment: str) -> PastRun:
    """MLflow's run as ours."""
    info = run.info
    return PastRun(
        id=info.run_id,
        name=info.run_name,
        experiment=experiment,
        experiment_id=info.experiment_id,
        status=info.status,
        started=_moment(info.start_time),
        ended=_moment(info.end_time) if info.end_time else None,
        parameters=dict(run.data.params),
        metrics={name: _number(value) for name, value in run.data.metrics.items()},
        tags=dict(run.data.tags),
        artifacts=info.artifact_uri,
    )


def _moment(milliseconds: int) -> datetime:
    return datetime.fromtimestamp(milliseconds / 1000, UTC)


def _number(value: float) -> float:
    """The number that was logged; SQL stores keep infinity as the largest float."""
    return math.copysign(math.inf, value) if abs(value) == sys.float_info.max else float(value)
