"""How sure a fit is: strokes drawn again inside people, and people where there are several."""

from collections.abc import Callable, Sequence
from statistics import NormalDist

import numpy as np
import numpy.typing as npt
from scipy import stats

Numbers = npt.NDArray[np.float64]
Drawn = npt.NDArray[np.int64]
"""(draws, rows) which rows each draw takes."""

Estimate = Callable[[Drawn], Numbers]
"""(draws, parameters) that the draws come to; ``nan`` where they say nothing."""

DRAWS, LEVEL, SEED = 1000, 0.95, 1
FEWEST = 3
MOST_CELLS = 200_000
"""Rows that are drawn together."""


def draws_of(estimate: Estimate, rows: int, draws: int, rng: np.random.Generator) -> Numbers:
    """(draws, parameters) of one person's rows, drawn again and again."""
    at_once = max(1, MOST_CELLS // max(rows, 1))
    sizes = [min(at_once, draws - start) for start in range(0, draws, at_once)]
    return np.concatenate([estimate(rng.integers(0, rows, (size, rows))) for size in sizes])


def over_people(people: Sequence[Numbers], rng: np.random.Generator) -> Numbers:
    """Means over people who are drawn as well, each with a draw of their own."""
    count, draws = len(people), len(people[0])
    chosen = rng.integers(0, count, (draws, count))
    own = rng.integers(0, draws, (draws, count))
    drawn = np.stack(people)[chosen, own]
    return np.asarray(drawn.mean(axis=1))


def interval(draws: Numbers, freedom: int, level: float = LEVEL) -> tuple[Numbers, Numbers]:
    """Ends for each column: percentiles, moved outwards where there are few rows.

    Percentiles of few rows are too narrow, as normal quantiles are in place of Student's; the
    level is widened by as much (Hesterberg, "What teachers should know about the bootstrap",
    The American Statistician 69(4), 2015, section 4.3).
    """
    if freedom < 1:
        return np.full(draws.shape[1], -np.inf), np.full(draws.shape[1], np.inf)
    student = float(stats.t.ppf((1 + level) / 2, freedom))
    tail = NormalDist().cdf(-student * np.sqrt((freedom + 1) / freedom))
    low, high = np.full((2, draws.shape[1]), np.nan)
    known = np.isfinite(draws).any(axis=0)
    low[known], high[known] = np.nanquantile(draws[:, known], [tail, 1 - tail], axis=0)
    return low, high
