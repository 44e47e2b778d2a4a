"""The gate that asks for one number and nothing else."""

from dataclasses import dataclass
from math import isnan

from src.core import InputError, Interval, Outcome, Reason, Scorecard, Verdict
from src.scoring.verdict import Criterion, check_limit, measured_names


@dataclass(frozen=True)
class Threshold:
    """PASS where the number itself reaches the threshold, FAIL elsewhere; never INCONCLUSIVE.

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
        words = f"{self.metric} >= {self.threshold:g}"
        wanted = Criterion("metric", self.metric, self.threshold, float("inf"), words)
        return Verdict(
            tuple(self._reason(card, words, one) for one in measured_names(card, wanted))
        )

    def _reason(self, card: Scorecard, words: str, name: str) -> Reason:
        value, interval = card.metrics[name], card.intervals.get(name)
        if isnan(value):
            return Reason(words, Outcome.FAIL, f"{name} is undefined on this data")
        outcome = Outcome.PASS if value >= self.threshold else Outcome.FAIL
        return Reason(words, outcome, f"{name} is {value:.4f}{self._beside(interval)}")

    def _beside(self, interval: Interval | None) -> str:
        if interval is None or isnan(interval.low):
            return ", without an interval, which takes two images or more"
        ends = f" [{interval.low:.4f}, {interval.high:.4f}]"
        if interval.low < self.threshold <= interval.high:
            return (
                f"{ends}; its interval holds {self.threshold:g}: other images may decide otherwise"
            )
        return ends
