"""Gates: from a scorecard to a verdict."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from src.core import InputError, Interval, Outcome, Reason, Scorecard, Verdict


@dataclass(frozen=True)
class Limits:
    """Every metric named must reach its minimum or stay below its maximum.

    The interval decides where there is one: a limit inside it is INCONCLUSIVE. A metric
    that is missing or undefined is INCONCLUSIVE too, never passed.
    """

    minimum: Mapping[str, float] = field(default_factory=dict)
    maximum: Mapping[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not self.minimum and not self.maximum:
            raise InputError("gate: give at least one metric under minimum or maximum")

    def judge(self, card: Scorecard) -> Verdict:
        """One reason per limit."""
        at_least = [_reason(card, name, limit, True) for name, limit in self.minimum.items()]
        at_most = [_reason(card, name, limit, False) for name, limit in self.maximum.items()]
        return Verdict((*at_least, *at_most))


def _reason(card: Scorecard, name: str, limit: float, at_least: bool) -> Reason:
    criterion = f"{name} {'>=' if at_least else '<='} {limit:g}"
    value = card.metrics.get(name)
    if value is None:
        known = ", ".join(sorted(card.metrics))
        return Reason(criterion, Outcome.INCONCLUSIVE, f"{name} was not measured; known: {known}")
    if value != value:
        return Reason(criterion, Outcome.INCONCLUSIVE, f"{name} is undefined on this data")
    interval = card.intervals.get(name, Interval(value, value))
    if interval.low != interval.low:
        return Reason(criterion, Outcome.INCONCLUSIVE, f"{name}'s interval is undefined")
    worst, best = (interval.low, interval.high) if at_least else (-interval.high, -interval.low)
    bound = limit if at_least else -limit
    outcome = (
        Outcome.PASS if worst >= bound else Outcome.FAIL if best < bound else Outcome.INCONCLUSIVE
    )
    return Reason(
        criterion, outcome, f"{name} is {value:.4f} [{interval.low:.4f}, {interval.high:.4f}]"
    )
