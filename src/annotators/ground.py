"""Where around a place a brush can be held so that its paint stays in a class."""

import math
from collections.abc import Iterator, Sequence
from functools import cached_property

import numpy as np
import numpy.typing as npt

from src.annotators.brush import Brush
from src.annotators.lines import Lines
from src.geometry.distance import Mask, equivalent_radius
from src.geometry.stamping import footprint_steps

Depth = npt.NDArray[np.float64]
Places = npt.NDArray[np.int64]
"""(n, 2) pixels, row and column."""

# Px; no brush is larger, and it fits into 16 bits.
DEEPEST = 30_000
# Px; half a pixel more is tried for brushes below this radius, where it is much of their width.
FINE = 2


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
        self._eroded: dict[float, Mask] = {}
        self._steps: dict[float, tuple[Places, Places]] = {}

    def holds(self, places: Places, brush: Brush) -> npt.NDArray[np.bool_]:
        """Whether the brush stays inside, with its margin, at each place."""
        return self._safe(self._cells(places), brush)

    def held_at(self, row: int, column: int, brush: Brush) -> bool:
        """The same for one place."""
        return bool(self._safe((row + self.reach) * self._width + column + self.reach, brush))

    def snap(
        self, places: Places, brush: Brush, farthest: float | None = None
    ) -> tuple[Places, npt.NDArray[np.bool_]]:
        """Places moved to the nearest one that holds the brush, and for which there is one.

        Where there is none within ``farthest`` px, so near that the brush still covers the
        place if not given, it stays as it is.
        """
        cells = self._cells(places)
        unsafe = ~self._safe(cells, brush)
        kept = ~unsafe
        if not unsafe.any():
            return places, kept
        most = brush.radius if farthest is None else farthest
        around, steps = self._around(min(most, self.reach))
        safe = self._safe(cells[unsafe, None] + steps, brush)
        nearest = safe.argmax(axis=1)
        kept[unsafe] = safe[np.arange(len(safe)), nearest]
        snapped = places.copy()
        near = np.maximum(places[unsafe] + around[nearest], 0)
        snapped[unsafe] = np.where(
            kept[unsafe, None], np.minimum(near, self._highest), places[unsafe]
        )
        return snapped, kept

    def snap_lines(
        self, lines: Lines, brushes: Sequence[Brush], bend: float = 0.0
    ) -> tuple[Places, npt.NDArray[np.bool_]]:
        """The same for all points of lines, each of which has its own brush.

        Args:
            bend: px beyond what the brush covers that a place may be moved.
        """
        places, kept = lines.points.copy(), np.empty(len(lines.points), bool)
        for brush, own in by_brush(lines, brushes):
            places[own], kept[own] = self.snap(places[own], brush, brush.radius + bend)
        return places, kept

    def largest_radius(self, places: Places, most: float = math.inf) -> npt.NDArray[np.int16]:
        """For each place the radius of the largest disk in the class that covers it.

        It is -1 beside the class, and never more than ``most`` or the reach.
        """
        farthest = int(min(self._most, most))
        around, steps = self._around(farthest)
        levels = self._levels[self._cells(places)[:, None] + steps]
        radii = np.minimum(levels - np.int16(1), np.int16(farthest))
        covering = radii >= np.hypot(*around.T)
        largest: npt.NDArray[np.int16] = np.where(covering, radii, -1).max(axis=1)
        return largest

    def snug_radii(self, places: Places) -> npt.NDArray[np.float64]:
        """For each place of the class the radius of the widest brush that fits beside or on it."""
        cells, (_, steps) = self._cells(places), self._around(1)
        deepest = self._levels[cells[:, None] + steps].max(axis=1)
        radii: npt.NDArray[np.float64] = deepest.astype(np.float64) - 1
        for whole in range(FINE):
            fine = radii == whole
            if fine.any():
                _, kept = self.snap(places[fine], Brush(whole + 0.5))
                radii[fine] += 0.5 * kept
        return radii

    def rooms(self, lines: Lines, brushes: Sequence[Brush]) -> list[float]:
        """For each line the room for its brush along it: equivalent radii in px.

        It is the area in which a brush that reaches a place can be held, the mean of all places.
        """
        holding = np.zeros(len(lines.points), np.int64)
        for brush, own in by_brush(lines, brushes):
            _, steps = self._around(min(brush.radius, self.reach))
            around = self._cells(lines.points[own])[:, None] + steps
            holding[own] = np.count_nonzero(self._safe(around, brush), axis=1)
        return [equivalent_radius(area) for area in lines.mean(holding).tolist()]

    def _safe(self, cells: Places | int, brush: Brush) -> npt.NDArray[np.bool_]:
        if brush.even:
            return self._erosion(brush.radius + brush.margin)[cells]
        safe: npt.NDArray[np.bool_] = self._levels[cells] > brush.radius + brush.margin
        return safe

    def _erosion(self, radius: float) -> Mask:
        """Where the cursor of a brush of even width can be: depths tell only of odd ones."""
        if radius not in self._eroded:
            inside = self._levels > 0
            eroded = inside.copy()
            for step in (footprint_steps(radius) @ (self._width, 1)).tolist():
                eroded &= np.roll(inside, -step)
            self._eroded[radius] = eroded
        return self._eroded[radius]

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

    def _around(self, radius: float) -> tuple[Places, Places]:
        """Steps to the cursors whose brush covers a place, the shortest first."""
        if radius not in self._steps:
            around = -footprint_steps(radius)
            self._steps[radius] = around, around[:, 0] * self._width + around[:, 1]
        return self._steps[radius]


def by_brush(
    lines: Lines, brushes: Sequence[Brush]
) -> Iterator[tuple[Brush, npt.NDArray[np.bool_]]]:
    """Each brush, and which points are of lines that it is for."""
    if not brushes:
        return
    if brushes.count(brushes[0]) == len(brushes):
        yield brushes[0], np.ones(len(lines.points), bool)
        return
    grips = np.array([complex(brush.radius, brush.margin) for brush in brushes])
    _, first, own = np.unique(grips, return_index=True, return_inverse=True)
    numbers = own[lines.line]
    for number, example in enumerate(first.tolist()):
        yield brushes[example], numbers == number


def highest_around(depth: Depth) -> Depth:
    """The largest depth among each pixel and its eight neighbours."""
    highest = depth.copy()
    for axis in (0, 1):
        after = np.moveaxis(highest, axis, 0)
        before = after.copy()
        np.maximum(after[1:], before[:-1], out=after[1:])
        np.maximum(after[:-1], before[1:], out=after[:-1])
    return highest
