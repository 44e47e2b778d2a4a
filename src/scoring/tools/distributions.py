"""How far apart two distributions lie, in a unit that does not depend on the feature's."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.stats import wasserstein_distance

Numbers = npt.NDArray[np.float64]

STEPS = 1000
"""Places at which resampled distributions are read: all values, or quantiles where more occur."""


def interquartile_range(values: Numbers) -> float:
    """The range of the middle half; ``nan`` where it is 0 or there are no values: no unit."""
    if len(values) == 0:
        return float("nan")
    low, high = np.percentile(values, [25, 75])
    return float(high - low) if high > low else float("nan")


LEAST_OF_OTHERS, LEAST_OF_MEDIAN = 0.25, 0.01
"""Below this share of what tools spread by, or of its own median, a spread is no unit."""


@dataclass(frozen=True)
class Unit:
    """What distances of a feature are counted in.

    Args:
        raised: whether the reference spreads so little that a floor stands in for its spread.
    """

    size: float
    raised: bool = False


def unit_of(reference: Numbers, tools: Sequence[Numbers]) -> Unit:
    """The reference's interquartile range, or a floor where that is hardly any.

    A reference of specks that all have 3 or 4 pixels would make a distance of a thousand units of
    any tool that finds cells.

    Args:
        tools: what each of all tools measured.
    """
    own = interquartile_range(reference)
    spreads = [spread for values in tools if not np.isnan(spread := interquartile_range(values))]
    floors = [LEAST_OF_OTHERS * float(np.median(spreads))] if spreads else []
    if len(reference):
        floors.append(LEAST_OF_MEDIAN * abs(float(np.median(reference))))
    floor = max(floors, default=0.0)
    if floor > 0 and not own >= floor and len(reference):
        return Unit(floor, raised=True)
    return Unit(own)


def scaled_distance(first: Numbers, second: Numbers, unit: float) -> float:
    """Wasserstein's distance in units; ``nan`` where a side is empty."""
    if len(first) == 0 or len(second) == 0:
        return float("nan")
    return float(wasserstein_distance(first, second)) / unit


@dataclass(frozen=True, eq=False)
class Staircases:
    """Cumulative distributions of one feature, one per draw of fields, for every tool.

    Args:
        steps: ascending values at which they are read.
        heights: (tools, draws, steps) share of the values at or below; ``nan`` of none.
    """

    steps: Numbers
    heights: Numbers

    @classmethod
    def of(cls, values: Sequence[Sequence[Numbers]], weights: Numbers) -> "Staircases":
        """Read what each tool measured in each field.

        Args:
            values: tool by tool, field by field.
            weights: (draws, fields) how often each draw took each field.
        """
        everything = np.concatenate([measured for fields in values for measured in fields])
        steps = np.unique(everything)
        if len(steps) > STEPS:
            steps = np.unique(np.quantile(everything, np.linspace(0, 1, STEPS), method="lower"))
        heights = [_heights(fields, steps, weights) for fields in values]
        return cls(steps, np.stack(heights))

    def distances(self, first: int, second: int) -> Numbers:
        """(draws,) Wasserstein's distance of two tools, in the unit of the feature."""
        apart = np.abs(self.heights[first] - self.heights[second])
        return np.asarray(apart[:, :-1] @ np.diff(self.steps))


def _heights(fields: Sequence[Numbers], steps: Numbers, weights: Numbers) -> Numbers:
    places = [np.searchsorted(steps, measured, side="right") - 1 for measured in fields]
    counts = np.array([np.bincount(place, minlength=len(steps)) for place in places], np.float64)
    rising = np.cumsum(weights @ counts, axis=1)
    with np.errstate(invalid="ignore"):
        return np.asarray(rising / rising[:, -1:])
