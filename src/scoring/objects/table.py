"""One row per object, so that every error can be pointed at."""

import numpy as np

from src.core import Table
from src.scoring.objects.comparison import LabelComparison
from src.scoring.objects.errors import KINDS, SPURIOUS


def object_table(comparison: LabelComparison) -> Table:
    """All true objects, then the spurious predictions.

    Columns: ``side`` (truth or prediction), ``id``, ``size`` in pixels, ``matched_id`` (of the
    prediction paired at 0.50; 0, the background, for none), ``iou`` with it (0 for none),
    ``kind`` of error, and the centroid as ``row`` and ``column``.
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
        "row": centroids[:, 0],
        "column": centroids[:, 1],
    }
