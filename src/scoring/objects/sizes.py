"""The same scores for the small and for the large objects alone."""

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from src.geometry.overlap import Column
from src.scoring.objects.comparison import LabelComparison
from src.scoring.objects.matching import Matching
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
    overlap = comparison.overlap
    truth = _classes(overlap.truth_sizes, sizes)
    prediction = _classes(overlap.prediction_sizes, sizes)
    numbers = sums_by_part(comparison.matching, truth, prediction, len(sizes))
    return {
        f"size={name}": {column: float(own[place]) for column, own in numbers.items()}
        for place, name in enumerate(sizes)
    }


def sums_by_part(
    pairs: Matching, truth: Column, prediction: Column, parts: int
) -> dict[str, npt.NDArray[np.float64]]:
    """``SLICE_SUMS`` of every part; a pair counts where its true object belongs.

    Args:
        truth, prediction: part of each object; from ``parts`` on it belongs to none.
    """
    sums: dict[str, npt.NDArray[np.float64]] = {}
    for threshold in SLICE_THRESHOLDS:
        reached = pairs.at(threshold)
        rows = truth[pairs.truth_index[reached]]
        hits = _count(rows, parts)
        by_part = {
            "tp": hits,
            "fp": _count(np.delete(prediction, pairs.prediction_index[reached]), parts),
            "fn": _count(truth, parts) - hits,
            "iou_sum": np.bincount(rows, pairs.iou[reached], parts + 1)[:parts],
        }
        sums |= {at(name, threshold): np.asarray(own, float) for name, own in by_part.items()}
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
    return np.bincount(classes, minlength=kinds + 1)[:kinds]
