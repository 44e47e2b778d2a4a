"""Who wears which bib, by where a chest hangs below a face."""

from dataclasses import dataclass
from typing import Annotated

import numpy as np
import numpy.typing as npt
from annotated_types import Ge, Le
from scipy.optimize import linear_sum_assignment

from src.core import InputError
from src.detectors.race.answering import Links
from src.geometry.boxes import Boxes, cxcywh_from_xyxy

Costs = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Torso:
    """Links bibs to faces, one to one, so that all together lie nearest to the rule's middle.

    Args:
        nearest, farthest: face heights from a face's centre down to its bib's.
        beside: face heights sideways, to either side.
        lone: whether one face and one bib belong together wherever they are.
    """

    nearest: Annotated[float, Ge(-10), Le(20)] = 1.0
    farthest: Annotated[float, Ge(-10), Le(20)] = 3.5
    beside: Annotated[float, Ge(0), Le(20)] = 0.6
    lone: bool = True

    def __post_init__(self) -> None:
        if self.nearest >= self.farthest:
            raise InputError(
                f"linker.nearest ({self.nearest}) must be less than linker.farthest "
                f"({self.farthest})"
            )

    @property
    def settings(self) -> str:
        """All that decides what it links."""
        return f"torso {self.nearest} {self.farthest} {self.beside} {self.lone}"

    def link(self, bibs: Boxes, faces: Boxes) -> Links:
        """(k, 2) places of a bib and of a face, by bib."""
        if self.lone and len(bibs) == len(faces) == 1:
            return np.zeros((1, 2), np.int64)
        costs = self.costs(bibs, faces)
        possible = np.isfinite(costs)
        if not possible.any():
            return np.zeros((0, 2), np.int64)
        # As many links as there can be come first, then the cheapest of them.
        dear = 1 + costs[possible].max() * min(costs.shape)
        chosen = linear_sum_assignment(np.where(possible, costs, dear * max(costs.shape)))
        pairs = np.column_stack(chosen).astype(np.int64)
        return pairs[possible[pairs[:, 0], pairs[:, 1]]]

    def costs(self, bibs: Boxes, faces: Boxes) -> Costs:
        """(bibs, faces) squared distance from the rule's middle, 1 at its edges, then infinite."""
        chest, face = cxcywh_from_xyxy(bibs), cxcywh_from_xyxy(faces)
        apart = (chest[:, None, :2] - face[None, :, :2]) / np.maximum(face[None, :, 3:], 1e-9)
        middle, reach = (self.nearest + self.farthest) / 2, (self.farthest - self.nearest) / 2
        down = (apart[..., 1] - middle) / reach
        sideways = (
            apart[..., 0] / self.beside if self.beside else np.where(apart[..., 0], np.inf, 0)
        )
        allowed = (np.abs(down) <= 1) & (np.abs(sideways) <= 1)
        return np.where(allowed, down**2 + sideways**2, np.inf)
