"""How sure a number over images is: images drawn again, with half an image that was not seen.

Images are weighted by chance (the Bayesian bootstrap, Rubin 1981), and half an image joins them
that is as bad as can be for the lower end and as good as can be for the upper one. With a whole
image in place of the half this is the bound of Gaffke (2005), of 0 and 1 that of Clopper and
Pearson. What it holds is measured in ``experiments/intervals``.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf

import numpy as np
import numpy.typing as npt

from src.core import Interval
from src.scoring.statistics import AT_ONCE

Numbers = npt.NDArray[np.float64]

UNSEEN = 0.5
"""Images that join the drawn ones. Chosen by measurement: a quarter misses on one side in 8 % of
draws of 8 images, a whole one is a tenth wider at 20 and never misses."""

REACH = 4.0
"""Spreads of an image from the mean at which an unseen one lies where a score has no end."""


@dataclass(frozen=True)
class Span:
    """Where the number of an image that was not seen may lie.

    Args:
        low, high: that no image can pass.
        nearest: how far from the mean it lies at least, if that is within the ends; infinite for
            "at the end", and 0 for "no further than the others let expect".
    """

    low: float = -inf
    high: float = inf
    nearest: float = 0.0


SHARE = Span(0.0, 1.0, inf)
"""Of scores from 0 to 1: an image may fail altogether."""


def pooled_intervals(
    sums: Numbers,
    statistic: Callable[[Numbers], Numbers],
    sizes: Numbers,
    spans: Sequence[Span],
    *,
    resamples: int = 2000,
    level: float = 0.95,
) -> list[Interval | None]:
    """Intervals of a statistic of summed counts; ``None`` where fewer than two images have it.

    Args:
        sums: (images, k) one row of sums per image.
        statistic: maps (…, k) sums to (…, m) numbers.
        sizes: (images, m) how much of each number an image is; the unseen one is as much as the
            largest.
        spans: of the m numbers.
    """
    joined = np.hstack([sums, sizes])
    drawn = drawn_sums(joined, resamples, np.random.default_rng(0))
    own, size = drawn[:, : sums.shape[1]], drawn[:, sums.shape[1] :]
    estimate = statistic(sums.sum(axis=0))
    return ends_of(statistic(own), estimate, size, sizes, spans, level)


def mean_intervals(
    values: Numbers,
    spans: Sequence[Span],
    *,
    resamples: int = 2000,
    level: float = 0.95,
    groups: Sequence[str] | None = None,
) -> list[Interval | None]:
    """Intervals of column means; an undefined value takes no part.

    Args:
        values: (images, m), or (seeds, m).
        groups: whose images belong together and are drawn together, one name per row.
    """
    defined = ~np.isnan(values)
    sums = summed_by(np.hstack([np.where(defined, values, 0.0), defined]), groups)
    return pooled_intervals(
        sums,
        _mean,
        np.split(sums, 2, axis=1)[1],
        spans,
        resamples=resamples,
        level=level,
    )


def _mean(sums: Numbers) -> Numbers:
    total, known = np.split(sums, 2, axis=-1)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(total / known)


def summed_by(rows: Numbers, groups: Sequence[str] | None) -> Numbers:
    """Rows of the same group added up; as they are without groups."""
    if groups is None:
        return rows
    _, places = np.unique(np.asarray(groups), return_inverse=True)
    total = np.zeros((int(places.max(initial=-1)) + 1, rows.shape[1]))
    np.add.at(total, places, rows)
    return total


def effective_count(sizes: Numbers) -> Numbers:
    """(things, m) to (m,): how many equal things would weigh as much (Kish 1965); 0 of nothing."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(np.nan_to_num(sizes.sum(axis=0) ** 2 / (sizes**2).sum(axis=0)))


def drawn_means(values: Numbers, resamples: int, rng: np.random.Generator) -> Numbers:
    """(resamples,) where the mean of these values, and half a value that was not seen, may lie.

    For what is no interval of one number, such as a rank: chance decides on which side of the mean
    the unseen one lies, as far off as ``ends_of`` has it where a score has no end.
    """
    count, mean = len(values), values.mean()
    if count < 2 or not np.isfinite(mean):
        return np.full(resamples, mean)
    draws = chance_weights(count, resamples, rng) @ values / count
    weight = rng.gamma(UNSEEN, size=resamples) * count / rng.gamma(count, size=resamples)
    away = REACH * values.std(ddof=1) * rng.choice([-1.0, 1.0], size=resamples)
    return np.asarray(draws + weight / (weight + count) * (mean + away - draws))


def chance_weights(count: int, resamples: int, rng: np.random.Generator) -> Numbers:
    """(resamples, count) weights that chance gives each of ``count`` things; 1 on average."""
    weights = rng.standard_exponential((resamples, count))
    return np.asarray(weights * (count / weights.sum(axis=1, keepdims=True)))


def drawn_sums(rows: Numbers, resamples: int, rng: np.random.Generator) -> Numbers:
    """(resamples, columns) sums of the rows, weighted by chance again and again."""
    step = max(1, AT_ONCE // max(len(rows), 1))
    counts = [min(step, resamples - begin) for begin in range(0, resamples, step)]
    parts = [chance_weights(len(rows), count, rng) @ rows for count in counts]
    return np.concatenate(parts) if parts else np.zeros((0, rows.shape[1]))


def ends_of(
    draws: Numbers,
    estimate: Numbers,
    drawn_sizes: Numbers,
    sizes: Numbers,
    spans: Sequence[Span],
    level: float,
) -> list[Interval | None]:
    """The interval of each column of draws, after half an unseen image joined every draw.

    A draw in which the number is undefined counts as the worst and as the best.

    Args:
        draws: (draws, m) the number as each draw of images has it.
        estimate: (m,) the number itself.
        drawn_sizes: (draws, m) how much all drawn images are together.
        sizes: (images, m).
    """
    rng, images = np.random.default_rng(1), max(len(sizes), 1)
    # What a Dirichlet gives to half an image beside so many whole ones, whose weights sum to them.
    weight = rng.gamma(UNSEEN, size=len(draws)) * images / rng.gamma(images, size=len(draws))
    unseen = weight[:, None] * sizes.max(axis=0, initial=0.0)
    counts = (sizes > 0).sum(axis=0)
    undefined = np.isnan(draws)
    worst, best = _unseen_values(draws, estimate, counts, spans)
    tail = (1 - level) / 2
    with np.errstate(invalid="ignore", divide="ignore"):
        part = unseen / (unseen + drawn_sizes)
        joined = (np.where(undefined, end, draws + part * (end - draws)) for end in (worst, best))
        low, high = (
            np.quantile(own, at, axis=0) for own, at in zip(joined, (tail, 1 - tail), strict=True)
        )
    # Of few draws an end could come to lie beyond the number itself.
    low, high = np.minimum(low, estimate), np.maximum(high, estimate)
    known = (counts >= 2) & ~np.isnan(estimate)
    columns = zip(known, low.tolist(), high.tolist(), undefined.mean(axis=0).tolist(), strict=True)
    return [Interval(*own) if is_known else None for is_known, *own in columns]


def _unseen_values(
    draws: Numbers, estimate: Numbers, counts: npt.NDArray[np.int64], spans: Sequence[Span]
) -> tuple[Numbers, Numbers]:
    """The worst and the best that an unseen image is taken to have, number by number."""
    low, high, nearest = np.array([(own.low, own.high, own.nearest) for own in spans]).T
    known = ~np.isnan(draws)
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = np.where(known, draws, 0.0).sum(axis=0) / known.sum(axis=0)
        squares = np.where(known, draws - mean, 0.0) ** 2
        # The weights of a draw vary as 1 / (n + 1), so that this is the spread of single images.
        spread = np.sqrt(
            squares.sum(axis=0) / known.sum(axis=0) * (counts + 1) * counts / (counts - 1)
        )
    away = np.maximum(REACH * np.nan_to_num(spread, posinf=0.0), nearest)
    return np.maximum(low, estimate - away), np.minimum(high, estimate + away)
