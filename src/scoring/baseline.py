"""A scorecard against the one that was declared the baseline, card by card."""

from collections.abc import Mapping
from math import inf, isnan

import numpy as np
import numpy.typing as npt

from src.core import Change, Direction, InputError, Interval, MetricChange, Scorecard
from src.scoring.intervals import Span, ends_of

Column = npt.NDArray[np.float64]
Draws = Mapping[str, Column]
"""Metric to its values on samples drawn again, the same samples for every card."""

WHOLE = "scores"
"""The card of a scorer that has only one."""


def check_same_samples(card: Scorecard, before: Scorecard) -> None:
    """Refuse two cards that are not about the same samples in the same order."""
    own, others = (list(one.rows.get("id", ())) for one in (card, before))
    if own != others:
        raise InputError(
            f"the baseline scored {len(others)} samples and this run {len(own)}, which are not the "
            "same: score the same split, or set another baseline (python -m src.runs baseline)"
        )


def changes(
    card: Scorecard, before: Scorecard, drawn: Draws, drawn_before: Draws, level: float = 0.95
) -> tuple[Change, ...]:
    """What became of every metric that the baseline has, by card: what stands before the slash.

    Whatever is neither better when higher nor when lower takes no part, nor do times. As both
    cards draw the same samples again, the difference of their draws is a paired one. A sample that
    was not seen changed no more than the others let expect.
    """
    cards: dict[str, list[MetricChange]] = {}
    for metric, value in before.metrics.items():
        way = before.directions.of(metric)
        if way is Direction.NEITHER or isnan(value):
            continue
        sign = -1.0 if way is Direction.LOWER else 1.0
        after = card.metrics.get(metric, float("nan"))
        gain = -inf if isnan(after) else sign * (after - value)
        pair = drawn.get(metric), drawn_before.get(metric)
        ends = None if isnan(after) else _paired(pair, sign, gain, len(card), level)
        own = MetricChange(metric, value, after, gain, ends)
        cards.setdefault(metric.rpartition("/")[0] or WHOLE, []).append(own)
    return tuple(Change(name, tuple(own)) for name, own in cards.items())


def _paired(
    pair: tuple[Column | None, Column | None], sign: float, gain: float, samples: int, level: float
) -> Interval | None:
    drawn, before = pair
    if drawn is None or before is None or len(drawn) != len(before) or not len(drawn):
        return None
    draws = sign * (drawn - before)[:, None]
    alike = np.ones((samples, 1))
    weights = np.full_like(draws, samples)
    return ends_of(draws, np.array([gain]), weights, alike, [Span()], level)[0]
