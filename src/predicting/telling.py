"""How far the work on one picture is, for a bar that shows the time left."""

from collections.abc import Callable
from dataclasses import dataclass

Tell = Callable[[float], None]
"""Is told how many more rows are done."""


def nobody(_: float) -> None:
    """Nobody wants to know."""


@dataclass(frozen=True)
class Shares:
    """Which part of the time the steps on a large picture take; together it is all of it.

    Args:
        found: until foreground is known.
        joined: until it fell into instances.
        measured: until they are measured.
    """

    found: float
    joined: float
    measured: float


OF_THRESHOLDS, OF_PROBABILITIES = Shares(0.15, 0.5, 0.35), Shares(0.8, 0.05, 0.15)
"""Of Otsu with a watershed, and of a net of few channels, by ``benchmarks.predict_memory``."""


def part_of(tell: Tell, share: float) -> Tell:
    """Tells of a row when the part of the work that has this share is done with it."""
    return lambda rows: tell(share * rows)
