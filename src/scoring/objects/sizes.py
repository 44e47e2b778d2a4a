"""The same scores for the small and for the large objects alone."""

from collections.abc import Mapping

import numpy as np

from src.geometry.overlap import Column
from src.scoring.objects.comparison import LabelComparison
from src.scoring.objects.ratios import columns, floats, matched_ratios
from src.scoring.objects.sums import Sums, at

SIZES: Mapping[str, float] = {"tiny": 250, "small": 625, "normal": 900, "large": float("inf")}
"""The largest size of each class in pixels, inclusive, after Caicedo et al. 2019."""

SLICE_THRESHOLDS = (50, 75)
"""Percent of IoU."""

SLICE_SUMS = tuple(at(n, t) for t in SLICE_THRESHOLDS for n in ("tp", "fp", "fn", "iou_sum"))


def sums_by_size(comparison: LabelComparison, sizes: Mapping[str, float]) -> dict[str, Sums]:
    """``size=small`` and so on to ``SLICE_SUMS``.

    A pair counts where its true object belongs, a prediction without one by its own size.

    Args:
        sizes: class to its largest size in pixels, inclusive, ascending.
    """
    overlap, pairs = comparison.overlap, comparison.matching
    truth = _classes(overlap.truth_sizes, sizes)
    prediction = _classes(overlap.prediction_sizes, sizes)
    sums: dict[str, Sums] = {f"size={name}": {} for name in sizes}
    for threshold in SLICE_THRESHOLDS:
        reached = pairs.at(threshold)
        rows = pairs.truth_index[reached]
        hits = _count(truth[rows], len(sizes))
        by_class = {
            "tp": hits,
            "fp": _count(np.delete(prediction, pairs.prediction_index[reached]), len(sizes)),
            "fn": _count(truth, len(sizes)) - hits,
            "iou_sum": np.bincount(truth[rows], pairs.iou[reached], len(sizes) + 1)[:-1],
        }
        for name, numbers in by_class.items():
            for part, number in zip(sums.values(), numbers.tolist(), strict=True):
                part[at(name, threshold)] = number
    return sums


def slice_metrics(sums: Mapping[str, float]) -> dict[str, float]:
    """Counts and ratios of one slice."""
    numbers = columns(sums)
    metrics = {name: numbers[name] for name in SLICE_SUMS if not name.startswith("iou_sum")}
    for threshold in SLICE_THRESHOLDS:
        metrics |= matched_ratios(numbers, threshold)
    return floats(metrics)


def _classes(pixels: Column, sizes: Mapping[str, float]) -> Column:
    """Place of each object's class; one after the last for objects too large for any."""
    return np.searchsorted(np.array([*sizes.values()], np.float64), pixels)


def _count(classes: Column, kinds: int) -> Column:
    return np.bincount(classes, minlength=kinds + 1)[:-1]
