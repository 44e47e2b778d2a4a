"""Straight lines of a screenshot, and the cells that lie between them."""

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from src.detectors.ui.components import component_boxes
from src.detectors.ui.relief import Relief
from src.geometry.boxes import Boxes

STEP = 8
"""Steps of colour from which on a border is seen."""

LEAST_LENGTH = 20
"""Px of the shortest line; a shorter one is a stroke of a letter."""

FAR = 1e9


@dataclass(frozen=True, eq=False)
class Lines:
    """Horizontal lines as (n, 3) y, x1, x2 and vertical ones as (n, 3) x, y1, y2, in px."""

    horizontal: npt.NDArray[np.float64]
    vertical: npt.NDArray[np.float64]

    @classmethod
    def of(cls, relief: Relief) -> "Lines":
        """The straight borders between two colours."""
        return cls(_straight(relief.down), _straight(relief.across.T))

    def cells(self, seeds: Boxes, shape: tuple[int, int]) -> Boxes:
        """The boxes between the nearest lines around each seed, and between the next.

        Where lines end nowhere near, as between the rules of a list, a cell is as wide as they are.
        """
        if not len(seeds):
            return np.zeros((0, 4))
        height, width = shape
        turned = seeds[:, [1, 0, 3, 2]]
        above, below = _around(self.horizontal, seeds, height, width)
        left, right = _around(self.vertical, turned, width, height)
        cells = [
            np.stack([left[i, :, 0], above[j, :, 0], right[i, :, 0], below[j, :, 0]], axis=1)
            for i in (0, 1)
            for j in (0, 1)
        ]
        near = [np.stack([left[0, :, 0], above[0, :, 0], right[1, :, 0], below[0, :, 0]], axis=1)]
        for j in (0, 1):
            x1 = np.maximum(above[j, :, 1], below[j, :, 1])
            x2 = np.minimum(above[j, :, 2], below[j, :, 2])
            near.append(np.stack([x1, above[j, :, 0], x2, below[j, :, 0]], axis=1))
        y1 = np.maximum(left[0, :, 1], right[0, :, 1])
        y2 = np.minimum(left[0, :, 2], right[0, :, 2])
        near.append(np.stack([left[0, :, 0], y1, right[0, :, 0], y2], axis=1))
        found = np.concatenate(cells + near)
        return found[(found[:, 2:] - found[:, :2] >= 4).all(axis=1)]


def _around(
    lines: npt.NDArray[np.float64], seeds: Boxes, height: int, width: int
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """(2, n, 3) nearest and next line above each seed, and the same below; else the edge."""
    middle = (seeds[:, 0] + seeds[:, 2]) / 2
    covers = (lines[None, :, 1] <= middle[:, None]) & (lines[None, :, 2] >= middle[:, None])
    up = np.where(covers & (lines[None, :, 0] <= seeds[:, 1:2] + 1), lines[None, :, 0], -FAR)
    down = np.where(covers & (lines[None, :, 0] >= seeds[:, 3:4] - 1), lines[None, :, 0], FAR)
    above = [_chosen(lines, up, np.array([0.0, 0.0, width]), np.argmax)]
    below = [_chosen(lines, down, np.array([height, 0.0, width]), np.argmin)]
    # A line of 1 px has two borders: the next line is at least 3 px further on.
    up = np.where(up > above[0][:, :1] - 3, -FAR, up)
    down = np.where(down < below[0][:, :1] + 3, FAR, down)
    above.append(_chosen(lines, up, np.array([0.0, 0.0, width]), np.argmax))
    below.append(_chosen(lines, down, np.array([height, 0.0, width]), np.argmin))
    return np.stack(above), np.stack(below)


def _chosen(
    lines: npt.NDArray[np.float64],
    places: npt.NDArray[np.float64],
    otherwise: npt.NDArray[np.float64],
    best: Callable[..., npt.NDArray[np.int64]],
) -> npt.NDArray[np.float64]:
    """(n, 3) the line at the best of its places for each seed; ``otherwise`` where none is."""
    if not len(lines):
        return np.tile(otherwise, (len(places), 1))
    at = best(places, axis=1)
    known = np.abs(places[np.arange(len(places)), at]) < FAR
    return np.where(known[:, None], lines[at], otherwise)


def _straight(steps: npt.NDArray[np.uint8]) -> npt.NDArray[np.float64]:
    """Runs of steps along the rows."""
    if steps.shape[1] < LEAST_LENGTH or not steps.size:
        return np.zeros((0, 3))
    mask = np.ascontiguousarray(steps > STEP, np.uint8)
    kernel = cv2.getStructuringElement(cv2.MORPH_RECT, (LEAST_LENGTH, 1))
    boxes, _ = component_boxes(cv2.morphologyEx(mask, cv2.MORPH_OPEN, kernel) > 0, connectivity=4)
    # Only what is thin is a line; the rest is texture.
    boxes = boxes[boxes[:, 3] - boxes[:, 1] <= 3]
    return np.stack([(boxes[:, 1] + boxes[:, 3] - 1) / 2, boxes[:, 0], boxes[:, 2]], axis=1)
