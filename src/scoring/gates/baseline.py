"""The gate that lets nothing become worse."""

from dataclasses import dataclass
from typing import Annotated, Literal

from annotated_types import Ge, Le

from src.core import Change, MetricChange, Movement, Outcome, Reason, Scorecard, Verdict

TOLERANCE = 0.005
"""What a metric may change by and still be called the same."""


@dataclass(frozen=True)
class Baseline:
    """FAIL where a card regressed since the baseline of the same data, or is gone.

    Args:
        tolerance: what a metric may drop by.
        by: ``point``: the numbers themselves; ``interval``: only a drop that stays one when
            samples are drawn again fails, another is INCONCLUSIVE.
        inconclusive: how such a run ends; see ``src.scoring.gates.limits``.
    """

    tolerance: Annotated[float, Ge(0), Le(1)] = TOLERANCE
    by: Literal["point", "interval"] = "point"
    inconclusive: Literal["pass", "fail", "code"] | None = None

    def judge(self, card: Scorecard) -> Verdict:
        """One reason per card of the baseline."""
        if not card.changes:
            sentence = "there is no baseline of this data, or nothing of it is defined"
            return Verdict((Reason("baseline", Outcome.INCONCLUSIVE, sentence),))
        return Verdict(tuple(self._reason(change) for change in card.changes))

    def _reason(self, change: Change) -> Reason:
        movement = change.movement(self.tolerance)
        telling = change.telling(self.tolerance)
        outcome = Outcome.PASS
        if movement is Movement.REGRESSED:
            outcome = self._outcome(change)
        return Reason(change.card, outcome, f"{movement}, {change_words(telling)}")

    def _outcome(self, change: Change) -> Outcome:
        drops = change.drops(self.tolerance)
        sure = self.by == "point" or any(drop.may_be_chance is False for drop in drops)
        return Outcome.FAIL if sure else Outcome.INCONCLUSIVE


def change_words(own: MetricChange) -> str:
    """A metric then and now, and whether that may be chance."""
    if own.is_lacking:
        return f"{own.metric} was {own.before:.4f} and is not measured any more"
    words = f"{own.metric} was {own.before:.4f} and is {own.after:.4f}"
    if own.may_be_chance is None or own.interval is None or own.gain == 0:
        return words
    ends = f"better by {own.interval.low:+.4f} to {own.interval.high:+.4f}"
    return f"{words}, {ends}{', which may be chance' if own.may_be_chance else ''}"
