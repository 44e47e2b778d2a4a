"""The elements that a screenshot seems to consist of, whoever asks."""

import numpy as np
import numpy.typing as npt

from src.core import Instances
from src.detectors.ui.candidates import SOURCES
from src.detectors.ui.seen import Seen
from src.geometry.boxes import Boxes, area, intersection, iou

LEAST = 0.15
"""How probable an element must be to be told of."""

MOST = 600
"""Elements of one screen."""

SAME = 0.5
"""IoU from which on two boxes are one element."""

CONSIDERED = 4000
"""Candidates that are held against one another, the most probable first."""

TEXT, ICON, CONTROL, PICTURE = "text", "icon", "control", "picture"
"""What an element seems to be."""


def chosen(boxes: Boxes, worth: npt.NDArray[np.float32]) -> npt.NDArray[np.int64]:
    """The most probable candidates, each thing once."""
    order = np.argsort(-worth, kind="stable")[:CONSIDERED]
    order = order[worth[order] >= LEAST]
    return order[suppressed(boxes[order], SAME)][:MOST].astype(np.int64)


def elements_of(seen: Seen) -> Instances:
    """What the screen seems to consist of, with what is written on it."""
    boxes = seen.boxes[seen.elements]
    return Instances(
        seen.shape,
        boxes=boxes,
        scores=seen.worth[seen.elements].astype(np.float64),
        texts=tuple(words_in(seen, boxes)),
        extra={"type": types_of(seen, seen.elements)},
    )


def suppressed(boxes: Boxes, same: float) -> npt.NDArray[np.intp]:
    """Places of the boxes that no earlier one stands for."""
    left = np.ones(len(boxes), bool)
    kept = []
    for place in range(len(boxes)):
        if left[place]:
            kept.append(place)
            left[place:] &= iou(boxes[place : place + 1], boxes[place:])[0] < same
    return np.array(kept, np.intp)


def words_in(seen: Seen, boxes: Boxes) -> list[str | None]:
    """What is written in each box, line by line; ``None`` where nobody read."""
    if seen.texts is None:
        return [None] * len(boxes)
    if not len(seen.lines):
        return [""] * len(boxes)
    inside = intersection(boxes, seen.lines) / np.maximum(area(seen.lines), 1) > 0.6
    order = np.lexsort((seen.lines[:, 0], seen.lines[:, 1]))
    return [" ".join(seen.texts[line] for line in order if own[line]) for own in inside]


def types_of(seen: Seen, places: npt.NDArray[np.int64]) -> npt.NDArray[np.str_]:
    """Text where a box is a line or lines of it, else an icon where small, else a control."""
    boxes, bits = seen.boxes[places], seen.sources[places]
    share = _share_of_text(boxes, seen.lines)
    written = bits & sum(1 << SOURCES.index(name) for name in ("line", "piece", "block"))
    sides = (boxes[:, 2:] - boxes[:, :2]) / (seen.unit * 14)
    types = np.where((sides.max(axis=1) < 3) & (share < 0.3), ICON, CONTROL)
    return np.where((written > 0) | (share > 0.6), TEXT, types).astype(np.str_)


def _share_of_text(boxes: Boxes, lines: Boxes) -> npt.NDArray[np.float64]:
    if not len(lines):
        return np.zeros(len(boxes))
    share: npt.NDArray[np.float64] = intersection(boxes, lines).sum(axis=1)
    return share / np.maximum(area(boxes), 1)
