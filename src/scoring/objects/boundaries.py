"""How far apart the outlines lie."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from src.geometry.overlap import Column
from src.geometry.spans import dense
from src.scoring.objects.bands import by_bands
from src.scoring.objects.comparison import LabelComparison
from src.scoring.objects.outlines import Outline
from src.scoring.objects.paired import PairedDistances
from src.scoring.objects.rims import rims

Numbers = npt.NDArray[np.float64]

BOUNDARY_SUMS = (
    "boundary_true",
    "boundary_true_near",
    "boundary_predicted",
    "boundary_predicted_near",
    "outlined_pairs",
    "outlined_objects",
    "hd95_sum",
    "directed_hd95_sum",
    "assd_sum",
    "nsd_sum",
    "boundary_iou_sum",
)
"""Pixels of outlines, those within the tolerance, and sums over matched pairs."""


@dataclass(frozen=True, eq=False)
class _Side:
    """One label image: its objects' pairs, from 1 and 0 for none, and its outline.

    Args:
        pair_of: (highest value + 1,) value of an object to its pair.
    """

    labels: npt.NDArray[Any]
    pair_of: Column
    outline: Outline

    @classmethod
    def of(cls, labels: npt.NDArray[Any], ids: Column, matched: Column) -> Self:
        """Of a label image, the ids of its objects, and the places in them of the matched ones."""
        if len(ids) and ids[-1] > labels.size:
            labels, ids = dense(labels), np.arange(1, len(ids) + 1)
        labels = labels.astype(np.min_scalar_type(int(ids.max(initial=0))), copy=False)
        pair_of = np.zeros(ids.max(initial=0) + 1, np.int64)
        pair_of[ids[matched]] = np.arange(1, len(matched) + 1)
        return cls(labels, pair_of, Outline.of(labels, pair_of))

    def pairs_at(self, places: Column) -> Column:
        """The pairs of pixels, given by their places in the flat image."""
        return self.pair_of.take(self.labels.ravel().take(places))

    def pixels_of_pairs(self, places: Column, pairs: int) -> Numbers:
        """(pairs,) how many of some pixels of the flat image belong to each pair."""
        sizes = np.bincount(self.labels.ravel().take(places), minlength=len(self.pair_of))
        return np.asarray(np.bincount(self.pair_of, sizes, pairs + 1)[1:], np.float64)


def boundary_sums(comparison: LabelComparison, tolerance: float) -> dict[str, float]:
    """All of ``BOUNDARY_SUMS`` for one image.

    Args:
        tolerance: distance in pixels at which two outlines are still the same.
    """
    if not tolerance >= 0:
        raise ValueError(f"tolerance must not be negative, got {tolerance}")
    overlap, pairs = comparison.overlap, comparison.matching
    true = _Side.of(comparison.truth, overlap.truth_ids, pairs.truth_index)
    found = _Side.of(comparison.prediction, overlap.prediction_ids, pairs.prediction_index)
    there, true_near = true.outline.distances_to(found.outline, tolerance)
    back, found_near = found.outline.distances_to(true.outline, tolerance)
    groups = [side.outline.groups.compress(side.outline.groups > 0) for side in (true, found)]
    distances = PairedDistances(
        np.append(there, back),
        np.concatenate(groups),
        np.repeat(np.array([0, 1], np.int8), [len(there), len(back)]),
        len(pairs),
    )
    return {
        "boundary_true": len(true.outline),
        "boundary_true_near": true_near,
        "boundary_predicted": len(found.outline),
        "boundary_predicted_near": found_near,
        "outlined_pairs": len(pairs),
        "outlined_objects": len(overlap.truth_ids),
        **_distance_sums(distances, tolerance),
        "boundary_iou_sum": float(boundary_iou(true, found, max(1, round(tolerance))).sum()),
    }


def boundary_ratios(sums: Mapping[str, Numbers]) -> dict[str, Numbers]:
    """Scores of outlines; ``nan`` where they are undefined.

    ``boundary_f1`` compares all outlines of the picture. What is ``mean_matched_`` is a mean over
    the pairs matched at 0.50, ``mean_true_`` over true objects, a miss counting 0. In pixels:
    ``hd95``, the 95th percentile of the distances both ways together (MedPy, panoptica),
    ``directed_hd95``, the larger of those of either way (MONAI), and ``assd``, the mean of all
    distances both ways (MONAI). ``nsd`` is the share of both outlines within the tolerance
    (Nikolov et al. 2018), ``boundary_iou`` the IoU of rims as wide as the tolerance, rounded, and
    1 px at least (Cheng et al. 2021).
    """
    nowhere_near = (sums["boundary_true_near"] == 0) & (
        sums["boundary_true"] + sums["boundary_predicted"] > 0
    )
    with np.errstate(invalid="ignore", divide="ignore"):
        precision = sums["boundary_predicted_near"] / sums["boundary_predicted"]
        recall = sums["boundary_true_near"] / sums["boundary_true"]
        f1 = 2 * precision * recall / (precision + recall)
        return {
            "boundary_precision": precision,
            "boundary_recall": recall,
            "boundary_f1": np.where(nowhere_near, 0.0, f1),
            **{
                f"mean_matched_{name}": sums[f"{name}_sum"] / sums["outlined_pairs"]
                for name in ("hd95", "directed_hd95", "assd", "nsd", "boundary_iou")
            },
            **{
                f"mean_true_{name}": sums[f"{name}_sum"] / sums["outlined_objects"]
                for name in ("nsd", "boundary_iou")
            },
        }


def boundary_iou(true: _Side, found: _Side, width: int) -> Numbers:
    """(pairs,) IoU of the rims of matched objects."""
    first, second = (
        by_bands(partial(rims, width=width), side.labels, width).ravel() for side in (true, found)
    )
    pairs = int(true.pair_of.max(initial=0))
    places = np.flatnonzero(first)
    shared = places.compress(second.take(places))
    own = true.pairs_at(shared)
    shared_by = _totals(own.compress(own == found.pairs_at(shared)), pairs)
    sizes = true.pixels_of_pairs(places, pairs)
    sizes += found.pixels_of_pairs(np.flatnonzero(second), pairs)
    return np.asarray(shared_by / (sizes - shared_by))


def _distance_sums(paired: PairedDistances, tolerance: float) -> dict[str, float]:
    distances, groups, pairs = paired.distances, paired.groups, paired.pairs
    sizes = _totals(groups, pairs)
    pooled, directed = paired.percentiles(0.95)
    return {
        "hd95_sum": float(pooled.sum()),
        "directed_hd95_sum": float(directed.sum()),
        "assd_sum": float((np.bincount(groups, distances, pairs + 1)[1:] / sizes).sum()),
        "nsd_sum": float((_totals(groups.compress(distances <= tolerance), pairs) / sizes).sum()),
    }


def _totals(groups: Column, pairs: int) -> Column:
    return np.bincount(groups, minlength=pairs + 1)[1:]
