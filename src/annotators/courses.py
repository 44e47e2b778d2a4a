"""What a hand means to paint: ways, and the strokes along them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from src.annotators.brush import Brush
from src.annotators.ground import Places
from src.annotators.lines import Lines

Flags = npt.NDArray[np.bool_]
Values = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Stroke:
    """One stroke to paint.

    Args:
        way: (n, 2) the places that it is for.
        follows: what was painted just before, where the button stays down from there; else
            ``None``.
        landed: where the mouse lands otherwise.
        start: where the button goes down then: there, or near by where the brush fits.
        dabs: (n, 2) pixels.
        exposed: whether paint may land on the other class.
    """

    way: Places
    follows: object | None
    landed: list[int]
    start: list[int]
    dabs: Places
    exposed: bool


@dataclass(frozen=True, eq=False)
class Course:
    """A way as a hand will follow it.

    Args:
        places: (n, 2).
        fits: at which of them the brush can be held.
        useful: at which of them it would cover something wanted.
        strokes: which are needed for those.
    """

    places: Places
    fits: Flags
    useful: Flags
    brush: Brush
    speed: float
    strokes: list[Stroke]


class Held(NamedTuple):
    """The button is down: where, with which brush, and after what."""

    cursor: tuple[int, int]
    brush: Brush
    stroke: object


class Ways(NamedTuple):
    """Lines of places, at which of them the brush fits, and brush and speed of each line."""

    lines: Lines
    fits: Flags
    brushes: Sequence[Brush]
    speeds: Values

    @classmethod
    def of(cls, course: Course) -> "Ways":
        """One alone."""
        lines, speeds = Lines.of([course.places]), np.array([course.speed])
        return cls(lines, course.fits, [course.brush], speeds)
