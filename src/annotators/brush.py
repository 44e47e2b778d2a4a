"""Which brush a person picks, and how far from the edge it is held."""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from src.annotators.hand import Hand


@dataclass(frozen=True)
class Brush:
    """A round brush, ``2 * radius + 1`` px wide, and how far in a region it is held.

    Args:
        radius: px, whole or half; 0 is a brush of one pixel, 0.5 one of 2 x 2.
        margin: px, whole, that stay free between its paint and the edge of the region; where
            it is negative, paint can land outside.
    """

    radius: float
    margin: int = 0

    def __post_init__(self) -> None:
        if not self.radius >= 0 or 2 * self.radius % 1:
            raise ValueError(f"radius must be whole or half, not negative, got {self.radius}")
        if self.erosion < 0:
            raise ValueError(f"radius and margin must not be negative in sum, got {self}")

    @property
    def erosion(self) -> float:
        """Px of depth that the cursor must exceed, for a brush of an odd width."""
        return self.radius + self.margin

    @property
    def even(self) -> bool:
        """Whether it is an even number of pixels wide."""
        return self.radius % 1 > 0

    def step(self, dab_spacing: float) -> float:
        """Pixels between dabs; never below one, for a mouse has no finer places."""
        return max(1.0, self.radius * dab_spacing)


def efficient_radius(equivalent: float, hand: Hand) -> float:
    """The radius that covers most pixels per second in a region of this equivalent radius."""
    margin = hand.margin_for_max_speed
    return equivalent - margin if equivalent > 2 * margin else equivalent / 2


def fit_brush(deepest: float, max_radius: float, clearance: int = 1) -> int | None:
    """The largest radius up to ``max_radius`` that fits into a region; ``None`` if none does.

    Eroding by a disk is a comparison of depths, so the largest depth answers what would
    otherwise be a search over radii.
    """
    most = math.floor(max_radius)
    if deepest <= most + clearance:
        most = math.ceil(deepest) - 1 - clearance
    return most if most >= 1 else None


def whole_pixels(length: float, count: int, rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """So many lengths in whole px that are right on average: a mouse has no half ones."""
    whole = math.floor(length)
    more: npt.NDArray[np.int64] = whole + (rng.random(count) < length - whole)
    return more


def compensated(radius: float, sigma: float, size_noise: float, rng: np.random.Generator) -> int:
    """A radius made smaller by someone who knows that the aim jitters by sigma px.

    Nobody takes a brush of less than half the size: that would cost more than the jitter does.
    """
    smaller = radius - abs(rng.normal(0.0, sigma * size_noise))
    return max(1, round(max(smaller, radius / 2)))
