"""SIGTERM stops a run: where somebody finishes something first, when that is done."""

import os
import signal

import pytest

from src.tracking.archive import Archive
from src.tracking.record.interruption import finishing_first, stop_requested, terminable
from src.tracking.record.recorder import Tracking


def terminate() -> None:
    os.kill(os.getpid(), signal.SIGTERM)


def test_it_stops_at_once_where_nobody_asks() -> None:
    with terminable():
        assert not stop_requested()
        with pytest.raises(KeyboardInterrupt):
            terminate()
        terminate()  # what ends is not disturbed
    assert stop_requested()
    with terminable():
        assert not stop_requested(), "the next run is another"


def test_the_first_only_asks_and_the_second_stops() -> None:
    def work() -> None:
        with finishing_first():
            terminate()
            done.append(stop_requested())
            terminate()
            done.append(False)

    done: list[bool] = []
    with terminable():
        with pytest.raises(KeyboardInterrupt):
            work()
        terminate()
    assert done == [True]


def test_what_was_finished_is_followed_by_nothing() -> None:
    with terminable(), pytest.raises(KeyboardInterrupt), finishing_first():
        terminate()


def test_runs_within_a_run_stop_together() -> None:
    with terminable(), terminable():
        with pytest.raises(KeyboardInterrupt):
            terminate()
        assert stop_requested()


def test_the_reason_is_recorded(tracking: Tracking, archive: Archive) -> None:
    with pytest.raises(KeyboardInterrupt), tracking.start({}, "taken away"):
        terminate()
    past = archive.find("taken away")
    assert (past.status, past.tags["failure"]) == ("KILLED", "preempted: SIGTERM")
