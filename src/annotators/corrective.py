"""Correcting a prediction: the right class is painted where the clear errors are."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import ndimage

from src.annotators.brush import Brush, compensated
from src.annotators.contour import ways
from src.annotators.errors import Ambiguity
from src.annotators.ground import Ground, Places
from src.annotators.objects import EIGHT, grouped, grown, nearer_end_first, nearest_first
from src.annotators.painter import Painter
from src.annotators.raster import scan_lines
from src.core.annotation import BACKGROUND, FOREGROUND
from src.geometry.distance import Mask, depth, equivalent_radius

# Share of the picture; only so large an error can still hold chunky ones after a round.
MANY = 0.02
# Radius, in px; what would take a smaller brush is one or two dabs of a larger one.
SMALLEST_FILL = 3
# Places along a line at which the room for a brush is looked at.
SAMPLES = 12
# The brush fits at three of four places; the others get a smaller one in the next round.
BRUSH_QUANTILE = 0.25


@dataclass(frozen=True)
class CorrectivePhase:
    """Paints missed foreground, then spurious, until only ambiguous pixels are left.

    Args:
        size_noise: px of brush size per px of aim jitter, see ``compensated``.
        line_spacing: brush diameters between scan lines.
        thin_ratio: brush diameters; a narrower error is followed instead of filled.
        neighbourhood: px around a thin error in which the brush may have its centre.
        boundary_radius, boundary_erosion: px, of the brush where none stays inside.
        stall_share: share of the error that a round must cover.
        stall_rounds: rounds in a row that may cover less.
    """

    ambiguity: Ambiguity
    size_noise: float
    line_spacing: float
    thin_ratio: float
    neighbourhood: int
    boundary_radius: int
    boundary_erosion: int
    stall_share: float
    stall_rounds: int

    def __post_init__(self) -> None:
        if not self.size_noise >= 0:
            raise ValueError(f"size_noise must not be negative, got {self.size_noise}")
        for name in ("line_spacing", "thin_ratio"):
            if not getattr(self, name) > 0:
                raise ValueError(f"{name} must be above 0, got {getattr(self, name)}")
        for name in ("neighbourhood", "stall_rounds"):
            if not getattr(self, name) >= 1:
                raise ValueError(f"{name} must be at least 1, got {getattr(self, name)}")
        if not 0 <= self.stall_share <= 1:
            raise ValueError(f"stall_share must be within 0 and 1, got {self.stall_share}")
        _ = self.boundary

    @property
    def boundary(self) -> Brush:
        """The brush for errors at the very edge of their class; it may spill."""
        return Brush(self.boundary_radius, self.boundary_erosion)

    def paint(self, painter: Painter, prediction: Mask) -> None:
        """Correct every clear error of a prediction."""
        for channel, seen in ((FOREGROUND, prediction), (BACKGROUND, ~prediction)):
            truth = painter.canvas.truth[channel]
            if (truth & ~seen).any():
                depths = depth(truth)
                clear = self.ambiguity.clear_errors(depths, seen, channel)
                _Work(self, painter, channel, Ground(depths, self.neighbourhood), clear).run()


@dataclass(frozen=True)
class _Work:
    """The correction of one class; ``wanted`` shrinks while it is painted."""

    phase: CorrectivePhase
    painter: Painter
    channel: int
    ground: Ground
    wanted: Mask

    def run(self) -> None:
        """Round after round, each with brushes for what is left, until done or stalled."""
        left, stalled = np.argwhere(self.wanted), 0
        chunky_too = True
        while len(left) and stalled < self.phase.stall_rounds:
            self._round(*(self._chunky_and_thin(left) if chunky_too else ([], left)))
            before, left = len(left), left[self.wanted[tuple(left.T)]]
            stalled = 0 if before - len(left) >= self.phase.stall_share * before else stalled + 1
            chunky_too = len(left) > MANY * self.wanted.size

    def _round(self, chunks: list[tuple[Places, int]], thin: Places) -> None:
        """Fill what is chunky and follow what is thin, always the nearest first."""
        lines = ways(thin)
        entries = [(pixels[0], pixels[-1]) for pixels in (*(chunk for chunk, _ in chunks), *lines)]
        for number in nearest_first(entries, self.painter.cursor):
            if number < len(chunks):
                self._fill(*chunks[number])
            else:
                self._trace(lines[number - len(chunks)])

    def _chunky_and_thin(self, left: Places) -> tuple[list[tuple[Places, int]], Places]:
        """Chunky errors, each with the radius of the brush for it, and the pixels of thin ones.

        Thin is what is narrow for that brush, or narrower than the radius of a circle of
        its area: some four times as long as wide.
        """
        labels, count = ndimage.label(grown(self.wanted), EIGHT)
        half_width = half_widths(self.wanted)
        chunks, thin = [], [np.zeros((0, 2), np.int64)]
        for error in grouped(left, labels[tuple(left.T)] - 1, count):
            cells = tuple(error.T)
            size, width = equivalent_radius(len(error)), 2 * half_width[cells].max()
            radius = int(min(size, self.ground.depth[cells].max()) / 2)
            narrow = width < max(2 * radius * self.phase.thin_ratio, size)
            if narrow or radius < SMALLEST_FILL:
                thin.append(error)
            else:
                chunks.append((error, radius))
        return chunks, np.concatenate(thin)

    def _fill(self, error: Places, radius: int) -> None:
        """Cover a chunky error with scan lines."""
        hand, rng = self.painter.hand, self.painter.rng
        deep = self.ground.depth[tuple(error.T)]
        room = equivalent_radius(int(np.count_nonzero(deep > radius)))
        speed = hand.paint_speed(min(room, float(deep.max()) - radius))
        radius = compensated(radius, hand.aim_sigma(speed), self.phase.size_noise, rng)
        brush = Brush(radius, radius)
        for line in scan_lines(error, self.wanted, brush, self.phase.line_spacing):
            self.painter.draw(line, self.ground, brush, self.channel, speed, self.wanted)

    def _trace(self, line: Places) -> None:
        """Follow a thin error carefully, with the largest brush that fits along most of it."""
        line = line[self.wanted[tuple(line.T)]]
        if not len(line):
            return
        samples = line[:: max(1, len(line) // SAMPLES)]
        brush = self._brush_along(samples)
        speed = self.painter.hand.paint_speed(self.ground.room(samples, brush), careful=True)
        waypoints = np.concatenate([line[: -1 : max(1, brush.radius // 4)], line[-1:]])
        way = self.ground.snap(waypoints, brush)
        if len(way):
            way = nearer_end_first(way, self.painter.cursor())
            self.painter.draw(way, self.ground, brush, self.channel, speed, self.wanted)

    def _brush_along(self, places: Places) -> Brush:
        radii = np.sort(self.ground.largest_radius(places))
        radii = radii[radii > 0]
        if len(radii):
            radius = int(radii[int(BRUSH_QUANTILE * len(radii))])
            return Brush(radius, radius)
        reachable = len(self.ground.snap(places, self.phase.boundary))
        return self.phase.boundary if reachable else Brush(1, 0)


def half_widths(mask: Mask) -> npt.NDArray[np.float64]:
    """About how far each pixel is from outside: in a disk exact, elsewhere up to 25 % more.

    It is the scaled mean of two cheap metrics, one too short on diagonals, one too long.
    """
    if mask.all():
        return np.full(mask.shape, np.inf)
    chessboard = ndimage.distance_transform_cdt(mask, "chessboard")
    taxicab = ndimage.distance_transform_cdt(mask, "taxicab")
    return np.asarray((chessboard + taxicab) / (1 + np.sqrt(0.5)))
