"""Runs compare on the same data, and a difference is more than chance or not."""

import math
from datetime import UTC, datetime
from typing import Any

import pytest

from src.core import InputError
from src.tracking.archive import PastRun
from src.tracking.comparison import compare


def past(name: str, metrics: dict[str, float] | None = None, **changed: Any) -> PastRun:
    """A run that was."""
    moment = datetime(2026, 1, 1, tzinfo=UTC)
    known: dict[str, Any] = {"parameters": {}, "tags": {"dataset.fingerprint": "aa"}} | changed
    return PastRun(
        id=name,
        name=name,
        experiment="brushwork",
        experiment_id="1",
        status="FINISHED",
        started=moment,
        ended=moment,
        metrics=metrics or {},
        artifacts="",
        **known,
    )


def test_only_differing_parameters_are_listed() -> None:
    one = past("one", parameters={"seed": "1", "depth": "2", "old": "x"})
    two = past("two", parameters={"seed": "1", "depth": "3"})
    found = {row.name: row.values for row in compare([one, two]).parameters}
    assert found == {"depth": ("2", "3"), "old": ("x", None)}


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
