"""A run has few metrics and all numbers: MLflow's page stays readable, and nothing is lost."""

import csv
from pathlib import Path

import numpy as np

from src.core import Interval, Scorecard
from src.tracking import keys
from src.tracking.archive import Archive
from src.tracking.archive.results import whole
from src.tracking.record.recorder import Tracking
from src.tracking.record.scorecards import log_scorecard

MOST = 60


def many_numbers() -> Scorecard:
    """As many as ``scorer=objects`` gives; the last ones are those that people quote."""
    names = [f"number_{place}" for place in range(300)]
    return Scorecard(
        metrics={name: float(place) for place, name in enumerate(names)},
        intervals={name: Interval(place - 1.0, place + 1.0) for place, name in enumerate(names)},
        slices={"size=small": {"number_0": 7.0}},
        main=tuple(names[-9:]),
    )


def test_a_run_has_at_most_sixty_metrics_and_the_quoted_ones_are_among_them(
    tracking: Tracking, archive: Archive
) -> None:
    with tracking.start({}, "many") as run:
        for step in (1, 2):
            numbers = {f"{keys.EFFORT}{place}": 1.0 for place in range(10)}
            numbers |= {f"{keys.BY_IMAGE}{place}": 1.0 for place in range(4)}
            run.metrics(numbers, step)
            run.metrics({f"{keys.BY_SECOND}{place}": 1.0 for place in range(4)}, step * 30)
        run.metrics({f"{keys.LEARNING}{place}": 1.0 for place in range(21)})
        run.metrics({f"{keys.TIME}{place}": 1.0 for place in range(13)})
        run.metrics({f"{keys.DATA}samples": 3, f"{keys.DATA}skipped": 0})
        log_scorecard(run, many_numbers())
    past = archive.find("many")
    assert len(past.metrics) <= MOST
    for name in many_numbers().main:
        assert f"test/{name}" in past.metrics
    assert past.interval("test/number_291") == Interval(290.0, 292.0)
    assert whole(archive, past).metrics["time/12"] == 1.0


def test_what_a_sweep_is_about_is_a_metric_among_hundreds(
    tracking: Tracking, archive: Archive
) -> None:
    with tracking.start({}, "swept") as run:
        run.quote(["test/number_5", "learning/number_20_at_0.50"])
        run.metrics({f"{keys.LEARNING}number_{place}_at_0.50": 1.0 for place in range(21)})
        log_scorecard(run, many_numbers())
    past = archive.find("swept")
    assert past.metrics["test/number_5"] == 5.0
    assert past.metrics["learning/number_20_at_0.50"] == 1.0
    assert "test/number_6" not in past.metrics


def test_what_is_no_metric_is_read_from_the_table(tracking: Tracking, archive: Archive) -> None:
    with tracking.start({}, "many") as run:
        log_scorecard(run, many_numbers())
    past = archive.find("many")
    assert "test/number_5" not in past.metrics
    every = whole(archive, past)
    assert every.metrics["test/number_5"] == 5.0
    assert every.interval("test/number_5") == Interval(4.0, 6.0)
    assert every.metrics["test/size-small/number_0"] == 7.0
    assert len(every.metrics) == 3 * 300 + 1


def test_a_run_with_few_numbers_needs_no_table_to_be_read(
    tracking: Tracking, archive: Archive
) -> None:
    with tracking.start({}, "few") as run:
        run.metrics({"test/f1": 0.5, "test/f1_low": 0.4, "test/f1_high": 0.6})
    past = archive.find("few")
    assert keys.MORE_RESULTS not in past.tags
    assert whole(archive, past) is past


def test_a_run_that_failed_keeps_what_it_had_come_to(tracking: Tracking, archive: Archive) -> None:
    try:
        with tracking.start({}, "failed") as run:
            log_scorecard(run, many_numbers())
            raise ArithmeticError("afterwards")
    except ArithmeticError:
        pass
    assert whole(archive, archive.find("failed")).metrics["test/number_5"] == 5.0


def test_the_first_point_of_a_curve_is_no_result(tracking: Tracking, archive: Archive) -> None:
    with tracking.start({}, "curve") as run:
        for step in range(3):
            run.metrics({"train/loss": float(step)}, step)
        log_scorecard(run, many_numbers())
    assert whole(archive, archive.find("curve")).metrics["train/loss"] == 2.0


def test_tables_are_csv_too_with_empty_cells_for_what_is_undefined(
    tracking: Tracking, archive: Archive
) -> None:
    with tracking.start({}, "tables") as run:
        run.table("both", {"name": np.array(['a"b', "c,d"]), "f1": np.array([0.5, np.nan])})
    file = Path(archive.client.download_artifacts(run.id, "tables/both.csv"))
    lines = list(csv.reader(file.read_text(encoding="utf-8").splitlines()))
    assert lines == [["name", "f1"], ['a"b', "0.5"], ["c,d", ""]]
