"""Where a brush touches the picture between two samples of the pointer.

The page paints by the same rule (``src/studio/page/dabs.js``). It has whole numbers only, so that
both come to the same mask, to the bit.
"""

import numpy as np
import numpy.typing as npt

Places = npt.NDArray[np.int64]

NEIGHBOUR = 8
"""Four times the square of the way to a diagonal neighbour: a mouse has no finer places."""


def dabs_between(start: Places, end: Places, radius: int) -> Places:
    """(n, 2) pixels after ``start`` up to ``end``, at most half a radius apart, or neighbours."""
    way = end - start
    count = _count(abs(int(way[0])), abs(int(way[1])), radius)
    steps = np.arange(1, count + 1)[:, None]
    places: Places = start + (2 * way * steps + count) // (2 * count)
    return places


def furthest(radius: int) -> float:
    """Pixels between two dabs of a brush, at most."""
    return float(np.sqrt(max(NEIGHBOUR, radius * radius) / 4))


def _count(down: int, right: int, radius: int) -> int:
    """The smallest number of steps none of which is too long, after rounding to pixels."""
    most = max(NEIGHBOUR, radius * radius)
    low, high = 1, max(down, right, 1)
    while low < high:
        middle = (low + high) // 2
        if 4 * ((-(-down // middle)) ** 2 + (-(-right // middle)) ** 2) <= most:
            high = middle
        else:
            low = middle + 1
    return low
