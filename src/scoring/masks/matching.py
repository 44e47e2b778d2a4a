"""Which predicted mask is which true one, where masks may overlap."""

from dataclasses import dataclass
from itertools import compress
from typing import Self

import numpy as np

from src.core import InputError, Instances, Sample
from src.core.instances import Rle
from src.geometry.masks import rle_iou, to_rles
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


def _masks(instances: Instances) -> tuple[Rle, ...]:
    return to_rles(instances) if len(instances) else ()


def _partners(truths: tuple[Rle, ...], answers: tuple[Rle, ...], above: float) -> Column:
    return match_greedy(rle_iou(truths, answers), above).prediction_index
