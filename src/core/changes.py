"""What became of a scorecard since its baseline."""

from dataclasses import dataclass
from enum import StrEnum
from math import inf, isnan

from src.core.interval import Interval

ROUNDING = 1e-12
"""What two sums in another order may differ by; a change of just the tolerance is none."""


class Movement(StrEnum):
    """The three things that can have happened to a card."""

    IMPROVED = "IMPROVED"
    NO_CHANGE = "NO CHANGE"
    REGRESSED = "REGRESSED"


@dataclass(frozen=True)
class MetricChange:
    """One metric, then and now.

    Args:
        before, after: its values; ``after`` is ``nan`` where the run does not have it.
        gain: by how much it is better, whichever way that is; minus infinity where it is gone.
        interval: where the gain lies when the same samples are drawn again for both; ``None``
            where that is not known.
    """

    metric: str
    before: float
    after: float
    gain: float
    interval: Interval | None = None

    @property
    def is_lacking(self) -> bool:
        """Whether the baseline has it and the run does not."""
        return self.gain == -inf

    @property
    def may_be_chance(self) -> bool | None:
        """Whether other samples may show the opposite; ``None`` where that is not known."""
        if self.is_lacking:
            return False
        if self.interval is None or isnan(self.interval.low):
            return None
        return self.interval.low <= 0 <= self.interval.high


@dataclass(frozen=True)
class Change:
    """All metrics of one card that the baseline has and that are better one way."""

    card: str
    metrics: tuple[MetricChange, ...]

    def __post_init__(self) -> None:
        if not self.metrics:
            raise ValueError(f"{self.card}: a change is one of at least one metric")

    def drops(self, tolerance: float) -> tuple[MetricChange, ...]:
        """The metrics that are worse by more than the tolerance, the worst first."""
        drops = [own for own in self.metrics if own.gain < -(tolerance + ROUNDING)]
        return tuple(sorted(drops, key=lambda own: own.gain))

    def movement(self, tolerance: float) -> Movement:
        """REGRESSED where one metric drops, whatever others do; else IMPROVED where one rises."""
        if self.drops(tolerance):
            return Movement.REGRESSED
        rises = any(own.gain > tolerance + ROUNDING for own in self.metrics)
        return Movement.IMPROVED if rises else Movement.NO_CHANGE

    def telling(self, tolerance: float) -> MetricChange:
        """The metric that decides: the largest drop, else the largest rise."""
        drops = self.drops(tolerance)
        return drops[0] if drops else max(self.metrics, key=lambda own: own.gain)
