"""Distances between the outlines of matched objects, pair by pair."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from src.geometry.overlap import Column
from src.geometry.spans import ranked

Numbers = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class PairedDistances:
    """From every pixel of the outlines of matched objects to the outline of the partner.

    Args:
        distances: (n,) pixels, each the root of a whole number.
        groups: (n,) pair, from 1; each has distances in either way.
        ways: (n,) 0 from truth to prediction, 1 back.
    """

    distances: Numbers
    groups: Column
    ways: npt.NDArray[np.int8]
    pairs: int

    def percentiles(self, share: float) -> tuple[Numbers, Numbers]:
        """(pairs,) of both ways together, and the larger of those of either way.

        Args:
            share: from 0 to 1; what lies between two distances is interpolated, as numpy does.
        """
        squared, ranks = ranked(np.rint(self.distances**2).astype(np.int64))
        # Small whole numbers are sorted digit by digit, ten times faster than by comparing.
        minor = ranks.astype(np.min_scalar_type(len(squared)))
        order = np.lexsort((minor, self.groups.astype(np.min_scalar_type(self.pairs))))
        ordered, ways = np.sqrt(squared)[ranks[order]], self.ways[order]
        sizes = [
            np.bincount(self.groups.compress(self.ways == way), minlength=self.pairs + 1)[1:]
            for way in (0, 1)
        ]
        directed = [_of_each(ordered.compress(ways == way), sizes[way], share) for way in (0, 1)]
        return _of_each(ordered, sizes[0] + sizes[1], share), np.maximum(*directed)


def _of_each(ordered: Numbers, sizes: Column, share: float) -> Numbers:
    """The percentile of each stretch of ascending numbers."""
    starts = np.cumsum(sizes) - sizes
    position = share * (sizes - 1)
    low = np.floor(position).astype(np.int64)
    below = ordered[starts + low]
    above = ordered[starts + np.minimum(low + 1, sizes - 1)]
    return np.asarray(below + (above - below) * (position - low))
