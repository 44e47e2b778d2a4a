"""Counts what was tried and what held, and prints it as one table.

A test belongs to a line of the table by ``@pytest.mark.attack("what is tried", kind="kills")``. It
counts as one attempt; one that makes many says how many with ``record_property("tried", 40)``, and
of how many it was not so with ``record_property("did not", 2)``. A test that skips tried nothing.
"""

import json
import os
from collections.abc import Generator, Iterable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import pytest

ALL = os.environ.get("BRUSHWORK_ATTACK") == "all"
"""Whether everything is tried, or a sample."""

whole = pytest.mark.skipif(not ALL, reason="BRUSHWORK_ATTACK=all")
"""On a test that the sample goes without."""

COUNTS = "BRUSHWORK_ATTACK_COUNTS"
"""The file, named by the environment, into which a process writes what it counted."""

LEAST: Mapping[str, int] = {"kills": 100, "inputs": 2000, "forgeries": 80, "races": 20}
"""By kind: fewer are no attack."""


@dataclass
class Line:
    """One line of the table."""

    kind: str
    tried: int = 0
    faults: dict[str, int] = field(default_factory=dict)

    @property
    def did_not(self) -> int:
        """Attempts that did not hold."""
        return sum(self.faults.values())

    def count(self, name: str, tried: int, did_not: int) -> None:
        """Add the attempts of a test."""
        self.tried += tried
        if did_not:
            self.faults[name] = did_not


Lines = dict[str, Line]
_lines: Lines = {}
Tried = TypeVar("Tried")


def some(every: Iterable[Tried], step: int) -> list[Tried]:
    """Everything, or one in so many where a sample is tried."""
    return [*every] if ALL else [*every][::step]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Count a test that belongs to a line, and one whose beginning or end already fails."""
    report = yield
    mark = item.get_closest_marker("attack")
    counts = report.when == "call" or report.failed
    if mark is not None and counts and not report.skipped:
        told: dict[str, Any] = dict(report.user_properties)
        did_not = int(told.get("did not", 0)) or int(report.failed)
        line = _lines.setdefault(mark.args[0], Line(mark.kwargs["kind"]))
        line.count(item.nodeid, max(int(told.get("tried", 1)), did_not), did_not)
        _leave()
    return report


def _leave() -> None:
    """Leave what was counted so far to whoever asked: a process may be cut off."""
    if COUNTS in os.environ:
        told = {name: asdict(line) for name, line in _lines.items()}
        file = Path(os.environ[COUNTS])
        written = file.with_suffix(".partial")
        written.write_text(json.dumps(told), encoding="utf-8")
        written.replace(file)


def read(files: Iterable[Path]) -> Lines:
    """What several processes counted; a line that two of them have is one."""
    lines: Lines = {}
    for file in files:
        for name, told in json.loads(file.read_text("utf-8")).items():
            line = lines.setdefault(name, Line(told["kind"]))
            line.tried += told["tried"]
            line.faults |= told["faults"]
    return lines


def as_table(lines: Lines) -> str:
    """As it stands in a page."""
    rows = [("tried", "held", "did not"), ("---", "---:", "---:")]
    rows += [
        (f"{line.tried:,} {name}", f"{line.tried - line.did_not:,}", f"{line.did_not:,}")
        for name, line in lines.items()
    ]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def faults(lines: Lines) -> list[str]:
    """What did not hold, and of what there was too little."""
    found = [f"did not hold: {test}" for line in lines.values() for test in line.faults]
    for kind, least in LEAST.items():
        tried = sum(line.tried for line in lines.values() if line.kind == kind)
        if tried < least:
            found.append(f"only {tried} {kind} were tried, at least {least} are an attack")
    return found
