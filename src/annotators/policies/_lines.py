"""Lines to draw along: of equal depth, and with gaps."""

import numpy as np
from skimage.measure import find_contours

from src.annotators.ground import Depth
from src.annotators.strokes import Points


def isolines(depths: Depth, level: float, rng: np.random.Generator) -> list[Points]:
    """Lines, (n, 2), of one depth in random order; closed ones begin anywhere.

    Where nothing is as shallow as that, it is the deepest pixel.
    """
    lines = find_contours(np.pad(depths, 1, mode="edge"), level)
    highest = np.array(depths.shape) - 1.0
    if not lines:
        return [np.array([np.unravel_index(depths.argmax(), depths.shape)], np.float64)]
    return [
        np.clip(_begun_anywhere(lines[number], rng) - 1, 0, highest)
        for number in rng.permutation(len(lines))
    ]


def broken(line: Points, stretch: float, gap: float, rng: np.random.Generator) -> list[Points]:
    """Stretches of a line, with gaps between them.

    Args:
        stretch, gap: mean px of each; their lengths are exponentially distributed.
    """
    along = np.hypot(*np.diff(line, axis=0, prepend=line[:1]).T).cumsum()
    kept, at = [], 0.0
    while at <= along[-1]:
        end = at + rng.exponential(stretch)
        first, last = np.searchsorted(along, [at, end])
        if last > first:
            kept.append(line[first:last])
        at = end + rng.exponential(gap)
    return kept


def _begun_anywhere(line: Points, rng: np.random.Generator) -> Points:
    if not np.array_equal(line[0], line[-1]):
        return line
    ring = np.roll(line[:-1], -int(rng.integers(len(line) - 1)), axis=0)
    return np.concatenate([ring, ring[:1]])
