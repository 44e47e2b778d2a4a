"""Whether corners enclose anything at all."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from src.data.ui.elements import Point
from src.geometry.polygons import around

PIXEL_SLACK = 0.01
"""Pixels of breadth that corners on one line may have by the digits they were written with."""

Corners = npt.NDArray[np.float64]

HEIGHTS = (0.25, 0.75)
"""Where a stripe between two corners is looked at: two sides of an hourglass cross at one."""


def is_flat(points: Sequence[Point], slack: float) -> bool:
    """Whether no point lies in a polygon by the even–odd rule, as where all corners are on a line.

    Args:
        points: three corners or more, finite.
        slack: mean breadth that counts as none, in the unit of the corners.
    """
    # In units of the largest number, since products of large ones overflow.
    unit = float(np.abs(points).max()) or 1.0
    begin = np.asarray(points, np.float64) / unit
    end = np.roll(begin, -1, axis=0)
    x1, y1, x2, y2 = around(begin).tolist()
    # The area of an even–odd polygon has no formula where its sides cross, so it is summed up.
    enough, area = slack / unit * max(x2 - x1, y2 - y1), 0.0
    heights = np.unique(begin[:, 1])
    for low, high in pairwise(heights):
        for share in HEIGHTS:
            breadth = _breadth(begin, end, low + share * (high - low))
            area += (high - low) * breadth / len(HEIGHTS)
        if area > enough:
            return False
    return True


def _breadth(begin: Corners, end: Corners, y: float) -> float:
    """How much of the line at a height lies inside."""
    crossed = (begin[:, 1] <= y) != (end[:, 1] <= y)
    first, second = begin[crossed], end[crossed]
    share = (y - first[:, 1]) / (second[:, 1] - first[:, 1])
    places = np.sort(first[:, 0] + share * (second[:, 0] - first[:, 0]))
    return float((places[1::2] - places[::2]).sum())
