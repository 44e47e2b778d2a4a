"""Whatever is read: a value or one sentence, soon and in little memory, never a traceback.

BRUSHWORK_ATTACK=all tries every input; otherwise a few of every kind are tried.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from threading import Timer

import pytest

from tests.attack.inputs import ASLEEP, SECONDS
from tests.attack.table import ALL
from tests.conftest import ROOT

WHOLE, SAMPLE, BATCH = 9000, 150, 300
"""Inputs; the kinds take turns, so that a few of them have all kinds."""

MOST_MEMORY = 2**30
"""Bytes that the readers have at their highest, libraries included."""


@dataclass
class Counts:
    """How many inputs were tried, and what came of them."""

    values: int = 0
    sentences: int = 0
    did_not_hold: dict[int, str] = field(default_factory=dict)
    peak: int = 0

    @property
    def tried(self) -> int:
        return self.values + self.sentences + len(self.did_not_hold)

    def __str__(self) -> str:
        return (
            f"tried {self.tried}, held {self.values + self.sentences} ({self.values} values, "
            f"{self.sentences} sentences), did not {len(self.did_not_hold)}; "
            f"peak {self.peak >> 20} MiB"
        )


def attacked(numbers: Sequence[int], cache: Path) -> Counts:
    """What comes of the inputs of these numbers; a process that dies is begun anew after it."""
    counts = Counts()
    pending = list(numbers)
    while pending:
        answered = _answered(pending[:BATCH], cache, counts)
        assert answered, "the process did not begin"
        del pending[:answered]
    return counts


def _answered(batch: Sequence[int], cache: Path, counts: Counts) -> int:
    """Of how many inputs something was learned, the one that ended the process included."""
    words = [sys.executable, "-m", "tests.attack.inputs", ",".join(map(str, batch))]
    environment = {**os.environ, "BRUSHWORK_CACHE": str(cache), "OMP_NUM_THREADS": "1"}
    answered = 0
    with subprocess.Popen(
        words, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL, text=True,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        while line := _within(process, 2 * ASLEEP, process.stdout.readline):
            match json.loads(line):
                case {"peak": peak}:
                    counts.peak = max(counts.peak, peak)
                case [_]:
                    answered += 1
                case [number, came, seconds]:
                    _count(counts, number, came, seconds)
    if answered and process.returncode:
        counts.did_not_hold.setdefault(batch[answered - 1], "the process died or hung")
    return answered


def _within(process: subprocess.Popen[str], seconds: float, read: Callable[[], str]) -> str:
    """The next line; empty after the end of the process, which comes at the latest by then."""
    alarm = Timer(seconds, process.kill)
    alarm.start()
    try:
        return read()
    finally:
        alarm.cancel()


def _count(counts: Counts, number: int, came: str, seconds: float) -> None:
    if seconds > SECONDS or came not in ("value", "sentence"):
        counts.did_not_hold[number] = f"{came} after {seconds:.1f} s of a processor"
    elif came == "value":
        counts.values += 1
    else:
        counts.sentences += 1


@pytest.mark.attack("pictures, masks, tables, tasks, projects and names", kind="inputs")
def test_no_input_ends_in_a_traceback(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    numbers = range(WHOLE if ALL else SAMPLE)
    counts = attacked(numbers, tmp_path)
    record_property("tried", counts.tried)
    record_property("did not", len(counts.did_not_hold))
    assert not counts.did_not_hold, f"{counts}: {counts.did_not_hold}"
    assert counts.tried == len(numbers)
    assert counts.peak < MOST_MEMORY
