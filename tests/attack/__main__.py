"""The whole attack: ``make attack`` tries everything, and prints what held and what did not."""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.attack.table import COUNTS, as_table, faults, read
from tests.conftest import ROOT

KILLS = ("tests/attack/test_runs.py", "tests/attack/test_sweeps.py")
TEAM = ("tests/attack/team_store",)
ELSEWHERE = (
    "tests/composing/test_wrong_values.py",
    "tests/data/files/test_foreign.py",
    "tests/data/formats/test_strange_pictures.py",
    "tests/data/refsets/test_processes.py",
    "tests/data/test_named_pictures.py",
    "tests/data/ui/test_foreign_sets.py",
    "tests/training/test_going_on.py",
)
"""Attacks that belong to the tests of what they attack."""

REST = ("tests/attack", *(f"--ignore={file}" for file in (*KILLS, *TEAM)), *ELSEWHERE)
PARTS = (KILLS, TEAM, REST)
"""Side by side: two keep a core busy each, and the team's store waits for its servers mostly."""


def main() -> int:
    """Code 0 where everything held and enough was tried."""
    begin = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="attack-") as place:
        files = [Path(place, f"{number}.json") for number in range(len(PARTS))]
        started = [_start(part, file) for part, file in zip(PARTS, files, strict=True)]
        codes = [process.wait() for process in started]
        lines = read(file for file in files if file.exists())
    found = faults(lines)
    if any(codes) and not found:
        found = ["a test that belongs to no line failed, see above"]
    minutes = (time.monotonic() - begin) / 60
    sys.stdout.write(f"\n{as_table(lines)}\n\n{minutes:.0f} minutes\n")
    sys.stdout.write("".join(f"{sentence}\n" for sentence in found))
    return 1 if found else 0


def _start(part: tuple[str, ...], file: Path) -> subprocess.Popen[bytes]:
    words = [sys.executable, "-m", "pytest", "-q", "-p", "tests.attack.table", *part]
    own = {"BRUSHWORK_ATTACK": "all", COUNTS: str(file), "OMP_NUM_THREADS": "1"}
    return subprocess.Popen(words, cwd=ROOT, env={**os.environ, **own})


if __name__ == "__main__":
    sys.exit(main())
