"""Foreground against background, pixel by pixel."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from src.core import Instances, Interval, Row, Sample, Scorecard
from src.geometry.masks import foreground, ignored
from src.scoring.statistics import bootstrap_mean, bootstrap_pooled, check_bootstrap, mean_defined

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
PER_IMAGE = "image_mean_"
"""What the mean over images is called: ``image_mean_f1`` beside the pooled ``f1``."""

Mask = npt.NDArray[np.bool_]


def pixel_counts(truth: Mask, prediction: Mask, ignore: Mask | None = None) -> tuple[int, ...]:
    """True positives, false positives, false negatives, true negatives."""
    if truth.shape != prediction.shape:
        raise ValueError(f"truth is {truth.shape}, the prediction {prediction.shape}")
    if ignore is not None:
        truth, prediction = truth[~ignore], prediction[~ignore]
    both = int(np.count_nonzero(truth & prediction))
    positives, found = int(np.count_nonzero(truth)), int(np.count_nonzero(prediction))
    return both, found - both, positives - both, truth.size - positives - found + both


def pixel_ratios(counts: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
    """(…, 4) counts to (…, 8) ratios in the order of ``RATIOS``; ``nan`` where undefined.

    F1 is the Dice coefficient. ``class_mean_iou`` is the mean IoU of foreground and
    background, undefined when either is. ``rmse`` of masks is √(1 − accuracy): less is better.
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


@dataclass(frozen=True)
class Pixels:
    """Pixel scores per image, pooled over images and averaged over images.

    Args:
        resamples: of the bootstrap over images; 0 for no intervals.
        level: of the intervals.
    """

    resamples: int = 2000
    level: float = 0.95

    def __post_init__(self) -> None:
        check_bootstrap(self.resamples, self.level)

    @property
    def ranks_by(self) -> str:
        """Samples are ordered by F1."""
        return "f1"

    def score(self, sample: Sample, prediction: Instances) -> Row:
        """Counts and ratios of one sample; pixels of unscored instances do not count."""
        skip = ignored(sample.truth) | ignored(prediction)
        counts = pixel_counts(foreground(sample.truth), foreground(prediction), skip)
        ratios = pixel_ratios(np.array(counts)).tolist()
        return dict(zip(COUNTS + RATIOS, (*counts, *ratios), strict=True))

    def summarise(self, rows: Sequence[Row]) -> Scorecard:
        """Pooled ratios under their own names, means over images as ``image_mean_…``."""
        counts = np.array([[row[name] for name in COUNTS] for row in rows], np.float64)
        ratios = np.array([[row[name] for name in RATIOS] for row in rows], np.float64)
        counts, ratios = counts.reshape(-1, len(COUNTS)), ratios.reshape(-1, len(RATIOS))
        names = (*RATIOS, *(PER_IMAGE + name for name in RATIOS))
        numbers = (*pixel_ratios(counts.sum(axis=0)), *mean_defined(ratios))
        columns = {name: np.array([row[name] for row in rows]) for name in (rows or [{}])[0]}
        return Scorecard(
            metrics={**dict(zip(names, numbers, strict=True)), "images": len(rows)},
            rows=columns,
            intervals=dict(zip(names, self._intervals(counts, ratios), strict=False)),
        )

    def _intervals(
        self, counts: npt.NDArray[np.float64], ratios: npt.NDArray[np.float64]
    ) -> list[Interval]:
        if len(counts) < 2 or not self.resamples:
            return []
        pooled = bootstrap_pooled(counts, pixel_ratios, resamples=self.resamples, level=self.level)
        return pooled + bootstrap_mean(ratios, resamples=self.resamples, level=self.level)
