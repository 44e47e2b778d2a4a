"""Broken lines along the middle of an error."""

from dataclasses import dataclass
from typing import Annotated

import numpy as np
from annotated_types import Ge, Le
from skimage.morphology import skeletonize

from src.annotators.contour import ways
from src.annotators.policies._lines import broken
from src.annotators.policies._scribbler import Scribbler
from src.annotators.strokes import Points
from src.geometry.distance import Mask


@dataclass(frozen=True)
class ScribbleCenterlineAnnotator(Scribbler):
    """Draws along the skeleton of a patch, branch by branch, with gaps.

    Args:
        stretch, gap: mean px that are drawn, and left out, in turns.
    """

    stretch: Annotated[float, Ge(0.1), Le(1e6)] = 40.0
    gap: Annotated[float, Ge(0.1), Le(1e6)] = 20.0

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("stretch", "gap"):
            if not getattr(self, name) > 0:
                raise ValueError(f"{name} must be above 0, got {getattr(self, name)}")

    def lines(self, patch: Mask, rng: np.random.Generator) -> list[Points]:
        """Stretches of the skeleton's branches."""
        branches = ways(np.argwhere(skeletonize(patch)))
        return [
            part
            for branch in branches
            for part in broken(branch.astype(np.float64), self.stretch, self.gap, rng)
        ]
