"""Runs compare on the same data, and a difference is more than chance or not."""

import math

import pytest

from src.core import Directions, InputError
from src.tracking import keys
from src.tracking.compare.differences import compare
from src.tracking.directions import direction_tags
from tests.tracking.past_runs import past

RMSE = direction_tags(Directions.of_names(lower=["rmse"], neutral=["images"]))


def test_only_differing_parameters_are_listed() -> None:
    one = past("one", parameters={"seed": "1", "depth": "2", "old": "x"})
    two = past("two", parameters={"seed": "1", "depth": "3"})
    differing = {row.name: row.values for row in compare([one, two]).parameters}
    assert differing == {"depth": ("2", "3"), "old": ("x", None)}


def test_metrics_have_deltas_to_the_first_run() -> None:
    rows = compare([past("one", {"f1": 0.5}), past("two", {"f1": 0.75, "iou": 0.1})]).metrics
    assert [(row.name, row.values, row.deltas) for row in rows] == [
        ("f1", (0.5, 0.75), (0.0, 0.25)),
        ("iou", (None, 0.1), (None, None)),
    ]


@pytest.mark.parametrize(
    ("low", "high", "relation"),
    [(0.7, 0.9, "overlap"), (0.81, 0.9, "apart"), (0.8, 0.9, "overlap"), (math.nan, 0.9, "–")],
)
def test_intervals_overlap_or_lie_apart(low: float, high: float, relation: str) -> None:
    one = past("one", {"f1": 0.7, "f1_low": 0.6, "f1_high": 0.8})
    two = past("two", {"f1": 0.85, "f1_low": low, "f1_high": high})
    (row,) = compare([one, two]).metrics
    assert row.intervals == ("overlap", relation)


@pytest.mark.parametrize(
    ("metric", "worse", "better"),
    [
        ("test/f1", 0.5, 0.7),
        ("test/image_mean_rmse", 0.7, 0.5),
        ("test/rmse_at_0.50", 0.7, 0.5),
        ("learning/capped_seconds_to_f1_0.8", 70.0, 50.0),
        ("learning/capped_seconds_to_f1_0.8_iqm", 70.0, 50.0),
        ("learning/seconds_to_f1_0.8_reached", 0.5, 0.7),
    ],
)
def test_a_run_whose_interval_is_apart_is_better_or_worse(
    metric: str, worse: float, better: float
) -> None:
    tags = {keys.FINGERPRINT: "aa", **RMSE}
    low, high = (
        past(
            str(value), {metric: value, f"{metric}_low": value, f"{metric}_high": value}, tags=tags
        )
        for value in (worse, better)
    )
    (row,) = compare([low, high, low]).metrics
    assert row.better == (None, True, None)
    (row,) = compare([high, low]).metrics
    assert row.better == (None, False)


@pytest.mark.parametrize(
    ("metric", "tags"),
    [("test/images", RMSE), ("data/samples", RMSE), ("test/rmse", {}), ("test/f1", {})],
)
def test_what_is_neither_or_not_known_is_not_judged(metric: str, tags: dict[str, str]) -> None:
    runs = [
        past(
            str(value), {metric: value, f"{metric}_low": value, f"{metric}_high": value}, tags=tags
        )
        for value in (1.0, 2.0)
    ]
    (row,) = compare(runs).metrics
    assert (row.intervals[1], row.better[1]) == ("apart", None)


def test_interval_of_one_run_alone_says_nothing() -> None:
    one = past("one", {"f1": 0.7, "f1_low": 0.6, "f1_high": 0.8})
    (row,) = compare([one, past("two", {"f1": 0.9})]).metrics
    assert row.intervals[1] == "–"


@pytest.mark.parametrize(("tags", "word"), [({"dataset.fingerprint": "bb"}, "bb"), ({}, "unknown")])
def test_runs_on_different_data_are_refused(tags: dict[str, str], word: str) -> None:
    runs = [past("one"), past("two", tags=tags)]
    with pytest.raises(InputError, match=f"one ran on dataset aa and two on {word}"):
        compare(runs)
    assert len(compare(runs, across_datasets=True).runs) == 2


def test_one_run_is_no_comparison() -> None:
    with pytest.raises(InputError, match="two runs or more, got 1"):
        compare([past("one")])
