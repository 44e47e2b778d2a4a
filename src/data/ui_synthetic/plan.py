"""What an element will be, before there is a place for it."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from src.data.ui.elements import Box
from src.data.ui_synthetic.canvas import Canvas, ink_size
from src.data.ui_synthetic.fonts import Font, drawn_family, font
from src.data.ui_synthetic.palette import Surface
from src.data.ui_synthetic.words import some

SMALLEST_TYPE, LARGEST_TYPE = 8, 30
"""Pixels of a font on a screen."""

Paint = Callable[[Canvas, int, int], Box | None]
"""Paints an element at x, y and tells what of it is visible."""


@dataclass(frozen=True)
class Plan:
    """An element with its size, in pixels, and how it is painted.

    Args:
        air: pixels that must stay free beside it, so that a person can tell it from the next.
    """

    type: str
    width: int
    height: int
    paint: Paint
    text: str = ""
    looks: str = ""
    air: int = 8


@dataclass(frozen=True)
class Wish:
    """What an element should be like.

    Args:
        side: the longer side that it should have, in pixels.
        sides: the shortest and the longest that it may have.
        surface: what it will lie on.
        family: the font of the screen.
    """

    rng: np.random.Generator
    side: int
    sides: tuple[int, int]
    surface: Surface
    family: str

    def chance(self, share: float) -> bool:
        """Whether something happens that does so in this share of the cases."""
        return bool(self.rng.random() < share)

    def between(self, low: float, high: float) -> float:
        """Any number from low to high."""
        return float(self.rng.uniform(low, high))

    def whole(self, low: int, high: int) -> int:
        """Any whole number from low to high, both included."""
        return int(self.rng.integers(low, max(low, high) + 1))

    def font(self, size: float, bold: float = 0.2) -> Font:
        """The font of the screen, now and then another one; ``bold`` is a chance."""
        family = drawn_family(self.rng) if self.chance(0.12) else self.family
        height = int(np.clip(round(size), SMALLEST_TYPE, LARGEST_TYPE))
        return font(family, height, self.chance(bold))

    def words(self, vocabulary: tuple[str, ...], font: Font, width: int) -> str:
        """Some words that a width has room for; none where nothing fits."""
        for candidate in some(self.rng, vocabulary, 8):
            if ink_size(font, candidate)[0] <= width:
                return candidate
        short = min(vocabulary, key=len)
        return short if ink_size(font, short)[0] <= width else ""
