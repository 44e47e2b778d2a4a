"""Whoever waits at a terminal is told how far it is; nobody else is."""

import io
from contextlib import redirect_stderr

import pytest

from src.data.files import progress as module
from src.data.files.progress import progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def walk(steps: int, stderr: io.StringIO) -> str:
    """What is written on the way."""
    with redirect_stderr(stderr), progress("looking at [x]", steps) as step:
        for _ in range(steps):
            step()
    return stderr.getvalue()


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PATIENCE", 0.0)
    monkeypatch.setattr(module, "REFRESH", 0.0)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "100")


@pytest.mark.usefixtures("impatient")
def test_a_long_walk_is_shown_until_its_end() -> None:
    written = walk(5, Terminal())
    assert "looking at [x]" in written
    assert "5/5" in written


def test_a_short_walk_is_not() -> None:
    assert walk(5, Terminal()) == ""


@pytest.mark.usefixtures("impatient")
def test_nothing_is_written_where_nobody_looks() -> None:
    assert walk(5, io.StringIO()) == ""
