"""Foreground against background, pixel by pixel."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from src.core import Directions, Interval, Prediction, Row, Sample, Scorecard
from src.geometry.masks import foreground, ignored
from src.scoring.rows import sample_columns, sums_of, tag_slices
from src.scoring.statistics import (
    Level,
    Resamples,
    bootstrap_mean,
    bootstrap_pooled,
    check_bootstrap,
    mean_defined,
)

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
    positives, predicted = int(np.count_nonzero(truth)), int(np.count_nonzero(prediction))
    return both, predicted - both, positives - both, truth.size - positives - predicted + both


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
        slices: tags of samples; every value of each is scored alone too.
    """

    resamples: Resamples = 2000
    level: Level = 0.95
    slices: Sequence[str] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "slices", tuple(self.slices))
        check_bootstrap(self.resamples, self.level)

    @property
    def ranks_by(self) -> str:
        """Samples are ordered by F1."""
        return "f1"

    @property
    def directions(self) -> Directions:
        """Errors are better when fewer."""
        return DIRECTIONS

    @property
    def takes_errors(self) -> bool:
        """Nothing found is an answer: all foreground was missed."""
        return True

    def score(self, sample: Sample, prediction: Prediction) -> Row:
        """Counts and ratios of one sample; pixels of unscored instances do not count."""
        answer = prediction.consensus
        skip = ignored(sample.truth) | ignored(answer)
        counts = pixel_counts(foreground(sample.truth), foreground(answer), skip)
        ratios = pixel_ratios(np.array(counts)).tolist()
        return Row(dict(zip(COUNTS + RATIOS, (*counts, *ratios), strict=True)))

    def summarise(self, rows: Sequence[Row]) -> Scorecard:
        """Pooled ratios under their own names, means over images as ``image_mean_…``."""
        metrics = self._metrics(rows)
        return Scorecard(
            metrics=metrics,
            rows=sample_columns(rows),
            intervals=dict(zip(metrics, self._intervals(rows), strict=False)),
            slices=tag_slices(rows, self.slices, self._metrics),
            directions=self.directions,
            main=RATIOS,
        )

    def _metrics(self, rows: Sequence[Row]) -> dict[str, float]:
        names = (*RATIOS, *(PER_IMAGE + name for name in RATIOS))
        pooled = pixel_ratios(sums_of(rows, COUNTS).sum(axis=0))
        numbers = (*pooled, *mean_defined(sums_of(rows, RATIOS)))
        return {**dict(zip(names, numbers, strict=True)), "images": len(rows)}

    def _intervals(self, rows: Sequence[Row]) -> list[Interval]:
        if len(rows) < 2 or not self.resamples:
            return []
        how: Any = {"resamples": self.resamples, "level": self.level}
        pooled = bootstrap_pooled(sums_of(rows, COUNTS), pixel_ratios, **how)
        return pooled + bootstrap_mean(sums_of(rows, RATIOS), **how)
