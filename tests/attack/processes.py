"""Real processes, killed at chosen moments."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from tests.conftest import ROOT

HERE = Path(__file__).parent
SECONDS = 300
"""Of a processor, for one process."""

ASLEEP = 5
"""Times as many seconds by the clock: on a busy machine everything takes long."""

LONGEST = ASLEEP * SECONDS


@dataclass
class Nursery:
    """Starts processes that have imported everything already."""

    process: subprocess.Popen[str]
    place: Path
    numbers: Iterator[int] = field(default_factory=count)

    def start(
        self,
        folder: Path,
        words: tuple[str, ...],
        killed: tuple[str, int] = ("", 0),
        door: str = "run",
        environment: Mapping[str, str] | None = None,
        meeting: Path | None = None,
        seconds: int = SECONDS,
    ) -> "Child":
        """``python -m src.run`` or another door in a folder, to be killed at a moment.

        Args:
            meeting: a folder in which two that claim a run wait for one another.
            seconds: of a processor, after which it is ended by SIGPROF, as one that hangs; one
                that sleeps as long on an idle machine is ended by SIGALRM some time later.
        """
        output = self.place / f"output{next(self.numbers)}.txt"
        request = {
            "folder": str(folder), "words": words, "killed": killed, "door": door,
            "output": str(output), "environment": dict(environment or {}),
            "meeting": str(meeting or ""), "seconds": seconds,
        }  # fmt: skip
        return Child(self, self.ask(request)["pid"], output)

    def run(self, *args: Any, **words: Any) -> "Ended":
        """The same, waited for."""
        return self.start(*args, **words).wait()

    def ask(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """One line there, one line back."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        answer: dict[str, Any] = json.loads(self.process.stdout.readline())
        return answer


@dataclass(frozen=True)
class Child:
    """A process that was started."""

    nursery: Nursery
    pid: int
    output: Path

    def send(self, signal: int) -> None:
        """Send a signal; the number of the process may mean something in the nursery alone."""
        self.nursery.ask({"signal": signal, "to": self.pid})

    def wait(self) -> "Ended":
        """How it ended."""
        return self._ended(self.nursery.ask({"wait": self.pid})["code"])

    def poll(self) -> "Ended | None":
        """How it ended; ``None`` while it lives. Whoever was told so does not ask again."""
        code = self.nursery.ask({"wait": self.pid, "now": True})["code"]
        return None if code is None else self._ended(code)

    def _ended(self, code: int) -> "Ended":
        moments = Path(f"{self.output}.moments")
        counts = json.loads(moments.read_text()) if moments.exists() else {}
        return Ended(code, self.output.read_text(), counts)


@dataclass(frozen=True)
class Ended:
    """How a process ended, what it said, and how many moments it had."""

    code: int
    said: str
    moments: Mapping[str, int]


@contextmanager
def nursery(place: Path, module: str = "tests.attack.nursery") -> Iterator[Nursery]:
    """A nursery for as long as tests need it."""
    own = {"OMP_NUM_THREADS": "1", "PYTHONPATH": str(ROOT), "MLFLOW_DISABLE_TELEMETRY": "true"}
    library = torn_writes(place)
    process = subprocess.Popen(
        [sys.executable, "-m", module],
        cwd=ROOT,
        env={**os.environ, **own, **({"LD_PRELOAD": str(library)} if library else {})},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        assert process.stdout.readline(), "it imports everything"
        yield Nursery(process, place)
    finally:
        process.stdin.close()
        process.stdout.close()
        process.wait(timeout=60)


def torn_writes(place: Path) -> Path | None:
    """The library that kills inside a write; ``None`` where it cannot be built."""
    compiler = shutil.which("cc")
    if compiler is None or sys.platform != "linux":
        return None
    library = place / "torn_writes.so"
    words = [compiler, "-shared", "-fPIC", "-O1", "-o", library, HERE / "torn_writes.c", "-ldl"]
    return None if subprocess.run(words, check=False, capture_output=True).returncode else library
