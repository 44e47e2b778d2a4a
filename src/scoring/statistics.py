"""Percentiles of draws of what is ranked, Wilson's interval of a share, means of what is defined.

How sure a number over images or seeds is, ``src.scoring.intervals`` says.
"""

from math import inf
from statistics import NormalDist
from typing import Annotated

import numpy as np
import numpy.typing as npt
from annotated_types import Ge, Gt, Le, Lt

from src.core import Interval

Numbers = npt.NDArray[np.float64]

AT_ONCE = 2_000_000
"""Weights that are drawn together: 16 MB, however many images there are."""
Level = Annotated[float, Gt(0), Lt(1)]
Resamples = Annotated[int, Ge(0), Le(100_000)]
"""0 for no draws; more than these take gigabytes and tell nothing new."""


def check_bootstrap(resamples: int, level: float) -> None:
    """Refuses options that no draws can have."""
    if resamples < 0:
        raise ValueError(f"resamples must not be negative, got {resamples}")
    if not 0 < level < 1:
        raise ValueError(f"level must lie between 0 and 1, got {level}")


def percentiles(
    draws: Numbers, level: float, worst: float = -inf, best: float = inf
) -> list[Interval]:
    """The central ``level`` of each column of draws; an undefined draw counts as both ends.

    Args:
        worst, best: that a number can be.
    """
    tail = (1 - level) / 2
    intervals = []
    for column in draws.T:
        lacking = np.isnan(column)
        low = np.quantile(np.where(lacking, worst, column), tail, method="lower")
        high = np.quantile(np.where(lacking, best, column), 1 - tail, method="higher")
        ends = (np.nan, np.nan) if lacking.all() else (float(low), float(high))
        intervals.append(Interval(*ends, undefined=float(lacking.mean())))
    return intervals


def wilson(hits: npt.ArrayLike, trials: npt.ArrayLike, level: float = 0.95) -> Numbers:
    """(…, 2) ends of Wilson's interval of a share; ``nan`` without a trial.

    For trials that know nothing of one another; it never leaves [0, 1] and has a width at 0 and 1.
    """
    z = NormalDist().inv_cdf((1 + level) / 2)
    count = np.asarray(trials, np.float64)
    with np.errstate(invalid="ignore", divide="ignore"):
        share = np.asarray(hits, np.float64) / count
        middle = (share + z**2 / (2 * count)) / (1 + z**2 / count)
        half = (
            z * np.sqrt(share * (1 - share) / count + (z / (2 * count)) ** 2) / (1 + z**2 / count)
        )
    ends = np.stack([middle - half, middle + half], axis=-1)
    # Rounding alone would leave 0 or 1, or its own share at an end, just outside.
    ends[..., 0] = np.minimum(np.maximum(ends[..., 0], 0.0), share)
    ends[..., 1] = np.maximum(np.minimum(ends[..., 1], 1.0), share)
    return ends


def mean_defined(values: Numbers) -> Numbers:
    """Column means over the defined values; ``nan`` where there is none."""
    defined = ~np.isnan(values)
    with np.errstate(invalid="ignore"):
        return np.asarray(np.where(defined, values, 0.0).sum(axis=0) / defined.sum(axis=0))
