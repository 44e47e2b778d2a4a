"""Where a number probably lies."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Interval:
    """Where a number probably lies; ends inclusive.

    Args:
        undefined: share of the draws in which the number was not defined; they count as the worst
            and as the best that it can be.
    """

    low: float
    high: float
    undefined: float = 0.0

    def __post_init__(self) -> None:
        if self.low > self.high:
            raise ValueError(f"low ({self.low}) must not exceed high ({self.high})")

    def overlaps(self, other: "Interval") -> bool:
        """Whether the two share a value; an undefined interval shares none."""
        return self.low <= other.high and other.low <= self.high
