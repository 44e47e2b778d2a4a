"""Precision against recall as predictions are taken from the surest on, and the area below."""

from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]
Column = npt.NDArray[np.int64]

LEVELS = np.linspace(0, 1, 11)
"""Recalls at which VOC read its curves until 2009, rounded as its own tool had them: 9 of 15 do not
reach the seventh, 0.6000000000000001, and published numbers have it so."""

AT_ONCE = 2**22
"""Numbers of one step of computing."""


def judged(iou: Numbers, scores: Numbers, counts: Flags, least: float) -> tuple[Flags, Flags]:
    """Which predictions of a picture are right, and which must not count, as VOC decides it.

    Every prediction, the surest first, asks for the truth of the highest IoU alone: right where
    that is reached and still free, wrong where it is taken. One whose truth does not count is
    neither.

    Args:
        iou: (truths, predictions) of one class.
        counts: (truths,).
        least: IoU from which on a truth is reached.
    """
    right, dropped = np.zeros((2, iou.shape[1]), np.bool_)
    if not len(counts):
        return right, dropped
    best = iou.argmax(axis=0)
    reached = iou.max(axis=0) >= least
    free = counts.copy()
    for place in np.argsort(-scores, kind="stable").tolist():
        if reached[place]:
            dropped[place] = not counts[best[place]]
            right[place] = free[best[place]]
            free[best[place]] = False
    return right, dropped


@dataclass(frozen=True, eq=False)
class Ranked:
    """Predictions of one class in all pictures, the surest first; make one with ``of``.

    Args:
        right: (n,) whether each is.
        pictures: (n,) place of the picture of each.
        truths: (pictures,) things to find in each.
    """

    right: Flags
    pictures: Column
    truths: Column

    @classmethod
    def of(cls, scores: Numbers, right: Flags, pictures: Column, truths: Column) -> Self:
        """In any order; of equal scores the first stays first."""
        order = np.argsort(-scores, kind="stable")
        return cls(right[order], pictures[order], truths)

    def average(self, weights: Numbers, *, eleven: bool = False) -> Numbers:
        """(draws,) the area under the falling envelope of the curve; ``nan`` of nothing to find.

        Args:
            weights: (draws, pictures) how often each draw took each picture.
            eleven: the mean of the envelope at eleven recalls instead, as VOC had it until 2009.
        """
        step = max(1, AT_ONCE // max(len(self.right), 1))
        parts = [
            self._average(weights[begin : begin + step], eleven)
            for begin in range(0, len(weights), step)
        ]
        return np.concatenate([np.zeros(0), *parts])

    def _average(self, weights: Numbers, eleven: bool) -> Numbers:
        own = weights[:, self.pictures]
        hits, taken = np.cumsum(own * self.right, axis=1), np.cumsum(own, axis=1)
        with np.errstate(invalid="ignore", divide="ignore"):
            recall = hits / (weights @ self.truths)[:, None]
            precision = np.where(taken > 0, hits / taken, 0.0)
        envelope = np.maximum.accumulate(precision[:, ::-1], axis=1)[:, ::-1]
        if eleven:
            levels = [
                np.where(recall >= level, envelope, 0.0).max(axis=1, initial=0.0)
                for level in LEVELS
            ]
            area = np.mean(levels, axis=0)
        else:
            area = (np.diff(recall, axis=1, prepend=0.0) * envelope).sum(axis=1)
        return np.where(weights @ self.truths > 0, area, np.nan)
