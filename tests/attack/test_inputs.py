"""Whatever is read: a value or one sentence, soon and in little memory, never a traceback.

BRUSHWORK_ATTACK=all tries every input; otherwise a sample is tried.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.attack.inputs import SECONDS
from tests.attack.table import ALL
from tests.conftest import ROOT

WHOLE, SAMPLE, BATCH = 9000, 400, 200
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


def attacked(first: int, last: int, cache: Path) -> Counts:
    """What comes of the inputs of these numbers; a process that dies is begun anew after it."""
    counts = Counts()
    while first < last:
        stop = min(first + BATCH, last)
        words = [sys.executable, "-m", "tests.attack.inputs", str(first), str(stop)]
        begun = _run(words, cache, SECONDS * BATCH)
        first = stop if _told(begun, counts) is None else counts_after(counts)
    return counts


def counts_after(counts: Counts) -> int:
    return max(counts.did_not_hold) + 1


def _run(words: list[str], cache: Path, seconds: float) -> str:
    environment = {**os.environ, "BRUSHWORK_CACHE": str(cache), "OMP_NUM_THREADS": "1"}
    with subprocess.Popen(
        words, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL, text=True,
    ) as process:  # fmt: skip
        try:
            return process.communicate(timeout=seconds)[0]
        except subprocess.TimeoutExpired:
            process.kill()
            return process.communicate()[0]


def _told(lines: str, counts: Counts) -> int | None:
    """Count what a process told; the number at which it died, if it did."""
    open_number: int | None = None
    for line in lines.splitlines():
        match json.loads(line):
            case {"peak": peak}:
                counts.peak = max(counts.peak, peak)
                return None
            case [number]:
                open_number = number
            case [number, "value", seconds] if seconds <= SECONDS:
                counts.values += 1
            case [number, "sentence", seconds] if seconds <= SECONDS:
                counts.sentences += 1
            case [number, came, seconds]:
                counts.did_not_hold[number] = f"{came} after {seconds:.1f} s"
    assert open_number is not None, "the process did not begin"
    counts.did_not_hold.setdefault(open_number, "the process died or hung")
    return open_number


@pytest.mark.attack("pictures, masks, tables, tasks, projects and names", kind="inputs")
def test_no_input_ends_in_a_traceback(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    last = WHOLE if ALL else SAMPLE
    counts = attacked(0, last, tmp_path)
    record_property("tried", counts.tried)
    record_property("did not", len(counts.did_not_hold))
    assert not counts.did_not_hold, f"{counts}: {counts.did_not_hold}"
    assert counts.tried == last
    assert counts.peak < MOST_MEMORY
