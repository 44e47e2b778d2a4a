"""What a number comes to over many people, and for how many of them an order holds."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from src.core import Interval

LEVEL = 0.95
TENTH = 0.1
HALF = 0.5


@dataclass(frozen=True)
class AmongPeople:
    """One number of every person.

    Args:
        spread: standard deviation between people; ``nan`` of one.
        worst_tenth: mean of the worst tenth of them, at least of one.
    """

    mean: float
    spread: float
    worst_tenth: float


@dataclass(frozen=True)
class Agreement:
    """For how many people one contender is ahead of another.

    Args:
        ahead: people; one for whom both are equal counts half.
        interval: of the share among all people there are (Clopper and Pearson).
    """

    ahead: float
    people: int
    interval: Interval

    @property
    def share(self) -> float:
        """Of the people that were asked."""
        return self.ahead / self.people

    @property
    def holds_for_most(self) -> bool | None:
        """Whether it is so for more than half of all people; ``None`` where these cannot tell."""
        if self.interval.low > HALF:
            return True
        return False if self.interval.high < HALF else None


def among_people(values: Sequence[float], *, lower_is_better: bool) -> AmongPeople:
    """Over the people for whom it is defined; ``nan`` where there is nobody."""
    known = np.sort([value for value in values if not math.isnan(value)])
    if not len(known):
        return AmongPeople(math.nan, math.nan, math.nan)
    worst = math.ceil(TENTH * len(known))
    last = known[-worst:] if lower_is_better else known[:worst]
    spread = float(known.std(ddof=1)) if len(known) > 1 else math.nan
    return AmongPeople(float(known.mean()), spread, float(last.mean()))


def agreement(own: Sequence[float], other: Sequence[float]) -> Agreement | None:
    """Person by person, the greater being ahead; ``None`` without people."""
    from scipy.stats import binomtest

    pairs = [*zip(own, other, strict=True)]
    if not pairs:
        return None
    ahead = sum(0.5 if mine == theirs else float(mine > theirs) for mine, theirs in pairs)
    # A tie is half a person, and counts are whole: the lower end from below, the upper from above.
    ends = [
        binomtest(count, len(pairs)).proportion_ci(LEVEL, method="exact")
        for count in (math.floor(ahead), math.ceil(ahead))
    ]
    return Agreement(ahead, len(pairs), Interval(float(ends[0].low), float(ends[1].high)))
