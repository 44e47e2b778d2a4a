"""What can be added up over images: counts and sums that every object score is a ratio of."""

import numpy as np

from src.core import metric_names
from src.geometry.overlap import Overlap
from src.geometry.spans import run_starts
from src.scoring.objects.comparison import LabelComparison
from src.scoring.objects.errors import splits_and_merges
from src.scoring.objects.matching import THRESHOLDS, Matching, majority
from src.scoring.objects.touching import separated_and_merged, touching_pairs

Sums = dict[str, float]

EVENTS = (
    "graph_correct",
    "inexact",
    "graph_splits",
    "graph_merges",
    "catastrophes",
    "missed",
    "spurious",
)
"""What the counts of the kinds of error are called, in the order of ``KINDS``."""


def at(name: str, threshold: int) -> str:
    """The name of a number at a threshold in percent: ``f1_at_0.75``."""
    return metric_names.at(name, f"{threshold / 100:.2f}")


THRESHOLD_COUNTS = tuple(at(name, t) for t in THRESHOLDS for name in ("tp", "fp", "fn"))
COUNTS = (
    "true_objects",
    "predicted_objects",
    *THRESHOLD_COUNTS,
    "splits",
    "merges",
    *EVENTS,
    "touching_pairs",
    "touching_separated",
    "touching_merged",
    "touching_undetermined",
)
"""Counts that a scorecard shows."""

SUMS = (
    *COUNTS,
    *(at("iou_sum", threshold) for threshold in THRESHOLDS),
    "seg_sum",
    "aji_intersection",
    "aji_union",
    "pixel_tp",
    "pixel_fp",
    "pixel_fn",
    "pixel_tn",
)
"""Counts and sums from which all ratios follow."""


def object_sums(comparison: LabelComparison) -> Sums:
    """All of ``SUMS`` for one image."""
    overlap = comparison.overlap
    splits, merges = splits_and_merges(overlap)
    trues, founds = len(overlap.truth_ids), len(overlap.prediction_ids)
    sums: Sums = {"true_objects": trues, "predicted_objects": founds}
    for threshold in THRESHOLDS:
        sums |= matched_sums(comparison.matching, trues, founds, threshold)
    sums |= {"splits": splits, "merges": merges}
    sums |= dict(zip(EVENTS, comparison.kinds.events.tolist(), strict=True))
    sums |= _touching_sums(comparison)
    sums |= _region_sums(overlap)
    return sums | _pixel_sums(comparison.pixels)


def matched_sums(matching: Matching, trues: int, founds: int, threshold: int) -> Sums:
    """Counts and the sum of IoU of the pairs that reach a threshold."""
    reached = matching.at(threshold)
    pairs = int(np.count_nonzero(reached))
    return {
        at("tp", threshold): pairs,
        at("fp", threshold): founds - pairs,
        at("fn", threshold): trues - pairs,
        at("iou_sum", threshold): float(matching.iou[reached].sum()),
    }


def _touching_sums(comparison: LabelComparison) -> Sums:
    pairs = touching_pairs(comparison.truth, comparison.truth_runs)
    separated, merged = separated_and_merged(comparison.overlap, pairs)
    return {
        "touching_pairs": len(pairs),
        "touching_separated": separated,
        "touching_merged": merged,
        "touching_undetermined": len(pairs) - separated - merged,
    }


def _region_sums(overlap: Overlap) -> Sums:
    """SEG of the Cell Tracking Challenge and the aggregated Jaccard index (Kumar et al. 2017).

    SEG gives each true object the IoU of the prediction that covers more than half of it, else
    0. AJI gives it the prediction of the highest IoU, which may serve several true objects; the
    predictions that serve none only add to the union.
    """
    iou, union = overlap.iou(), overlap.union()
    order = np.lexsort((-iou, overlap.truth_index))
    best = order[run_starts(overlap.truth_index[order])]
    met, used = overlap.truth_index[best], overlap.prediction_index[best]
    return {
        "seg_sum": float(iou[majority(overlap)].sum()),
        "aji_intersection": int(overlap.intersection[best].sum()),
        "aji_union": int(union[best].sum())
        + int(np.delete(overlap.truth_sizes, met).sum())
        + int(np.delete(overlap.prediction_sizes, used).sum()),
    }


def _pixel_sums(overlap: Overlap) -> Sums:
    """Foreground against background, from the same table."""
    both = int(overlap.intersection.sum())
    return {
        "pixel_tp": both,
        "pixel_fp": int(overlap.prediction_sizes.sum()) - both,
        "pixel_fn": int(overlap.truth_sizes.sum()) - both,
        "pixel_tn": overlap.background(),
    }
