"""What lies in a box or a polygon, and whether its outline does."""

from typing import Literal

import numpy as np
import numpy.typing as npt

from src.geometry.polygons import Polygon, inside

Edge = Literal["closed", "half_open", "open"]
EDGES: tuple[Edge, ...] = ("closed", "half_open", "open")
"""Whether what lies on the outline is inside: all of it, its near sides alone, or none of it."""


def in_boxes(points: npt.ArrayLike, boxes: npt.ArrayLike, edge: Edge) -> npt.NDArray[np.bool_]:
    """(…,) whether each point lies in its box; ``nan`` lies nowhere.

    Args:
        points: (…, 2) x and y.
        boxes: (…, 4) xyxy.
    """
    place, box = np.asarray(points, np.float64), np.asarray(boxes, np.float64)
    near, far = place - box[..., :2], box[..., 2:] - place
    if edge == "closed":
        inside = (near >= 0) & (far >= 0)
    elif edge == "half_open":
        inside = (near >= 0) & (far > 0)
    else:
        inside = (near > 0) & (far > 0)
    return np.asarray(inside.all(axis=-1))


def in_polygon(points: npt.ArrayLike, polygon: npt.ArrayLike, edge: Edge) -> npt.NDArray[np.bool_]:
    """(n,) whether each of (n, 2) points lies in a polygon, however often it crosses itself.

    An upright rectangle holds the points that its box holds, for every ``edge``.
    """
    places = np.asarray(points, np.float64).reshape(-1, 2)
    begin, end = sides(polygon)
    held = inside(polygon, places)
    if edge == "half_open":
        return held
    x, y = places[:, :1], places[:, 1:]
    (x1, y1), (x2, y2) = begin.T, end.T
    beside = (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1) == 0
    within = (x >= np.minimum(x1, x2)) & (x <= np.maximum(x1, x2))
    within &= (y >= np.minimum(y1, y2)) & (y <= np.maximum(y1, y2))
    outline = (beside & within).any(axis=1)
    return np.asarray(held | outline if edge == "closed" else held & ~outline)


def sides(polygon: npt.ArrayLike) -> tuple[Polygon, Polygon]:
    """Where each side begins, and where it ends."""
    corners = np.asarray(polygon, np.float64)
    if corners.ndim != 2 or corners.shape[1] != 2 or len(corners) < 3:
        raise ValueError(f"a polygon is three corners or more, got shape {corners.shape}")
    return corners, np.roll(corners, -1, axis=0)
