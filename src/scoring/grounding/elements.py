"""How much of a screen was parsed at all: recall and average precision of its elements."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from src.core import Instances, Row, Table
from src.scoring.coco_ap import coco_average_precision
from src.scoring.grounding.asked import REFUSAL

TRUE, PARSED = "true_elements", "parsed_elements"
"""Tables of a row."""

NAMES = ("element_ap_at_0.50", "element_ap", "element_recall_at_0.50", "element_recall")


def element_tables(truth: Instances, parsed: Instances) -> dict[str, Table]:
    """The boxes of both sides; refusals are no elements.

    A parser that gives no scores ranks nothing: all of its elements are equally sure.
    """
    kinds = truth.extra.get("box_type")
    there = np.ones(len(truth), bool) if kinds is None else np.asarray(kinds) != REFUSAL
    sure = np.ones(len(parsed)) if parsed.scores is None else parsed.scores
    size = np.array(truth.shape, np.int64)
    return {
        TRUE: {**_corners(truth.select(there)), "scored": truth.counts[there]},
        PARSED: {**_corners(parsed), "score": np.nan_to_num(sure)},
        "shape": {"pixels": size},
    }


def element_metrics(rows: Sequence[Row]) -> dict[str, float]:
    """COCO's numbers without regard to types; ``nan`` where there is nothing to find.

    Only for sets in which all elements of a screen are labelled: whatever else was parsed is wrong.
    """
    truths = [_instances(row, TRUE) for row in rows]
    card = coco_average_precision(truths, [_instances(row, PARSED) for row in rows], of="boxes")
    names = ("ap_at_0.50", "ap", "ar_at_0.50", "ar")
    return dict(zip(NAMES, (card.metrics[name] for name in names), strict=True))


def _corners(instances: Instances) -> dict[str, npt.NDArray[np.float64]]:
    boxes = np.zeros((0, 4)) if instances.boxes is None else instances.boxes
    return {name: boxes[:, place] for place, name in enumerate(("x1", "y1", "x2", "y2"))}


def _instances(row: Row, name: str) -> Instances:
    table = row.tables[name]
    height, width = row.tables["shape"]["pixels"].tolist()
    boxes = np.stack([table[corner] for corner in ("x1", "y1", "x2", "y2")], axis=1)
    return Instances(
        (height, width), boxes=boxes, scores=table.get("score"), scored=table.get("scored")
    )
