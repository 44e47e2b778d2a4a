"""Which predicted box is which true one, and which predictions must not count."""

from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt

from src.core.arrays import frozen
from src.geometry.boxes import Boxes, area, intersection, iou
from src.scoring.greedy import Column as Column
from src.scoring.greedy import match_greedy

Flags = npt.NDArray[np.bool_]

NOBODY = -1
"""The partner of what has none."""


@dataclass(frozen=True, eq=False)
class Matched:
    """The boxes of one class in one photo.

    Args:
        counts: (truths,) whether each is scored.
        partner: (predictions,) place of the scored truth that each is; ``NOBODY`` for none.
        iou: (predictions,) with the partner, 0 for none.
        dropped: (predictions,) which are neither right nor wrong.
    """

    counts: Flags
    partner: Column
    iou: npt.NDArray[np.float64]
    dropped: Flags

    def __post_init__(self) -> None:
        for name in ("counts", "partner", "iou", "dropped"):
            object.__setattr__(self, name, frozen(getattr(self, name)))

    @classmethod
    def of(cls, truths: Boxes, counts: Flags, predictions: Boxes, least: float) -> Self:
        """Greedy from the highest IoU on, the scored truths first.

        What is left, and matches or lies by more than half in a truth that does not count, is
        dropped. Scored truths come first as in COCO: a box that somebody drew badly, rejected and
        drew again must not take away the prediction that finds the better one.

        Args:
            least: from which IoU on two boxes are the same, inclusive.
        """
        scored = np.flatnonzero(counts)
        pairs = match_greedy(iou(truths[scored], predictions), least, inclusive=True)
        partner = np.full(len(predictions), NOBODY, np.int64)
        partner[pairs.prediction_index] = scored[pairs.truth_index]
        shared = np.zeros(len(predictions))
        shared[pairs.prediction_index] = pairs.iou
        there = _covered(truths[~counts], predictions, least)
        return cls(np.asarray(counts, bool), partner, shared, there & (partner == NOBODY))

    @property
    def right(self) -> Flags:
        """(predictions,) which have a partner."""
        return np.asarray(self.partner != NOBODY)

    @property
    def sums(self) -> tuple[int, int, int]:
        """How many truths count, how many predictions do, and how many are each other's."""
        return int(self.counts.sum()), int((~self.dropped).sum()), int(self.right.sum())

    def found(self) -> Column:
        """(truths,) place of the prediction that each is; ``NOBODY`` for none."""
        places = np.full(len(self.counts), NOBODY, np.int64)
        own = np.flatnonzero(self.right)
        places[self.partner[own]] = own
        return places


def _covered(unscored: Boxes, predictions: Boxes, least: float) -> Flags:
    """(predictions,) which match an unscored box, or lie by more than half in one."""
    size = area(predictions)
    shared = intersection(unscored, predictions)
    inside = np.divide(shared, size, out=np.zeros_like(shared), where=size > 0) > 0.5
    return np.asarray(((iou(unscored, predictions) >= least) | inside).any(axis=0))
