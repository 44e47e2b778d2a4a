"""Preempted, halted, locked out: a run finishes what it can, waits, and loses nothing."""

import os
import signal
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.attack.grounds import Ground, Grounds
from tests.attack.history import numbers
from tests.attack.processes import LONGEST, Child
from tests.attack.table import whole

pytestmark = [whole, pytest.mark.attack("signals and locks", kind="signals")]

HALTED, LOCKED = 60.0, 45.0
"""Seconds."""


def until(happens: Callable[[], object], child: Child) -> None:
    """Wait for something that a process does."""
    end = time.monotonic() + LONGEST
    while not happens():
        assert time.monotonic() < end, child.output.read_text()
        time.sleep(0.01)


def learned(ground: Ground) -> list[Path]:
    """The checkpoints of sessions that have learned something."""
    return [*(ground.folder / "mlruns" / "sessions").glob("*/last.ckpt")]


def halt(going: Child, database: Path) -> None:
    """Stop a process that still works, but not inside a write: nobody could read until it ends."""
    while True:
        os.kill(going.pid, signal.SIGSTOP)
        try:
            with closing(sqlite3.connect(database, timeout=0.5)) as other:
                other.execute("BEGIN EXCLUSIVE")
                other.rollback()
                return
        except sqlite3.OperationalError:
            os.kill(going.pid, signal.SIGCONT)
            time.sleep(0.01)


def test_a_preempted_run_finishes_its_image_and_goes_on(grounds: Grounds) -> None:
    other, _ = grounds.whole("net")
    steps = [step for step, _ in numbers(other.archive.client, other.runs[0].id)["effort/seconds"]]
    ground = grounds.fresh("net")
    going = ground.start("trainer.epochs_between_images=15")
    until(lambda: learned(ground), going)
    os.kill(going.pid, signal.SIGTERM)
    ended = going.wait()
    assert ended.code == 143, ended.said
    (run,) = ground.runs
    assert (run.status, run.tags["failure"]) == ("KILLED", "preempted: SIGTERM")
    told = [step for step, _ in numbers(ground.archive.client, run.id)["effort/seconds"]]
    assert told == steps[: len(told)] != steps
    assert ground.run(f"resume={run.id}", "trainer.epochs_between_images=15").code == 0
    after = numbers(ground.archive.client, run.id)["effort/seconds"]
    assert [step for step, _ in after] == steps


def test_a_process_that_is_halted_keeps_its_run(grounds: Grounds) -> None:
    ground = grounds.fresh("net")
    going = ground.start()
    until(lambda: learned(ground), going)
    halt(going, ground.folder / "mlflow.db")
    begin = time.monotonic()
    (run,) = ground.runs
    refused = ground.resume()
    assert (refused.code, "is still running, as process" in refused.said) == (2, True), refused.said
    cleaned = ground.run("clean", "--failed", "--yes", door="runs")
    assert (cleaned.code, "0 runs deleted" in cleaned.said) == (0, True), cleaned.said
    time.sleep(max(0.0, HALTED - (time.monotonic() - begin)))
    os.kill(going.pid, signal.SIGCONT)
    ended = going.wait()
    assert ended.code == 0, ended.said
    assert [own.id for own in ground.runs] == [run.id]
    assert not grounds.faults(ground)


def test_a_locked_database_is_waited_for(grounds: Grounds) -> None:
    ground = grounds.fresh("forest")
    going = ground.start()
    until(lambda: ground.runs, going)
    with closing(sqlite3.connect(ground.folder / "mlflow.db", timeout=60)) as other:
        other.execute("BEGIN EXCLUSIVE")
        time.sleep(LOCKED)
        other.rollback()
    ended = going.wait()
    assert (ended.code, "Traceback" in ended.said) == (0, False), ended.said
    assert not grounds.faults(ground)
