"""Which boxes are the same ones, by how much they overlap."""

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from src.data.refsets.labels import Area
from src.geometry.boxes import iou, xyxy_from_xywh

ALIKE = 0.5
"""IoU from which on two boxes are one that was moved."""

FEW = 64
"""Pairs up to which numpy takes longer to begin than to compute."""


def overlaps(
    first: Sequence[Area | None], second: Sequence[Area | None]
) -> npt.NDArray[np.float64]:
    """(n, m) IoU; 0 with what has no coordinates."""
    if len(first) * len(second) > FEW:
        return iou(_corners(first), _corners(second))
    shared = np.zeros((len(first), len(second)))
    for row, one in enumerate(first):
        for column, other in enumerate(second):
            if one is not None and other is not None:
                shared[row, column] = overlap(one, other)
    return shared


def overlap(one: Area, other: Area) -> float:
    """IoU of two boxes."""
    width = min(one.x + one.w, other.x + other.w) - max(one.x, other.x)
    height = min(one.y + one.h, other.y + other.h) - max(one.y, other.y)
    if width <= 0 or height <= 0:
        return 0.0
    both = width * height
    return both / (one.w * one.h + other.w * other.h - both)


def alike(shared: npt.NDArray[np.float64]) -> Iterator[tuple[int, int]]:
    """Row and column of the pairs that overlap enough, the most first; none is in two."""
    left = shared.copy()
    while left.size and left.max() >= ALIKE:
        row, column = divmod(int(left.argmax()), left.shape[1])
        yield row, column
        left[row], left[:, column] = 0, 0


def _corners(areas: Sequence[Area | None]) -> npt.NDArray[np.float64]:
    sides = [(0, 0, 0, 0) if one is None else (one.x, one.y, one.w, one.h) for one in areas]
    return xyxy_from_xywh(np.array(sides, float).reshape(-1, 4))
