"""How far apart the outlines lie."""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from src.geometry.distance import distance_to
from src.geometry.masks import boxes_of
from src.scoring.objects.comparison import LabelComparison

Mask = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.float64]

BOUNDARY_SUMS = (
    "boundary_true",
    "boundary_true_near",
    "boundary_predicted",
    "boundary_predicted_near",
    "outlined_pairs",
    "outlined_objects",
    "hd95_sum",
    "nsd_sum",
)
"""Pixels of outlines, those within the tolerance, and sums over matched pairs."""


def boundary(labels: npt.NDArray[Any]) -> Mask:
    """Pixels of an object that have an edge with another object, background or the border."""
    framed = np.pad(np.asarray(labels), 1)
    inside = framed[1:-1, 1:-1]
    edge = (inside != framed[:-2, 1:-1]) | (inside != framed[2:, 1:-1])
    edge |= (inside != framed[1:-1, :-2]) | (inside != framed[1:-1, 2:])
    return np.asarray(edge & (inside != 0))


def boundary_sums(comparison: LabelComparison, tolerance: float) -> dict[str, float]:
    """All of ``BOUNDARY_SUMS`` for one image.

    Args:
        tolerance: distance in pixels at which two outlines are still the same.
    """
    if not tolerance >= 0:
        raise ValueError(f"tolerance must not be negative, got {tolerance}")
    true, predicted = boundary(comparison.truth), boundary(comparison.prediction)
    pairs = [outline_distances(*masks) for masks in _matched_masks(comparison)]
    return {
        "boundary_true": int(true.sum()),
        "boundary_true_near": int((distance_to(predicted)[true] <= tolerance).sum()),
        "boundary_predicted": int(predicted.sum()),
        "boundary_predicted_near": int((distance_to(true)[predicted] <= tolerance).sum()),
        "outlined_pairs": len(pairs),
        "outlined_objects": len(comparison.overlap.truth_ids),
        "hd95_sum": float(sum(np.percentile(distances, 95) for distances in pairs)),
        "nsd_sum": float(sum((distances <= tolerance).mean() for distances in pairs)),
    }


def boundary_ratios(sums: Mapping[str, Numbers]) -> dict[str, Numbers]:
    """Scores of outlines; ``nan`` where they are undefined.

    ``boundary_f1`` compares all outlines of the picture. ``mean_matched_hd95``, in pixels, and
    ``mean_matched_nsd`` are means over the pairs matched at 0.50, ``mean_true_nsd`` over true
    objects, a miss counting 0. HD95 is the 95th percentile of the distances both ways together
    (as in MedPy); NSD is the share of both outlines within the tolerance (Nikolov et al. 2018).
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
            "mean_matched_hd95": sums["hd95_sum"] / sums["outlined_pairs"],
            "mean_matched_nsd": sums["nsd_sum"] / sums["outlined_pairs"],
            "mean_true_nsd": sums["nsd_sum"] / sums["outlined_objects"],
        }


def outline_distances(truth: Mask, prediction: Mask) -> Numbers:
    """From every pixel of either outline to the other outline, in pixels."""
    first, second = boundary(truth), boundary(prediction)
    return np.concatenate([distance_to(second)[first], distance_to(first)[second]])


def _matched_masks(comparison: LabelComparison) -> Iterator[tuple[Mask, Mask]]:
    """Each matched pair, cut out of the picture."""
    overlap, pairs = comparison.overlap, comparison.matching
    true = boxes_of(comparison.truth)[pairs.truth_index]
    predicted = boxes_of(comparison.prediction)[pairs.prediction_index]
    near = np.minimum(true, predicted)[:, :2].astype(int).tolist()
    far = np.maximum(true, predicted)[:, 2:].astype(int).tolist()
    true_ids = overlap.truth_ids[pairs.truth_index]
    predicted_ids = overlap.prediction_ids[pairs.prediction_index]
    for (x1, y1), (x2, y2), true_id, predicted_id in zip(
        near, far, true_ids, predicted_ids, strict=True
    ):
        box = slice(y1, y2), slice(x1, x2)
        yield comparison.truth[box] == true_id, comparison.prediction[box] == predicted_id
