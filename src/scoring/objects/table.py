"""One row per object, so that every error can be pointed at."""

from collections.abc import Sequence

import numpy as np

from src.core import Table
from src.geometry.overlap import Column
from src.scoring.classes import CLASS
from src.scoring.objects.comparison import LabelComparison
from src.scoring.objects.errors import KINDS, SPURIOUS

AXES = ("plane", "row", "column")


def object_table(comparison: LabelComparison, names: Sequence[str] = ()) -> Table:
    """All true objects, then the spurious predictions.

    Columns: ``side`` (truth or prediction), ``id``, ``size`` in pixels, ``matched_id`` (of the
    prediction paired at 0.50; 0, the background, for none), ``iou`` with it (0 for none),
    ``kind`` of error, ``class`` where classes are told apart, and the centroid as ``row`` and
    ``column``, of a volume ``plane`` too.
    """
    overlap, kinds, pairs = comparison.overlap, comparison.kinds, comparison.matching
    spurious = np.flatnonzero(kinds.prediction == SPURIOUS)
    trues = len(overlap.truth_ids)
    matched, iou = np.zeros(trues + len(spurious), np.int64), np.zeros(trues + len(spurious))
    matched[pairs.truth_index] = overlap.prediction_ids[pairs.prediction_index]
    iou[pairs.truth_index] = pairs.iou
    invented = comparison.prediction_runs(overlap.prediction_ids[spurious])
    centroids = np.vstack([comparison.truth_runs.centroids(), invented.centroids()])
    return {
        "side": np.repeat(["truth", "prediction"], [trues, len(spurious)]),
        "id": np.append(overlap.truth_ids, overlap.prediction_ids[spurious]),
        "size": np.append(overlap.truth_sizes, overlap.prediction_sizes[spurious]),
        "matched_id": matched,
        "iou": iou,
        "kind": np.array(KINDS)[np.append(kinds.truth, kinds.prediction[spurious])],
        **_class_column(comparison, spurious, names),
        **dict(zip(AXES[-centroids.shape[1] :], centroids.T, strict=True)),
    }


def _class_column(comparison: LabelComparison, spurious: Column, names: Sequence[str]) -> Table:
    true, found = comparison.truth_classes, comparison.prediction_classes
    if true is None or found is None:
        return {}
    return {CLASS: np.array([*names, ""], np.str_)[np.append(true, found[spurious])]}
