"""Foreground against background, pixel by pixel."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from src.core import Directions, Prediction, Row, Sample
from src.geometry.masks import foreground, ignored
from src.scoring.pooled import Numbers, PooledScorer

COUNTS = ("tp", "fp", "fn", "tn")
RATIOS = (
    "f1",
    "iou",
    "class_mean_iou",
    "precision",
    "recall",
    "specificity",
    "accuracy",
    "rmse",
)
DIRECTIONS = Directions.of_names(lower=["rmse"], neutral=["images"])
Mask = npt.NDArray[np.bool_]


def pixel_counts(truth: Mask, prediction: Mask, ignore: Mask | None = None) -> tuple[int, ...]:
    """True positives, false positives, false negatives, true negatives."""
    if truth.shape != prediction.shape:
        raise ValueError(f"truth is {truth.shape}, the prediction {prediction.shape}")
    if ignore is not None:
        truth, prediction = truth[~ignore], prediction[~ignore]
    both = int(np.count_nonzero(truth & prediction))
    positives, predicted = int(np.count_nonzero(truth)), int(np.count_nonzero(prediction))
    return both, predicted - both, positives - both, truth.size - positives - predicted + both


def pixel_ratios(counts: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
    """(…, 4) counts to (…, 8) ratios in the order of ``RATIOS``; ``nan`` where undefined.

    F1 is the Dice coefficient. ``class_mean_iou`` is the mean IoU of foreground and
    background, as NuSeT reports it (Yang et al. 2020), undefined when either is. ``rmse`` of
    masks is √(1 − accuracy): less is better.
    """
    tp, fp, fn, tn = np.moveaxis(np.asarray(counts, np.float64), -1, 0)
    with np.errstate(invalid="ignore", divide="ignore"):
        iou = tp / (tp + fp + fn)
        background_iou = tn / (tn + fp + fn)
        pixels = tp + fp + fn + tn
        columns = (
            2 * tp / (2 * tp + fp + fn),
            iou,
            (iou + background_iou) / 2,
            tp / (tp + fp),
            tp / (tp + fn),
            tn / (tn + fp),
            (tp + tn) / pixels,
            np.sqrt((fp + fn) / pixels),
        )
    return np.stack(columns, axis=-1)


@dataclass(frozen=True, kw_only=True)
class Pixels(PooledScorer):
    """Pixel scores per image, pooled over images and averaged over images."""

    ranks_by = "f1"
    directions = DIRECTIONS
    summed = COUNTS
    ratio_names = RATIOS

    def score(self, sample: Sample, prediction: Prediction) -> Row:
        """Counts and ratios of one sample; pixels of unscored instances do not count."""
        answer = prediction.consensus
        skip = ignored(sample.truth) | ignored(answer)
        counts = pixel_counts(foreground(sample.truth), foreground(answer), skip)
        ratios = pixel_ratios(np.array(counts)).tolist()
        return Row(dict(zip(COUNTS + RATIOS, (*counts, *ratios), strict=True)))

    def ratios(self, sums: Numbers) -> Numbers:
        """(…, 4) counts to (…, 8) ratios."""
        return pixel_ratios(sums)

    def amounts(self, sums: Numbers) -> Numbers:
        """Pixels of both foregrounds, or all where the background counts as much."""
        whole = {"specificity", "accuracy", "rmse"}
        foreground_pixels, pixels = sums[:, :3].sum(axis=1), sums.sum(axis=1)
        return np.stack(
            [pixels if name in whole else foreground_pixels for name in RATIOS], axis=-1
        )
