"""Which predicted mask is which true one, where masks may overlap."""

from dataclasses import dataclass
from itertools import compress
from typing import Self

import numpy as np
import numpy.typing as npt

from src.core import InputError, Instances, Sample
from src.core.arrays import frozen
from src.core.instances import Rle
from src.geometry.masks import rle_iou, to_rles

Column = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Pairs:
    """One-to-one pairs, and what has no partner.

    Args:
        truth_index, prediction_index, iou: of each pair, the best first.
        missed: true masks without a partner, ascending.
        spurious: predicted masks without a partner, ascending.
    """

    truth_index: Column
    prediction_index: Column
    iou: npt.NDArray[np.float64]
    missed: Column
    spurious: Column

    def __post_init__(self) -> None:
        for name in ("truth_index", "prediction_index", "missed", "spurious"):
            object.__setattr__(self, name, frozen(getattr(self, name), np.int64))
        object.__setattr__(self, "iou", frozen(self.iou, np.float64))

    def __len__(self) -> int:
        return len(self.iou)


@dataclass(frozen=True, eq=False)
class MaskComparison:
    """The true and the predicted masks of one sample that count, and their pairs.

    Args:
        truth_rows, prediction_rows: which of all instances of a side these masks are.
    """

    truths: tuple[Rle, ...]
    predictions: tuple[Rle, ...]
    truth_rows: Column
    prediction_rows: Column
    pairs: Pairs

    @classmethod
    def of(cls, sample: Sample, prediction: Instances, above: float = 0.0) -> Self:
        """Pair the masks of one sample.

        Predictions with more than half of their pixels on a truth that does not count are
        neither right nor wrong, and are left out.
        """
        try:
            truths, predictions = _masks(sample.truth), _masks(prediction)
        except ValueError as error:
            raise InputError(f"{sample.name}: {error}") from error
        truth_rows = np.flatnonzero(sample.truth.counts)
        rows = np.flatnonzero(prediction.counts)
        counted = tuple(compress(truths, sample.truth.counts))
        unscored = tuple(compress(truths, ~sample.truth.counts))
        answers = tuple(predictions[row] for row in rows)
        if unscored:
            inside = rle_iou(unscored, answers, np.ones(len(unscored))).max(axis=0, initial=0)
            beside = np.setdiff1d(np.flatnonzero(inside > 0.5), _partners(counted, answers, above))
            rows = np.delete(rows, beside)
            answers = tuple(predictions[row] for row in rows)
        pairs = match_greedy(rle_iou(counted, answers), above)
        return cls(counted, answers, truth_rows, rows, pairs)


def match_greedy(iou: npt.NDArray[np.float64], above: float = 0.0) -> Pairs:
    """Take the best pair whose masks are both free, until none is left.

    Args:
        iou: (truths, predictions).
        above: what the IoU of a pair must exceed.
    """
    truths, predictions = np.nonzero(iou > above)
    order = np.argsort(-iou[truths, predictions], kind="stable")
    free_truths, free_predictions = (np.ones(side, np.bool_) for side in iou.shape)
    taken: list[tuple[int, int]] = []
    for truth, prediction in zip(truths[order].tolist(), predictions[order].tolist(), strict=True):
        if free_truths[truth] and free_predictions[prediction]:
            free_truths[truth] = free_predictions[prediction] = False
            taken.append((truth, prediction))
    rows, columns = np.array(taken, np.int64).reshape(-1, 2).T
    return Pairs(
        truth_index=rows,
        prediction_index=columns,
        iou=iou[rows, columns],
        missed=np.flatnonzero(free_truths),
        spurious=np.flatnonzero(free_predictions),
    )


def _masks(instances: Instances) -> tuple[Rle, ...]:
    return to_rles(instances) if len(instances) else ()


def _partners(truths: tuple[Rle, ...], answers: tuple[Rle, ...], above: float) -> Column:
    return match_greedy(rle_iou(truths, answers), above).prediction_index
