"""What a detector earned."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

import numpy as np
import numpy.typing as npt

from src.core.arrays import frozen
from src.core.changes import Change
from src.core.directions import Directions
from src.core.interval import Interval


@dataclass(frozen=True, eq=False)
class Scorecard:
    """Numbers by name, their intervals, one row per sample, slices, and whatever else is a table.

    Args:
        metrics: name to number; ``nan`` where the number is not defined.
        rows: column name to column, each with one value per sample; holds ``name`` and ``id``.
        intervals: of some of the metrics.
        defined: metric to how many images it stands on, or groups or tiles where those were drawn.
        effective: metric to how many images of equal weight weigh as much, where a few may hold
            most of what is counted; absent where all weigh the same.
        unit: what was drawn for the intervals: ``image``, ``tile``, or the tag of groups.
        slices: "size=small" and the like to metrics of that part alone.
        tables: name to columns of equal length, for what has another unit than the sample.
        directions: which metrics are better when lower.
        main: the metrics that people quote, for where there is no room for all.
        times: name to a number that no two runs share, such as a latency.
        changes: since the baseline of the same data; ``None`` where there is none to compare with.
    """

    metrics: Mapping[str, float]
    rows: Mapping[str, npt.NDArray[Any]] = field(default_factory=dict)
    intervals: Mapping[str, Interval] = field(default_factory=dict)
    defined: Mapping[str, int] = field(default_factory=dict)
    effective: Mapping[str, float] = field(default_factory=dict)
    unit: str = "image"
    slices: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    tables: Mapping[str, Mapping[str, npt.NDArray[Any]]] = field(default_factory=dict)
    directions: Directions = field(default_factory=Directions)
    main: tuple[str, ...] = ()
    times: Mapping[str, float] = field(default_factory=dict)
    changes: tuple[Change, ...] | None = None

    def __post_init__(self) -> None:
        unknown = set(self.intervals) - set(self.metrics)
        if unknown:
            raise ValueError(f"intervals of metrics that do not exist: {sorted(unknown)}")
        uncounted = (set(self.defined) | set(self.effective)) - set(self.metrics)
        if uncounted:
            raise ValueError(f"images of metrics that do not exist: {sorted(uncounted)}")
        strangers = set(self.main) - set(self.metrics)
        if strangers:
            raise ValueError(f"main metrics that do not exist: {sorted(strangers)}")
        lengths = {name: len(column) for name, column in self.rows.items()}
        if len(set(lengths.values())) > 1:
            raise ValueError(f"columns of rows must be equally long, got {lengths}")
        numbers = {name: float(number) for name, number in self.metrics.items()}
        rows = {name: frozen(column) for name, column in self.rows.items()}
        times = {name: float(number) for name, number in self.times.items()}
        object.__setattr__(self, "metrics", MappingProxyType(numbers))
        object.__setattr__(self, "times", MappingProxyType(times))
        object.__setattr__(self, "rows", MappingProxyType(rows))

    @property
    def numbers(self) -> Mapping[str, float]:
        """Metrics and times: all that can be judged or asked for."""
        return {**self.metrics, **self.times}

    def __len__(self) -> int:
        return len(next(iter(self.rows.values()), np.zeros(0)))
