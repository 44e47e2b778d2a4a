"""Broken outlines inside an error."""

from dataclasses import dataclass
from typing import Annotated

import numpy as np
from annotated_types import Ge, Le

from src.annotators.policies._lines import broken, isolines
from src.annotators.policies._patches import middle_depth
from src.annotators.policies._scribbler import Scribbler
from src.annotators.strokes import Points
from src.geometry.distance import Mask


@dataclass(frozen=True)
class ScribbleContourAnnotator(Scribbler):
    """Draws the outline of a patch, moved inwards by a random depth, with gaps.

    Args:
        shallowest, deepest: shares of the patch's depth between which the outline lies.
        farthest: px from the edge that count as depth at most.
        stretch, gap: mean px that are drawn, and left out, in turns.
    """

    shallowest: float = 0.2
    deepest: float = 0.8
    farthest: float = 20.0
    stretch: Annotated[float, Ge(0.1), Le(1e6)] = 40.0
    gap: Annotated[float, Ge(0.1), Le(1e6)] = 20.0

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 0 < self.shallowest <= self.deepest < 1:
            raise ValueError(
                "shallowest and deepest must be ordered within 0 and 1, "
                f"got {self.shallowest} and {self.deepest}"
            )
        for name in ("farthest", "stretch", "gap"):
            if not getattr(self, name) > 0:
                raise ValueError(f"{name} must be above 0, got {getattr(self, name)}")

    def lines(self, patch: Mask, rng: np.random.Generator) -> list[Points]:
        """Stretches of the lines of one depth."""
        depths = middle_depth(patch)
        share = rng.uniform(self.shallowest, self.deepest)
        outlines = isolines(depths, share * min(float(depths.max()), self.farthest), rng)
        return [part for line in outlines for part in broken(line, self.stretch, self.gap, rng)]
