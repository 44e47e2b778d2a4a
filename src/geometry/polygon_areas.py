"""How much of a box a polygon covers, by the even-odd rule."""

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from src.geometry.containment import sides
from src.geometry.polygons import Polygon, around


def polygon_area(polygon: npt.ArrayLike) -> float:
    """Square pixels inside."""
    return area_in_box(polygon, around(polygon))


def polygon_iou(polygon: npt.ArrayLike, box: npt.ArrayLike) -> float:
    """Intersection over union of a polygon and an upright box; 0 where neither has an area."""
    own = np.asarray(box, np.float64)
    shared = area_in_box(polygon, own)
    union = polygon_area(polygon) + float((own[2:] - own[:2]).prod()) - shared
    return shared / union if union > 0 else 0.0


def area_in_box(polygon: npt.ArrayLike, box: npt.ArrayLike) -> float:
    """Square pixels inside both, exactly.

    The box is cut into bands at every height where sides begin, end, cross one another or leave
    the box, so that within a band the polygon is a row of trapezoids.
    """
    left, top, right, bottom = np.asarray(box, np.float64).tolist()
    begin, end = sides(polygon)
    level = np.unique([*_heights(begin, end, left, right), top, bottom])
    level = level[(level >= top) & (level <= bottom)]
    total = 0.0
    for high, low in pairwise(level):
        middle = (high + low) / 2
        across = (begin[:, 1] > middle) != (end[:, 1] > middle)
        (x1, y1), (x2, y2) = begin[across].T, end[across].T
        # The middle of a trapezoid's width is its mean width; ends beyond the box are cut off.
        ends = np.sort(np.clip(x1 + (middle - y1) * (x2 - x1) / (y2 - y1), left, right))
        total += float((ends[1::2] - ends[::2]).sum() * (low - high))
    return total


def _heights(begin: Polygon, end: Polygon, left: float, right: float) -> Iterator[float]:
    """Where the row of trapezoids changes."""
    yield from begin[:, 1].tolist()
    ways = end - begin
    with np.errstate(all="ignore"):
        for edge in (left, right):
            along = (edge - begin[:, 0]) / ways[:, 0]
            yield from (begin[:, 1] + along * ways[:, 1])[(along > 0) & (along < 1)].tolist()
        for number in range(len(begin) - 1):
            others = slice(number + 1, None)
            apart = begin[others] - begin[number]
            turn = ways[number, 0] * ways[others, 1] - ways[number, 1] * ways[others, 0]
            along = (apart[:, 0] * ways[others, 1] - apart[:, 1] * ways[others, 0]) / turn
            crossed = (along > 0) & (along < 1)
            yield from (begin[number, 1] + along * ways[number, 1])[crossed].tolist()
