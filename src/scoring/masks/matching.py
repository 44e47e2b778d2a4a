"""Which predicted mask is which true one, where masks may overlap."""

from dataclasses import dataclass
from functools import partial
from itertools import compress
from typing import Self

import numpy as np

from src.core import InputError, Instances, Sample
from src.core.instances import Rle
from src.geometry.masks import rle_iou, to_rles
from src.scoring.classes import Classes
from src.scoring.greedy import Column, Pairs, match_greedy


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
    classes: Classes | None = None

    @classmethod
    def of(
        cls, sample: Sample, prediction: Instances, above: float = 0.0, *, by_class: bool = True
    ) -> Self:
        """Pair the masks of one sample; those of two classes never, where both sides know classes.

        Predictions with more than half of their pixels on a truth that does not count are
        neither right nor wrong, and are left out.
        """
        try:
            truths, predictions = _masks(sample.truth), _masks(prediction)
        except ValueError as error:
            raise InputError(f"{sample.name}: {error}") from error
        classes = Classes.of(sample.truth, prediction) if by_class else None
        paired = partial(_paired, classes, above)
        truth_rows = np.flatnonzero(sample.truth.counts)
        rows = np.flatnonzero(prediction.counts)
        counted = tuple(compress(truths, sample.truth.counts))
        unscored = tuple(compress(truths, ~sample.truth.counts))
        answers = tuple(predictions[row] for row in rows)
        if unscored:
            inside = rle_iou(unscored, answers, np.ones(len(unscored))).max(axis=0, initial=0)
            partners = paired(counted, answers, truth_rows, rows).prediction_index
            beside = np.setdiff1d(np.flatnonzero(inside > 0.5), partners)
            rows = np.delete(rows, beside)
            answers = tuple(predictions[row] for row in rows)
        pairs = paired(counted, answers, truth_rows, rows)
        return cls(counted, answers, truth_rows, rows, pairs, classes)

    @property
    def truth_classes(self) -> Column | None:
        """(truths,) place of each one's class."""
        return None if self.classes is None else self.classes.truth[self.truth_rows]

    @property
    def prediction_classes(self) -> Column | None:
        """(predictions,) place of each one's class."""
        return None if self.classes is None else self.classes.prediction[self.prediction_rows]


def _masks(instances: Instances) -> tuple[Rle, ...]:
    return to_rles(instances) if len(instances) else ()


def _paired(
    classes: Classes | None,
    above: float,
    truths: tuple[Rle, ...],
    answers: tuple[Rle, ...],
    truth_rows: Column,
    rows: Column,
) -> Pairs:
    iou = rle_iou(truths, answers)
    if classes is not None:
        iou = np.where(classes.truth[truth_rows][:, None] == classes.prediction[rows], iou, 0.0)
    return match_greedy(iou, above)
