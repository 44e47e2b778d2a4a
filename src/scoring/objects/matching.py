"""Which predicted object is which true one, at every threshold at once."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from src.core.arrays import frozen
from src.geometry.overlap import Column, Overlap

THRESHOLDS = tuple(range(50, 100, 5))
"""Percent of IoU; whole numbers, compared without division, so that 0.60 means 0.60."""


@dataclass(frozen=True, eq=False)
class Matching:
    """Pairs of at least half IoU, each object in one pair at most.

    Args:
        truth_index, prediction_index: places of each pair in the ids of the overlap.
        iou: of each pair.
        percent: the highest whole percentage of IoU that each pair reaches.
    """

    truth_index: Column
    prediction_index: Column
    iou: npt.NDArray[np.float64]
    percent: Column

    def __post_init__(self) -> None:
        for name in ("truth_index", "prediction_index", "percent"):
            object.__setattr__(self, name, frozen(getattr(self, name), np.int64))
        object.__setattr__(self, "iou", frozen(self.iou, np.float64))

    def __len__(self) -> int:
        return len(self.percent)

    def at(self, threshold: int) -> npt.NDArray[np.bool_]:
        """Which pairs reach a threshold, in percent, of at least 50."""
        return self.percent >= threshold


def match(overlap: Overlap, *, inclusive: bool = True) -> Matching:
    """Pair the objects of two label images.

    Args:
        inclusive: whether an IoU equal to a threshold reaches it.
    """
    # 100 I > t U, in integers, is 100 I - 1 >= t U.
    percent = (100 * overlap.intersection - (not inclusive)) // overlap.union()
    pairs = np.flatnonzero(percent >= THRESHOLDS[0])
    # Of disjoint objects only the two exact halves of a third can both reach half of it, and
    # neither half overlaps anything else: the one with the lower id is the pair.
    pairs = pairs[_first_of_each(overlap.truth_index[pairs])]
    pairs = pairs[_first_of_each(overlap.prediction_index[pairs])]
    return Matching(
        truth_index=overlap.truth_index[pairs],
        prediction_index=overlap.prediction_index[pairs],
        iou=overlap.iou()[pairs],
        percent=percent[pairs],
    )


def majority(overlap: Overlap) -> npt.NDArray[np.bool_]:
    """Which overlaps cover more than half of their true object; one per true object at most."""
    return 2 * overlap.intersection > overlap.truth_sizes[overlap.truth_index]


def _first_of_each(values: Column) -> Column:
    """Places of the first occurrence of each value, ascending."""
    return np.sort(np.unique(values, return_index=True)[1])
