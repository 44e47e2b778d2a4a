"""Who is first over several seeds, how surely, and whether another view says the same."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from src.core import Interval
from src.scoring.intervals import (
    SHARE,
    Span,
    chance_weights,
    drawn_means,
    ends_of,
    mean_intervals,
)
from src.scoring.learning.efficiency import interquartile_mean
from src.scoring.statistics import percentiles

Numbers = npt.NDArray[np.float64]
Scores = Sequence[Sequence[float]]
"""One row per contender, one number per seed; the greater the better, ``nan`` the worst of all."""

RESAMPLES, ORDERS, LEVEL = 2000, 500, 0.95
"""Draws of seeds for a number and, since scipy takes 0.6 ms each, for Kendall's tau."""

LUCK = 0.05 + 1e-9
"""What chance alone may do in 1 of 20 studies is no difference."""


@dataclass(frozen=True)
class Improvement:
    """How often a seed of one contender beats a seed of another.

    Args:
        conclusive: whether chance alone orders seeds as clearly in at most 1 of 20 studies.
    """

    chance: float
    interval: Interval
    conclusive: bool


@dataclass(frozen=True)
class Place:
    """Where a contender stands.

    Args:
        number: its row in the scores.
        rank: 1 for the best; equals share a rank.
        mean: over seeds; ``nan``, and last, where a seed has no number.
        middle: interquartile mean.
        interval: of the mean; ``None`` below two seeds or without a mean.
        ranks: where the rank lies when the seeds are drawn again, with half a seed of each that was
            not tried; ``None`` below two seeds.
        ahead: of the next one; ``None`` for the last and where one seed cannot tell.
        rivals_first: whether these seeds cannot tell it from the first.
    """

    number: int
    rank: int
    mean: float
    middle: float
    interval: Interval | None
    ranks: Interval | None
    ahead: Improvement | None
    rivals_first: bool


@dataclass(frozen=True)
class SameOrder:
    """How far another view keeps an order.

    Args:
        tau: Kendall's, 1 for the same order and -1 for the reverse; ``nan`` where undefined.
        interval: of tau, seeds drawn again.
        first: the row that is first in the other view.
        overturned: whether that one clearly beats, in the other view, who was first before.
    """

    tau: float
    interval: Interval
    first: int
    overturned: bool


def improvement(own: Sequence[float], other: Sequence[float]) -> Improvement | None:
    """Of one contender over another; ``None`` below two seeds.

    The seeds of each are weighted by chance among themselves, and half a seed joins that was not
    tried and wins, or loses, against all.
    """
    if min(len(own), len(other)) < 2:
        return None
    mine, theirs = _known(own), _known(other)
    wins = (mine[:, None] > theirs) + 0.5 * (mine[:, None] == theirs)
    rows, columns = (_weights(count, [0, side]) for side, count in enumerate(wins.shape))
    draws = ((rows @ wins) * columns).sum(axis=1, keepdims=True) / wins.size
    seeds = np.ones((min(wins.shape), 1))
    (between,) = ends_of(
        draws, wins.mean(keepdims=True)[0], np.full_like(draws, len(seeds)), seeds, [SHARE], LEVEL
    )
    assert between is not None  # noqa: S101 - two seeds or more
    return Improvement(float(wins.mean()), between, _luck(mine, theirs) <= LUCK)


def _luck(own: Numbers, other: Numbers) -> float:
    """How often seeds that are dealt out by chance are ordered as clearly (Mann and Whitney)."""
    from scipy.stats import PermutationMethod, mannwhitneyu

    # Exact up to 9999 ways to deal them out, with ties too; 3 and 3 seeds have 20 ways.
    dealt = PermutationMethod(n_resamples=9999, rng=np.random.default_rng(0))
    ways = (mannwhitneyu(own, other, alternative=way, method=dealt) for way in ("less", "greater"))
    return float(min(way.pvalue for way in ways))


def rank(scores: Scores) -> tuple[Place, ...]:
    """Every contender from the best to the worst."""
    means = _means(scores)
    order = _order(means)
    ranks = _ranks(means[None])[0]
    drawn = rank_intervals(scores)
    places = []
    for number, following in zip(order, [*order[1:], None], strict=True):
        own = np.asarray(scores[number], np.float64)
        known, several = bool(np.isfinite(own).all()), len(own) > 1
        to_first = improvement(scores[order[0]], own.tolist())
        places.append(
            Place(
                number=number,
                rank=int(ranks[number]),
                mean=float(own.mean()),
                middle=float(interquartile_mean(own)) if known else np.nan,
                interval=mean_intervals(own[:, None], [Span()])[0] if known and several else None,
                ranks=drawn[number] if several else None,
                ahead=None if following is None else improvement(own.tolist(), scores[following]),
                rivals_first=to_first is None or not to_first.conclusive,
            )
        )
    return tuple(places)


def rank_intervals(scores: Scores) -> list[Interval]:
    """Where the rank of each contender lies when seeds are drawn again."""
    return percentiles(_ranks(_drawn_means(scores, 0)), LEVEL)


def same_order(scores: Scores, others: Scores) -> SameOrder:
    """Whether another view of the same contenders, row by row, orders them alike."""
    means, elsewhere = _means(scores), _means(others)
    before, first = _order(means)[0], _order(elsewhere)[0]
    beats = improvement(others[first], others[before])
    return SameOrder(
        tau=kendall(means, elsewhere),
        interval=_tau_interval(_drawn_means(scores, 0), _drawn_means(others, 0))[1],
        first=first,
        overturned=first != before and beats is not None and beats.conclusive,
    )


def repeatability(scores: Scores) -> tuple[float, Interval]:
    """Tau to expect of a second study with as many seeds: what chance alone does to the order."""
    return _tau_interval(_drawn_means(scores, 0), _drawn_means(scores, 1))


def kendall(own: Numbers, other: Numbers) -> float:
    """Kendall's tau-b of two orders of the same contenders."""
    from scipy.stats import kendalltau

    return float(kendalltau(own, other).statistic) if len(own) > 1 else np.nan


def _tau_interval(own: Numbers, other: Numbers) -> tuple[float, Interval]:
    pairs = zip(own[:ORDERS], other[:ORDERS], strict=True)
    taus = np.array([kendall(*pair) for pair in pairs])
    defined = taus[np.isfinite(taus)]
    mean = float(defined.mean()) if len(defined) else np.nan
    return mean, percentiles(taus[:, None], LEVEL, -1.0, 1.0)[0]


def _known(values: Sequence[float]) -> Numbers:
    return np.nan_to_num(np.asarray(values, np.float64), nan=-np.inf, posinf=np.inf, neginf=-np.inf)


def _means(scores: Scores) -> Numbers:
    return np.array([_known(own).mean() for own in scores], np.float64)


def _order(means: Numbers) -> list[int]:
    """Rows from the best to the worst."""
    return [int(number) for number in np.argsort(-means, kind="stable")]


def _ranks(means: Numbers) -> Numbers:
    """One more than how many are better, row by row of (draws, contenders)."""
    return np.asarray(1.0 + np.count_nonzero(means[:, None, :] > means[:, :, None], axis=2))


def _drawn_means(scores: Scores, stream: int) -> Numbers:
    """(draws, contenders): where means may lie; one stream, the same draws in both views."""
    columns = (
        drawn_means(_known(own), RESAMPLES, np.random.default_rng([stream, number]))
        for number, own in enumerate(scores)
    )
    return np.stack([*columns], axis=1)


def _weights(count: int, stream: Sequence[int]) -> Numbers:
    return chance_weights(count, RESAMPLES, np.random.default_rng(stream))
