"""A real program on a virtual display."""

import os
import shutil
import time
from pathlib import Path

import pytest

from src.core import InputError
from src.data.ui_programs.display import refuse_without_tools
from src.data.ui_programs.programs import Start
from src.data.ui_programs.writing import Walk, write_programs
from src.data.ui_rendered.dataset import UiRendered

PROGRAM = "galculator"
PATIENCE = 5.0


def homes() -> set[str]:
    """The homes that were given to programs which still run, by the processes of this machine."""
    found = set()
    for place in Path("/proc").glob("[0-9]*/environ"):
        try:
            words = place.read_bytes().split(b"\0")
        except OSError:
            continue
        found |= {os.fsdecode(word) for word in words if word.startswith(b"HOME=")}
    return {home for home in found if "/programs-" in home}


def all_gone(before: set[str]) -> bool:
    """Whether no process has a home that was not there before; services end after their bus."""
    due = time.monotonic() + PATIENCE
    while homes() - before and time.monotonic() < due:
        time.sleep(0.2)
    return homes() <= before


def test_a_program_becomes_a_set_and_nothing_of_it_is_left_running(tmp_path: Path) -> None:
    if shutil.which(PROGRAM) is None:
        pytest.skip(f"{PROGRAM} is not installed")
    try:
        refuse_without_tools()
    except InputError as error:
        pytest.skip(str(error))
    before = homes()
    start = Start("calculator", 0, (PROGRAM,))
    made, silent = write_programs(tmp_path / "set", [start], Walk(3.0, ("calculator",)))
    assert not silent
    assert all_gone(before)
    dataset = UiRendered(str(made.folder), most=None)
    assert len(dataset.entries) == made.screens > 0
    assert dataset.entries[0].name == "calculator/0-000"
    assert {entry.split for entry in dataset.entries} == {"val"}
    assert {entry.tags["application"] for entry in dataset.entries} == {"calculator"}
    assert {"7", "8", "9"} <= {*dataset.read(dataset.entries[0]).truth.texts}
