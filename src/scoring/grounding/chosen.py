"""What a method takes the element to be that it answered with."""

import numpy as np
import numpy.typing as npt

from src.geometry.boxes import iou
from src.scoring.grounding.asked import Asked

SAME = 0.5
"""IoU from which on a parsed element is the one of the answer."""


def chosen_types(asked: Asked) -> npt.NDArray[np.str_]:
    """(n,) the type of the parsed element nearest to each answer; empty where there is none."""
    types, boxes = asked.elements.extra.get("type"), asked.elements.boxes
    chosen = np.full(len(asked.answers), "", dtype=object)
    if types is None or boxes is None or not len(boxes):
        return chosen.astype(str)
    answered = np.flatnonzero(~np.isnan(asked.found[:, 0, 0]))
    shared = iou(asked.found[answered, 0], boxes)
    nearest = shared.argmax(axis=1)
    near = shared[np.arange(len(answered)), nearest] >= SAME
    chosen[answered[near]] = np.asarray(types)[nearest[near]]
    return chosen.astype(str)
