"""Sparse scribbles as people really draw them."""

import math
from dataclasses import dataclass, field
from typing import Annotated

import numpy as np
from annotated_types import Ge, Gt, Le

from src.annotators.errors import Ambiguity
from src.annotators.ground import Depth, Places
from src.annotators.hand import Hand
from src.annotators.objects import nearest_first
from src.annotators.policies._lines import isolines
from src.annotators.policies._patches import as_masks, clear_errors, middle_depth
from src.annotators.policies._stray_painter import StrayPainter
from src.core.annotation import BACKGROUND, FOREGROUND, Annotation
from src.geometry.distance import Mask, distance_to

# Shares of an object's depth at which people draw, and how their distances from it vary within
# one picture (sigma of the logarithm): MedScribble, 5th to 95th and 10th to 90th percentiles.
SHALLOWEST, DEEPEST = 0.25, 0.7
WITHIN = 0.5
# Outlines tried; in specks even the last may paint nothing right.
ROUNDS = 40
ORIGIN = np.zeros(2, np.int64)


@dataclass(frozen=True)
class HumanSparseAnnotator:
    """Draws lines inside objects and around them; what it spills remains in the result.

    Objects are foreground, or background where there is less of that. Defaults were measured on
    MedScribble (Wong et al., ECCV 2024): log-normal over pictures, each a geometric mean and
    the standard deviation of the logarithm.

    Args:
        coverage, coverage_spread: share of the objects, or of an error, that is painted.
        balance, balance_spread: pixels painted around objects per pixel painted inside them.
        distance, distance_spread: px from what is painted around objects to the nearest one.
        correlation: of the logarithms of balance and distance: who paints more goes farther.
        lone_share: share that is painted of a class that fills the picture.
        stray: px, standard deviation of the way off a line along each axis; what spills.
        radius: px of the brush.
    """

    coverage: Annotated[float, Gt(0), Le(10)] = 0.176
    coverage_spread: Annotated[float, Ge(0), Le(5)] = 0.51
    balance: Annotated[float, Gt(0), Le(1000)] = 2.26
    balance_spread: Annotated[float, Ge(0), Le(5)] = 0.89
    distance: Annotated[float, Gt(0), Le(10_000)] = 12.5
    distance_spread: Annotated[float, Ge(0), Le(5)] = 0.80
    correlation: float = 0.66
    lone_share: Annotated[float, Gt(0), Le(1)] = 0.041
    stray: Annotated[float, Ge(0), Le(1000)] = 1.6
    radius: Annotated[int, Ge(1), Le(1000)] = 1
    hand: Hand = field(default_factory=Hand)
    ambiguity: Ambiguity = field(default_factory=Ambiguity)

    def __post_init__(self) -> None:
        for name in ("coverage", "balance", "distance", "lone_share"):
            if not 0 < getattr(self, name) < math.inf:
                raise ValueError(f"{name} must be above 0 and finite, got {getattr(self, name)}")
        for name in ("coverage_spread", "balance_spread", "distance_spread", "stray"):
            if not 0 <= getattr(self, name) < math.inf:
                raise ValueError(f"{name} must be finite, not negative, got {getattr(self, name)}")
        if not -1 <= self.correlation <= 1:
            raise ValueError(f"correlation must be within -1 and 1, got {self.correlation}")
        if not self.radius >= 1:
            raise ValueError(f"radius must be at least 1, got {self.radius}")

    def initial(self, truth: Mask, rng: np.random.Generator) -> Annotation:
        """Scribble inside the objects, then around them."""
        mask, _ = as_masks(truth)
        painter = StrayPainter(mask, self.hand, self.radius, self.stray, rng)
        minority = FOREGROUND if 2 * np.count_nonzero(mask) <= mask.size else BACKGROUND
        objects = mask if minority == FOREGROUND else ~mask
        if objects.any():
            share = self._coverage(rng)
            self._inside(painter, objects, ORIGIN, minority, share)
            self._around(painter, distance_to(objects), 1 - minority, share)
        else:
            self._inside(painter, ~objects, ORIGIN, 1 - minority, self.lone_share)
        return painter.annotation()

    def correct(self, truth: Mask, prediction: Mask, rng: np.random.Generator) -> Annotation | None:
        """Scribble inside every clear error, the nearest first; ``None`` when there is none."""
        mask, seen = as_masks(truth, prediction)
        painter = StrayPainter(mask, self.hand, self.radius, self.stray, rng)
        errors = clear_errors(mask, seen, self.ambiguity)
        if not errors:
            return None
        coverage = self._coverage(rng)
        entries = [[error.centre] for error in errors]
        for number in nearest_first(entries, painter.cursor):
            error = errors[number]
            self._inside(painter, *error.window(painter.shape), error.channel, coverage)
        return painter.annotation()

    def _coverage(self, rng: np.random.Generator) -> float:
        return min(1.0, _varied(self.coverage, self.coverage_spread, rng))

    def _inside(
        self, painter: StrayPainter, patch: Mask, first: Places, channel: int, share: float
    ) -> None:
        """Lines of equal depth until enough of a patch, whose window begins there, is painted."""
        depths, wanted = middle_depth(patch), share * np.count_nonzero(patch)
        corner = first + patch.shape
        window = slice(first[0], corner[0]), slice(first[1], corner[1])
        for _ in range(ROUNDS):
            level = painter.rng.uniform(SHALLOWEST, DEEPEST) * float(depths.max())
            for line in isolines(depths, level, painter.rng):
                left = wanted - np.count_nonzero(painter.canvas.painted(channel)[window] & patch)
                if left <= 0:
                    return
                painter.draw(line + first, channel, level, left)

    def _around(self, painter: StrayPainter, away: Depth, channel: int, most: float) -> None:
        """Outlines at a distance until they balance what is inside, or a share is painted."""
        much, far = painter.rng.normal(size=2)
        far = self.correlation * much + math.sqrt(1 - self.correlation**2) * far
        ratio = self.balance * math.exp(self.balance_spread * much)
        typical = self.distance * math.exp(self.distance_spread * far)
        inside = np.count_nonzero(painter.canvas.painted(1 - channel))
        wanted = min(ratio * inside, most * np.count_nonzero(away))
        for _ in range(ROUNDS):
            level = min(_varied(typical, WITHIN, painter.rng), 0.95 * float(away.max()))
            for line in isolines(away, level, painter.rng):
                left = wanted - np.count_nonzero(painter.canvas.painted(channel))
                if left <= 0:
                    return
                painter.draw(line, channel, level, left)


def _varied(typical: float, spread: float, rng: np.random.Generator) -> float:
    return float(typical * rng.lognormal(0.0, spread))
