"""Straight lines across an error."""

from dataclasses import dataclass
from typing import Annotated

import numpy as np
from annotated_types import Ge, Le

from src.annotators.policies._scribbler import Scribbler
from src.annotators.strokes import Points
from src.geometry.distance import Mask


@dataclass(frozen=True)
class ScribbleLineAnnotator(Scribbler):
    """Draws straight lines, each between two random pixels of a patch."""

    count: Annotated[int, Ge(1), Le(10_000)] = 1

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.count >= 1:
            raise ValueError(f"count must be at least 1, got {self.count}")

    def lines(self, patch: Mask, rng: np.random.Generator) -> list[Points]:
        """So many lines from anywhere to anywhere."""
        pixels = np.argwhere(patch).astype(np.float64)
        return [*pixels[rng.integers(len(pixels), size=(self.count, 2))]]
