"""Where around a place a brush can be held so that its paint stays in a class."""

from functools import cache, cached_property

import numpy as np
import numpy.typing as npt

from src.annotators.brush import Brush
from src.core.arrays import frozen
from src.geometry.distance import equivalent_radius

Depth = npt.NDArray[np.float64]
Places = npt.NDArray[np.int64]
"""(n, 2) pixels, row and column."""

# Px; no brush is larger, and it fits into 16 bits.
DEEPEST = 30_000


class Ground:
    """The depth of a class, looked up around many places at once.

    Args:
        depth: of the class, in px.
        reach: px around a place that can be looked at.
    """

    def __init__(self, depth: Depth, reach: int = 20) -> None:
        if reach < 1:
            raise ValueError(f"reach must be at least 1, got {reach}")
        self.depth = depth
        self.reach = reach
        self._width = depth.shape[1] + 2 * reach
        self._highest = np.array(depth.shape) - 1

    def snap(self, places: Places, brush: Brush) -> Places:
        """Places moved to the nearest one that is deep enough; left out if that is out of reach.

        Out of reach is where the brush would no longer cover the place.
        """
        cells = self._cells(places)
        unsafe = self._levels[cells] <= brush.erosion
        if not unsafe.any():
            return places
        around, steps = self._around(min(brush.radius, self.reach))
        safe = self._levels[cells[unsafe, None] + steps] > brush.erosion
        nearest = safe.argmax(axis=1)
        snapped = places.copy()
        near = np.maximum(places[unsafe] + around[nearest], 0)
        snapped[unsafe] = np.minimum(near, self._highest)
        keep = ~unsafe
        keep[unsafe] = safe[np.arange(len(safe)), nearest]
        return snapped[keep]

    def largest_radius(self, places: Places) -> npt.NDArray[np.int16]:
        """For each place the radius of the largest disk in the class that covers it.

        It is 0 where no disk fits, and never more than the reach.
        """
        around, steps = self._around(self._most)
        levels = self._levels[self._cells(places)[:, None] + steps]
        radii = np.minimum(levels - np.int16(1), np.int16(self._most))
        largest: npt.NDArray[np.int16] = (radii * (radii >= np.hypot(*around.T))).max(axis=1)
        return largest

    def room(self, places: Places, brush: Brush) -> float:
        """Equivalent radius, in px, of where a brush that reaches a place can be held; the mean."""
        _, steps = self._around(min(brush.radius, self.reach))
        safe = self._levels[self._cells(places)[:, None] + steps] > brush.erosion
        return equivalent_radius(np.count_nonzero(safe) / len(places))

    @cached_property
    def _levels(self) -> npt.NDArray[np.int16]:
        """Depths rounded up, which compare with whole radii as the exact ones do.

        They are continued beyond the border, as the class is.
        """
        levels = np.ceil(np.minimum(self.depth, DEEPEST)).astype(np.int16)
        return np.pad(levels, self.reach, mode="edge").ravel()

    @cached_property
    def _most(self) -> int:
        """The largest radius that fits anywhere within reach."""
        return max(1, min(self.reach, int(self._levels.max()) - 1))

    def _cells(self, places: Places) -> Places:
        cells: Places = (places[:, 0] + self.reach) * self._width + places[:, 1] + self.reach
        return cells

    def _around(self, reach: int) -> tuple[Places, Places]:
        around = neighbourhood(reach)
        return around, around[:, 0] * self._width + around[:, 1]


def highest_around(depth: Depth) -> Depth:
    """The largest depth among each pixel and its eight neighbours."""
    highest = depth.copy()
    for axis in (0, 1):
        after = np.moveaxis(highest, axis, 0)
        before = after.copy()
        np.maximum(after[1:], before[:-1], out=after[1:])
        np.maximum(after[:-1], before[1:], out=after[:-1])
    return highest


@cache
def neighbourhood(reach: int) -> Places:
    """(n, 2) steps of at most ``reach`` px, the shortest first."""
    steps = np.arange(-reach, reach + 1)
    down, right = (grid.ravel() for grid in np.meshgrid(steps, steps, indexing="ij"))
    squared = down**2 + right**2
    order = np.argsort(squared, kind="stable")
    order = order[squared[order] <= reach**2]
    around: Places = frozen(np.stack([down[order], right[order]], axis=1), np.int64)
    return around
