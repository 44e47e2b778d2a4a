"""Polygons: corners in order, x and y in pixels, closed by themselves."""

import numpy as np
import numpy.typing as npt

Polygon = npt.NDArray[np.float64]
"""(k, 2) x and y."""


def inside(polygon: npt.ArrayLike, points: npt.ArrayLike) -> npt.NDArray[np.bool_]:
    """(n,) which points lie in a polygon, by the even–odd rule: a hole of a pentagram is outside.

    A near edge (left, top) belongs to the polygon and a far one does not, as with boxes.
    """
    corners, places = _pairs(polygon), _pairs(points)
    x, y = places[:, :1], places[:, 1:]
    begin, end = corners, np.roll(corners, -1, axis=0)
    spans = (begin[:, 1] <= y) != (end[:, 1] <= y)
    rise = np.where(end[:, 1] == begin[:, 1], 1.0, end[:, 1] - begin[:, 1])
    crossing = begin[:, 0] + (y - begin[:, 1]) * (end[:, 0] - begin[:, 0]) / rise
    odd: npt.NDArray[np.bool_] = (spans & (x < crossing)).sum(axis=1) % 2 == 1
    return odd


def around(polygon: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """(4,) the box round a polygon, xyxy."""
    corners = _pairs(polygon)
    return np.concatenate([corners.min(axis=0), corners.max(axis=0)])


def _pairs(values: npt.ArrayLike) -> npt.NDArray[np.float64]:
    pairs = np.asarray(values, np.float64)
    if pairs.shape == (0,):
        return pairs.reshape(0, 2)
    if pairs.ndim != 2 or pairs.shape[1] != 2:
        raise ValueError(f"points must be (n, 2), got {pairs.shape}")
    return pairs
