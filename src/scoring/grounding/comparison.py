"""Whether one method is better than another on the same targets, or only luckier."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
import numpy.typing as npt

Flags = npt.NDArray[np.bool_]

LUCK = 0.05
"""What chance alone does in 1 of 20 comparisons is no difference."""


@dataclass(frozen=True)
class Pair:
    """Two methods, target by target.

    Args:
        first, second: what they are called.
        only_first, only_second: targets that one alone hit.
        both, neither: targets on which they agree.
        errors: targets left out, since one of the two failed there.
        p: of the exact test of McNemar, two-sided.
        adjusted: the same by Holm's rule, among all pairs that are looked at together: of twenty
            pairs that do not differ one has a p below 0.05.
    """

    first: str
    second: str
    only_first: int
    only_second: int
    both: int
    neither: int
    errors: int
    p: float
    adjusted: float

    @property
    def better(self) -> str | None:
        """Which is better; ``None`` where chance alone does as much somewhere among the pairs."""
        if self.adjusted > LUCK or self.only_first == self.only_second:
            return None
        return self.first if self.only_first > self.only_second else self.second


def mcnemar(only_first: int, only_second: int) -> float:
    """How often a fair coin splits the targets on which two methods differ at least as unevenly.

    In whole numbers, so that it is exact however many there are; 1 where they do not differ.
    """
    total, fewer = only_first + only_second, min(only_first, only_second)
    ways, tail = 1, 0
    for number in range(fewer + 1):
        tail += ways
        ways = ways * (total - number) // (number + 1)
    return min(1.0, float(2 * tail / 2**total))


def holm(chances: Sequence[float]) -> list[float]:
    """Chances of several tests, each made larger so that all of them together err in 1 of 20."""
    order = sorted(range(len(chances)), key=lambda place: chances[place])
    adjusted, least = [0.0] * len(chances), 0.0
    for number, place in enumerate(order):
        least = max(least, min(1.0, (len(chances) - number) * chances[place]))
        adjusted[place] = least
    return adjusted


def compare_hits(names: Sequence[str], hits: Flags, errors: Flags) -> list[Pair]:
    """Every two methods.

    Args:
        hits, errors: (methods, targets), of the same targets in the same order.
    """
    pairs = []
    for one, two in combinations(range(len(names)), 2):
        answered = ~(errors[one] | errors[two])
        own, other = hits[one, answered], hits[two, answered]
        first, second = int((own & ~other).sum()), int((other & ~own).sum())
        chance = mcnemar(first, second)
        pairs.append(
            Pair(
                names[one],
                names[two],
                first,
                second,
                both=int((own & other).sum()),
                neither=int((~own & ~other).sum()),
                errors=int((~answered).sum()),
                p=chance,
                adjusted=chance,
            )
        )
    together = holm([pair.p for pair in pairs])
    return [replace(pair, adjusted=own) for pair, own in zip(pairs, together, strict=True)]
