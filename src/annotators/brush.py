"""Which brush a person picks, and how far from the edge it is held."""

import math
from dataclasses import dataclass

import numpy as np

from src.annotators.hand import Hand


@dataclass(frozen=True)
class Brush:
    """A round brush and the depth, in px, that its centre must exceed.

    A brush whose erosion is at least its radius cannot paint outside the region.
    """

    radius: int
    erosion: int

    def __post_init__(self) -> None:
        if self.radius < 1:
            raise ValueError(f"radius must be at least 1, got {self.radius}")
        if self.erosion < 0:
            raise ValueError(f"erosion must not be negative, got {self.erosion}")

    @property
    def spills(self) -> bool:
        """Whether paint can land outside the region."""
        return self.erosion < self.radius

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


def compensated(radius: float, sigma: float, size_noise: float, rng: np.random.Generator) -> int:
    """A radius made smaller by someone who knows that the aim jitters by sigma px.

    Nobody takes a brush of less than half the size: that would cost more than the jitter does.
    """
    smaller = radius - abs(rng.normal(0.0, sigma * size_noise))
    return max(1, round(max(smaller, radius / 2)))
