"""Telling a number again changes nothing, whoever tells it."""

import math
from contextlib import suppress

import pytest

from src.tracking.archive import Archive
from src.tracking.record.recorder import Tracking
from src.tracking.record.run import Run

NUMBERS = {"effort/seconds": 3.5, "test/f1": 0.1 + 0.2, "undefined": math.nan, "above": math.inf}


def history(archive: Archive, run_id: str, name: str) -> list[tuple[int, float]]:
    return [(one.step, one.value) for one in archive.client.get_metric_history(run_id, name)]


@pytest.fixture(name="stopped")
def stopped_fixture(tracking: Tracking) -> str:
    """The id of a run that told its numbers at two steps."""
    with suppress(KeyboardInterrupt), tracking.start({}, "stopped") as run:
        run.metrics(NUMBERS, 0)
        run.metrics(NUMBERS, 7)
        raise KeyboardInterrupt
    return run.id


def test_a_run_that_goes_on_tells_its_numbers_again(
    tracking: Tracking, archive: Archive, stopped: str
) -> None:
    with tracking.start({}, "again", None, stopped) as run:
        for step in (0, 7, 8):
            run.metrics(NUMBERS, step)
    for name in NUMBERS:
        assert [step for step, _ in history(archive, stopped, name)] == [0, 7, 8]


def test_a_request_that_nobody_heard_the_answer_of_may_be_repeated(
    tracking: Tracking, archive: Archive
) -> None:
    """The store itself takes what two processes tell, without asking, for the same."""
    with tracking.start({}, "once") as run:
        info = run._client.get_run(run.id).info
        for teller in [Run(run._client, tracking.uri, info, new=True) for _ in range(2)]:
            teller.metrics(NUMBERS, 3)
            teller.flush()
    for name in NUMBERS:
        assert [step for step, _ in history(archive, run.id, name)] == [3]


def test_another_value_of_a_step_comes_last(
    tracking: Tracking, archive: Archive, stopped: str
) -> None:
    """Such as how many seeds of a parent are finished, once it has gone on."""
    for value in (-1.0, -2.0, -2.0):
        with suppress(KeyboardInterrupt), tracking.start({}, "again", None, stopped) as run:
            run.metrics({"effort/seconds": value}, 7)
            raise KeyboardInterrupt
    assert archive.find(stopped).metrics["effort/seconds"] == -2
    assert history(archive, stopped, "effort/seconds") == [(0, 3.5), (7, 3.5), (7, -1), (7, -2)]


def test_wall_time_is_kept_as_it_was_told_first(tracking: Tracking, archive: Archive) -> None:
    with suppress(KeyboardInterrupt), tracking.start({}, "timed") as run:
        run.metrics({"time/train_ms": 5.0})
        raise KeyboardInterrupt
    with tracking.start({}, "again", None, run.id) as again:
        again.metrics({"time/train_ms": 6.0, "time/load_ms": 1.0})
    assert history(archive, run.id, "time/train_ms") == [(0, 5)]
    assert history(archive, run.id, "time/load_ms") == [(1, 1)], "the step is the attempt"


def test_wall_time_that_a_dead_process_told_arrives_late_and_is_no_second_number(
    tracking: Tracking, archive: Archive
) -> None:
    with suppress(KeyboardInterrupt), tracking.start({}, "timed") as run:
        late = Run(run._client, tracking.uri, run._client.get_run(run.id).info, new=True)
        raise KeyboardInterrupt
    with tracking.start({}, "again", None, run.id) as again:
        again.metrics({"time/train_ms": 6.0})
        again.flush()
        late.metrics({"time/train_ms": 5.0})
        late.flush()
    assert history(archive, run.id, "time/train_ms") == [(0, 5), (1, 6)]
