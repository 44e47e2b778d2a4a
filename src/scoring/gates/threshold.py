"""The gate that asks for one number and nothing else."""

from dataclasses import dataclass
from math import inf, isnan

from src.core import Direction, InputError, Interval, Outcome, Reason, Scorecard, Verdict
from src.scoring.gates.limits import Criterion, check_limit, measured_names


@dataclass(frozen=True)
class Threshold:
    """PASS where the number itself reaches the threshold, FAIL elsewhere; never INCONCLUSIVE.

    A metric that is better when lower reaches it from above.
    The interval does not decide, but the reason tells when it holds the threshold. A number
    that is undefined fails: nothing was measured that could pass.
    """

    metric: str = "mean_true_iou"
    threshold: float = 0.7

    def __post_init__(self) -> None:
        check_limit("gate.threshold", self.threshold)
        if isnan(self.threshold):
            raise InputError("gate.threshold must be a number, got nan")

    def judge(self, card: Scorecard) -> Verdict:
        """One reason."""
        lower = self._lower(card)
        words = f"{self.metric} {'<=' if lower else '>='} {self.threshold:g}"
        ends = (-inf, self.threshold) if lower else (self.threshold, inf)
        wanted = Criterion("metric", self.metric, *ends, words)
        names = measured_names(card, wanted)
        return Verdict(tuple(self._reason(card, wanted, name) for name in names))

    def _lower(self, card: Scorecard) -> bool:
        direction = card.directions.of(self.metric)
        if direction is Direction.NEITHER:
            raise InputError(
                f"gate.metric: {self.metric!r} is neither better when higher nor when lower: "
                "take gate=limits"
            )
        return direction is Direction.LOWER

    def _reason(self, card: Scorecard, wanted: Criterion, name: str) -> Reason:
        value, interval = card.numbers[name], card.intervals.get(name)
        if isnan(value):
            return Reason(wanted.words, Outcome.FAIL, f"{name} is undefined on this data")
        outcome = Outcome.PASS if wanted.low <= value <= wanted.high else Outcome.FAIL
        return Reason(wanted.words, outcome, f"{name} is {value:.4f}{self._beside(interval)}")

    def _beside(self, interval: Interval | None) -> str:
        if interval is None or isnan(interval.low):
            return ", without an interval, which takes two images or more"
        ends = f" [{interval.low:.4f}, {interval.high:.4f}]"
        if interval.low < self.threshold <= interval.high:
            return (
                f"{ends}; its interval holds {self.threshold:g}: other images may decide otherwise"
            )
        return ends
