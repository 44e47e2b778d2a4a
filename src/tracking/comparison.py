"""What differs between runs, and whether the difference is more than chance."""

from collections.abc import Sequence
from dataclasses import dataclass

from src.core import InputError, Interval
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


def compare(runs: Sequence[PastRun], *, across_datasets: bool = False) -> Comparison:
    """Differing parameters and all metrics; runs on different data are refused unless allowed."""
    if len(runs) < 2:
        raise InputError(f"A comparison needs two runs or more, got {len(runs)}")
    if not across_datasets:
        for run in runs[1:]:
            _check_same_data(runs[0], run)
    return Comparison(tuple(runs), _parameters(runs), _metrics(runs))


def _check_same_data(first: PastRun, other: PastRun) -> None:
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
    names = {name for run in runs for name in run.metrics}
    ends = {name + end for name in names for end in ("_low", "_high")}
    return tuple(_metric(name, runs) for name in sorted(names - ends))


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
