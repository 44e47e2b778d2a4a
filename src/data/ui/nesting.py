"""Which elements lie in which others."""

import numpy as np
import numpy.typing as npt

from src.geometry.boxes import area, intersection

WHOLE = 0.98
"""Share of an element that lies in another which holds it: boxes drawn by hand stick out a bit."""

LEFT = 0.1
"""Share of an element that must be left free by those in it, so that a person can click on it."""

ON_TOP = 0.5
"""Share from which on a click on an element may have meant the one that it lies in."""


def nested(boxes: npt.ArrayLike, share: float = ON_TOP) -> npt.NDArray[np.bool_]:
    """(n, n) whether the element of a row has that of a column in it, by this share of the latter.

    What is in something is smaller than that; of two elements with one box neither is in the other.
    """
    size = area(boxes)
    inner = np.divide(
        intersection(boxes, boxes), size, out=np.zeros((len(size),) * 2), where=size > 0
    )
    within: npt.NDArray[np.bool_] = (inner >= share) & (size < size[:, None])
    return within


def leaves(boxes: npt.ArrayLike) -> npt.NDArray[np.bool_]:
    """(n,) which elements hold no other as a whole."""
    return np.logical_not(nested(boxes, WHOLE).any(axis=1))


def covered(boxes: npt.ArrayLike, left: float = LEFT) -> npt.NDArray[np.bool_]:
    """(n,) of which elements those that lie in them leave less than this share."""
    places = np.asarray(boxes, np.float64).reshape(-1, 4)
    size, inner = area(places), nested(places)
    several = np.flatnonzero((inner * size).sum(axis=1) > (1 - left) * size)
    told = np.zeros(len(places), bool)
    for one in several:
        told[one] = _together(places[inner[one]], places[one]) > (1 - left) * size[one]
    return told


def _together(boxes: npt.NDArray[np.float64], around: npt.NDArray[np.float64]) -> float:
    """Px of a box that lie in any of others."""
    parts = np.clip(boxes, np.tile(around[:2], 2), np.tile(around[2:], 2))
    xs, ys = np.unique(parts[:, ::2]), np.unique(parts[:, 1::2])
    middle = (xs[:-1] + xs[1:]) / 2, (ys[:-1] + ys[1:]) / 2
    across = (parts[:, :1] < middle[0]) & (middle[0] < parts[:, 2:3])
    down = (parts[:, 1:2] < middle[1]) & (middle[1] < parts[:, 3:])
    taken = down.T.astype(np.int64) @ across.astype(np.int64) > 0
    return float(np.diff(ys) @ taken @ np.diff(xs))
