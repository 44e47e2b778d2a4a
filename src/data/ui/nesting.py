"""Which elements lie in which others."""

import numpy as np
import numpy.typing as npt

from src.geometry.boxes import area, intersection

WHOLE = 0.98
"""Share of an element that lies in another which holds it: boxes drawn by hand stick out a bit."""

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
