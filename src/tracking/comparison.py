"""What differs between runs, and whether the difference is more than chance."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from src.core import InputError, Interval
from src.scoring.efficiency import LearningCurve
from src.scoring.ranking import improvement
from src.tracking.archive import PastRun

FINGERPRINT = "dataset.fingerprint"
APART, OVERLAP, UNKNOWN = "apart", "overlap", "–"


@dataclass(frozen=True)
class ParameterRow:
    """A parameter that is not the same in all runs; ``None`` where a run has none."""

    name: str
    values: tuple[str | None, ...]


@dataclass(frozen=True)
class MetricRow:
    """A number of every run, and how each relates to the first.

    Args:
        deltas: difference to the first run.
        intervals: "apart" or "overlap" with the first run's interval, "–" where not known.
    """

    name: str
    values: tuple[float | None, ...]
    deltas: tuple[float | None, ...]
    intervals: tuple[str, ...]


@dataclass(frozen=True)
class Comparison:
    """Runs side by side, the first being the one that others are measured against."""

    runs: tuple[PastRun, ...]
    parameters: tuple[ParameterRow, ...]
    metrics: tuple[MetricRow, ...]


@dataclass(frozen=True)
class LearningRow:
    """How fast one run learns, and how that relates to the first.

    Args:
        areas: mean test F1 over the budget (AUBC), one per seed.
        difference: of the mean areas, to the first run.
        improvement: probability that a seed of this run learns faster than one of the first;
            ``None`` where either has one seed.
    """

    name: str
    areas: tuple[float, ...]
    difference: float
    improvement: float | None = None
    interval: Interval | None = None
    conclusive: bool = False

    @property
    def area(self) -> float:
        """Mean over seeds."""
        return float(np.mean(self.areas))


def compare_learning(
    names: Sequence[str], curves: Sequence[Sequence[LearningCurve]], budget: float
) -> tuple[LearningRow, ...]:
    """Every run against the first, within the same budget of simulated seconds."""
    areas = [tuple(curve.area(budget) for curve in seeds) for seeds in curves]
    first = areas[0]
    rows = [LearningRow(names[0], first, 0.0)]
    for name, own in zip(names[1:], areas[1:], strict=True):
        difference = float(np.mean(own) - np.mean(first))
        chance = improvement(own, first)
        if chance is None:
            rows.append(LearningRow(name, own, difference))
        else:
            told = (chance.chance, chance.interval, chance.conclusive)
            rows.append(LearningRow(name, own, difference, *told))
    return tuple(rows)


def compare(runs: Sequence[PastRun], *, across_datasets: bool = False) -> Comparison:
    """Differing parameters and all metrics; runs on different data are refused unless allowed."""
    if len(runs) < 2:
        raise InputError(f"A comparison needs two runs or more, got {len(runs)}")
    if not across_datasets:
        for run in runs[1:]:
            check_same_data(runs[0], run)
    return Comparison(tuple(runs), _parameters(runs), _metrics(runs))


def check_same_data(first: PastRun, other: PastRun) -> None:
    """Refuse two runs that saw other data."""
    one, two = first.tags.get(FINGERPRINT), other.tags.get(FINGERPRINT)
    if one != two:
        raise InputError(
            f"{first.name} ran on dataset {one or 'unknown'} and {other.name} on "
            f"{two or 'unknown'}, so their numbers do not compare: "
            "pass --across-datasets to see them all the same"
        )


def _parameters(runs: Sequence[PastRun]) -> tuple[ParameterRow, ...]:
    names = sorted({name for run in runs for name in run.parameters})
    rows = (ParameterRow(name, tuple(run.parameters.get(name) for run in runs)) for name in names)
    return tuple(row for row in rows if len(set(row.values)) > 1)


def _metrics(runs: Sequence[PastRun]) -> tuple[MetricRow, ...]:
    return tuple(_metric(name, runs) for name in without_ends(runs))


def without_ends(runs: Sequence[PastRun]) -> list[str]:
    """The metrics of any run, but not the ends of their intervals."""
    names = {name for run in runs for name in run.metrics}
    return sorted(names - {name + end for name in names for end in ("_low", "_high")})


def _metric(name: str, runs: Sequence[PastRun]) -> MetricRow:
    values = tuple(run.metrics.get(name) for run in runs)
    first = values[0]
    deltas = tuple(None if value is None or first is None else value - first for value in values)
    intervals = [interval(run, name) for run in runs]
    return MetricRow(name, values, deltas, tuple(_relation(intervals[0], i) for i in intervals))


def interval(run: PastRun, name: str) -> Interval | None:
    """Where a metric of the run probably lies; ``None`` where that is not known."""
    low, high = run.metrics.get(f"{name}_low"), run.metrics.get(f"{name}_high")
    if low is None or high is None or not low <= high:
        return None
    return Interval(low, high)


def _relation(first: Interval | None, other: Interval | None) -> str:
    if first is None or other is None:
        return UNKNOWN
    return OVERLAP if first.overlaps(other) else APART
