"""What differs between runs, and whether the difference is more than chance."""

from collections.abc import Sequence
from dataclasses import dataclass

from src.core import Direction, InputError, Interval
from src.tracking import keys
from src.tracking.archive import PastRun
from src.tracking.archive.past_run import without_ends
from src.tracking.archive.words import UNKNOWN

APART, OVERLAP = "apart", "overlap"


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
        better: whether it is better than the first where their intervals are apart; ``None``
            where they are not, or where it is not known which way the metric is better.
    """

    name: str
    values: tuple[float | None, ...]
    deltas: tuple[float | None, ...]
    intervals: tuple[str, ...]
    better: tuple[bool | None, ...]


@dataclass(frozen=True)
class Differences:
    """Runs side by side, the first being the one that others are measured against."""

    runs: tuple[PastRun, ...]
    parameters: tuple[ParameterRow, ...]
    metrics: tuple[MetricRow, ...]


def compare(runs: Sequence[PastRun], *, across_datasets: bool = False) -> Differences:
    """Differing parameters and all metrics; runs on different data are refused unless allowed."""
    if len(runs) < 2:
        raise InputError(f"A comparison needs two runs or more, got {len(runs)}")
    if not across_datasets:
        for run in runs[1:]:
            check_same_data(runs[0], run)
    return Differences(tuple(runs), _parameters(runs), _metrics(runs))


def check_same_data(first: PastRun, other: PastRun) -> None:
    """Refuse two runs that saw other data."""
    data, others = first.tags.get(keys.FINGERPRINT), other.tags.get(keys.FINGERPRINT)
    if data != others:
        raise InputError(
            f"{first.name} ran on dataset {data or 'unknown'} and {other.name} on "
            f"{others or 'unknown'}, so their numbers do not compare: "
            "pass --across-datasets to see them all the same"
        )


def _parameters(runs: Sequence[PastRun]) -> tuple[ParameterRow, ...]:
    names = sorted({name for run in runs for name in run.parameters})
    rows = (ParameterRow(name, tuple(run.parameters.get(name) for run in runs)) for name in names)
    return tuple(row for row in rows if len(set(row.values)) > 1)


def _metrics(runs: Sequence[PastRun]) -> tuple[MetricRow, ...]:
    return tuple(_metric(name, runs) for name in without_ends(runs))


def _metric(name: str, runs: Sequence[PastRun]) -> MetricRow:
    values = tuple(run.metrics.get(name) for run in runs)
    first = values[0]
    deltas = tuple(None if value is None or first is None else value - first for value in values)
    intervals = [run.interval(name) for run in runs]
    relations = tuple(_relation(intervals[0], own) for own in intervals)
    way = common_direction(name, runs)
    better = tuple(
        _is_better(delta, way) if relation == APART else None
        for delta, relation in zip(deltas, relations, strict=True)
    )
    return MetricRow(name, values, deltas, relations, better)


def common_direction(metric: str, runs: Sequence[PastRun]) -> Direction | None:
    """Which way a metric of these runs is better; ``None`` where they do not tell, or disagree."""
    ways = {run.direction(metric) for run in runs if metric in run.metrics} - {None}
    return ways.pop() if len(ways) == 1 else None


def _relation(first: Interval | None, other: Interval | None) -> str:
    if first is None or other is None:
        return UNKNOWN
    return OVERLAP if first.overlaps(other) else APART


def _is_better(delta: float | None, way: Direction | None) -> bool | None:
    if delta is None or way in (None, Direction.NEITHER):
        return None
    return delta < 0 if way is Direction.LOWER else delta > 0
