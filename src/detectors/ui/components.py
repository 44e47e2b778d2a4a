"""Boxes of what hangs together: ink at several closings, and areas of one colour."""

from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from src.detectors.ui.relief import Mask, Relief
from src.geometry.boxes import Boxes, clip

CLOSINGS = ((1, 1), (3, 3), (5, 5), (9, 3), (9, 9), (15, 3), (17, 13), (27, 5), (29, 21))
"""Width and height, in px at a text height of 14, of the gaps that are bridged."""

INK = (14, 40)
"""Steps of colour from which on a pixel is inked; the fainter finds pale frames, the other keeps
what is written on a photograph apart."""

STRONG_CLOSINGS = ((1, 1), (5, 5), (11, 5), (21, 11))
"""Those of the stronger ink."""

FLAT = (0, 3, 9)
"""Steps of colour up to which an area is of one colour: drawn, shaded, and after JPEG."""

LEAST_SIDE = 3
LEAST_FLAT = 24
"""Px of the smallest component and px² of the smallest flat area."""


def ink_boxes(relief: Relief, unit: float) -> Boxes:
    """Boxes of the ink, at every closing.

    Args:
        unit: height of the text over 14 px, by which the closings grow.
    """
    plans = ((INK[0], CLOSINGS), (INK[1], STRONG_CLOSINGS))
    parts: list[Boxes] = []
    for step, closings in plans:
        ink = (relief.edges > step).astype(np.uint8)
        sizes = dict.fromkeys((_scaled(w, unit), _scaled(h, unit)) for w, h in closings)
        parts.extend(_closed_boxes(ink, size) for size in sizes)
    return np.concatenate(parts)


def flat_boxes(relief: Relief) -> Boxes:
    """Boxes of the areas of one colour, their edge included."""
    parts: list[Boxes] = []
    for step in FLAT:
        boxes, areas = component_boxes(relief.edges <= step, connectivity=4)
        boxes = boxes[areas >= LEAST_FLAT] + np.array([-1, -1, 1, 1])
        parts.append(clip(boxes, relief.shape))
    return np.concatenate(parts)


def component_boxes(mask: Mask, connectivity: int = 8) -> tuple[Boxes, npt.NDArray[np.int64]]:
    """Box and area of every component of a mask."""
    if not mask.size:
        return np.zeros((0, 4)), np.zeros(0, np.int64)
    _, _, stats, _ = cv2.connectedComponentsWithStats(
        mask.astype(np.uint8), connectivity=connectivity, ltype=cv2.CV_32S
    )
    stats = np.asarray(stats, np.int64)[1:]
    boxes = np.stack(
        [stats[:, 0], stats[:, 1], stats[:, 0] + stats[:, 2], stats[:, 1] + stats[:, 3]], axis=1
    )
    return boxes.astype(np.float64), np.asarray(stats[:, 4], np.int64)


def _closed_boxes(ink: npt.NDArray[np.uint8], size: tuple[int, int]) -> Boxes:
    closed: npt.NDArray[Any] = ink
    if size != (1, 1):
        kernel = cv2.getStructuringElement(cv2.MORPH_RECT, size)
        closed = np.asarray(cv2.morphologyEx(ink, cv2.MORPH_CLOSE, kernel), np.uint8)
    boxes, _ = component_boxes(closed > 0)
    sides = boxes[:, 2:] - boxes[:, :2]
    # Both sides of a step are edges, so what is inked seems a pixel larger all round.
    tight = boxes + np.where(np.tile(sides, 2) > 4, np.array([1, 1, -1, -1]), 0)
    return tight[(sides >= LEAST_SIDE).all(axis=1)]


def _scaled(side: int, unit: float) -> int:
    """An odd number of pixels."""
    return 1 if side == 1 else max(3, 2 * round(side * unit / 2 - 0.5) + 1)
