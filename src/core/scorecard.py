"""What a detector earned."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

import numpy as np
import numpy.typing as npt

from src.core.arrays import frozen


@dataclass(frozen=True)
class Interval:
    """Where a number probably lies; ends inclusive."""

    low: float
    high: float

    def __post_init__(self) -> None:
        if self.low > self.high:
            raise ValueError(f"low ({self.low}) must not exceed high ({self.high})")

    def overlaps(self, other: "Interval") -> bool:
        """Whether the two share a value; an undefined interval shares none."""
        return self.low <= other.high and other.low <= self.high


@dataclass(frozen=True, eq=False)
class Scorecard:
    """Numbers by name, their intervals, one row per sample, slices, and whatever else is a table.

    Args:
        metrics: name to number; ``nan`` where the number is not defined.
        rows: column name to column, each with one value per sample; holds ``name`` and ``id``.
        intervals: of some of the metrics.
        slices: "size=small" and the like to metrics of that part alone.
        tables: name to columns of equal length, for what has another unit than the sample.
    """

    metrics: Mapping[str, float]
    rows: Mapping[str, npt.NDArray[Any]] = field(default_factory=dict)
    intervals: Mapping[str, Interval] = field(default_factory=dict)
    slices: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    tables: Mapping[str, Mapping[str, npt.NDArray[Any]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        unknown = set(self.intervals) - set(self.metrics)
        if unknown:
            raise ValueError(f"intervals of metrics that do not exist: {sorted(unknown)}")
        lengths = {name: len(column) for name, column in self.rows.items()}
        if len(set(lengths.values())) > 1:
            raise ValueError(f"columns of rows must be equally long, got {lengths}")
        numbers = {name: float(number) for name, number in self.metrics.items()}
        rows = {name: frozen(column) for name, column in self.rows.items()}
        object.__setattr__(self, "metrics", MappingProxyType(numbers))
        object.__setattr__(self, "rows", MappingProxyType(rows))

    def __len__(self) -> int:
        return len(next(iter(self.rows.values()), np.zeros(0)))
