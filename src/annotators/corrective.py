"""Correcting a prediction: the right class is painted where the clear errors are."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import ndimage

from src.annotators.brush import Brush, compensated
from src.annotators.contour import ways
from src.annotators.errors import Ambiguity
from src.annotators.ground import FINE, Ground, Places
from src.annotators.hand import Hand
from src.annotators.objects import EIGHT, grouped, grown, nearer_end_first, nearest_first
from src.annotators.painter import Painter
from src.annotators.raster import scan_lines
from src.core.annotation import BACKGROUND, FOREGROUND
from src.geometry.distance import Mask, equivalent_radius

# Share of the picture; only so large an error can still hold chunky ones after a round.
MANY = 0.02
# Radius, in px; what would take a smaller brush is one or two dabs of a larger one.
SMALLEST_FILL = 3
# Places along a line at which the room for a brush is looked at.
SAMPLES = 12
# The brush fits at three of four places; the others get a smaller one in the next round.
BRUSH_QUANTILE = 0.25
# How much larger than the best one a brush may be before it is changed.
KEPT = 2.0
# Px of an error in one place that are worth going back to after the first round.
CRUMB = 2


@dataclass(frozen=True)
class CorrectivePhase:
    """Paints missed foreground, then spurious, until only ambiguous pixels are left.

    Args:
        size_noise: px of brush size per px of aim jitter, see ``compensated``.
        line_spacing: brush diameters between scan lines.
        thin_ratio: brush diameters; a narrower error is followed instead of filled.
        chunk_share: radius of the brush for a chunky error, per equivalent radius.
        bounded_brush: a brush for a thin error is no wider than error and aim ask for, and
            leaves a margin; else it is as wide as the class around the error is deep.
        fine_brushes: brushes of 1, 2 and 4 px where no wider one stays inside; else one
            that spills, as the next two say.
        boundary_radius, boundary_erosion: px, of the brush where none stays inside.
        local_margin: a hand is as fast as the room at the error lets it; else as the room
            in the class does.
        stall_share: share of the error that a round must cover.
        stall_rounds: rounds in a row that may cover less.
    """

    ambiguity: Ambiguity
    size_noise: float
    line_spacing: float
    thin_ratio: float
    chunk_share: float
    bounded_brush: bool
    fine_brushes: bool
    boundary_radius: int
    boundary_erosion: int
    local_margin: bool
    stall_share: float
    stall_rounds: int

    def __post_init__(self) -> None:
        if not self.size_noise >= 0:
            raise ValueError(f"size_noise must not be negative, got {self.size_noise}")
        for name in ("line_spacing", "thin_ratio", "chunk_share"):
            if not getattr(self, name) > 0:
                raise ValueError(f"{name} must be above 0, got {getattr(self, name)}")
        for name in ("boundary_radius", "stall_rounds"):
            if not getattr(self, name) >= 1:
                raise ValueError(f"{name} must be at least 1, got {getattr(self, name)}")
        if not 0 <= self.stall_share <= 1:
            raise ValueError(f"stall_share must be within 0 and 1, got {self.stall_share}")
        _ = self.boundary

    @property
    def boundary(self) -> Brush:
        """The brush for errors at the very edge of their class; it may spill."""
        return Brush(self.boundary_radius, self.boundary_erosion - self.boundary_radius)

    def margin(self, hand: Hand, speed: float) -> int:
        """Px to leave free to the other class: what the hand asks for, but no clear error."""
        if not self.bounded_brush:
            return 0
        return int(min(math.ceil(hand.steering_margin(speed)), self.ambiguity.rim))

    def edge_speed(self, hand: Hand, speed: float) -> float:
        """The speed at which a stroke can come so near to the edge that no clear error is left."""
        return min(speed, hand.steering_speed(max(self.ambiguity.rim - 1, 0.0)))

    def paint(self, painter: Painter, prediction: Mask) -> None:
        """Correct every clear error of a prediction."""
        for channel, seen in ((FOREGROUND, prediction), (BACKGROUND, ~prediction)):
            truth = painter.canvas.truth[channel]
            if (truth & ~seen).any():
                ground = painter.ground(channel)
                clear = self.ambiguity.clear_errors(ground.depth, seen, channel)
                if clear.any():
                    _Work(self, painter, channel, ground, clear).run()


class _Work:
    """The correction of one class; ``wanted`` shrinks while it is painted."""

    def __init__(
        self, phase: CorrectivePhase, painter: Painter, channel: int, ground: Ground, wanted: Mask
    ) -> None:
        self.phase = phase
        self.painter = painter
        self.channel = channel
        self.ground = ground
        self.wanted = wanted
        self.half_width = half_widths(wanted)

    def run(self) -> None:
        """Round after round, each with brushes for what is left, until done or stalled."""
        left, stalled = np.argwhere(self.wanted), 0
        chunks, thin = self._chunky_and_thin(left)
        while len(left) and stalled < self.phase.stall_rounds:
            self._round(chunks, thin)
            before, left = len(left), left[self.wanted[tuple(left.T)]]
            stalled = 0 if before - len(left) >= self.phase.stall_share * before else stalled + 1
            if len(left) > MANY * self.wanted.size:
                chunks, thin = self._chunky_and_thin(left)
            else:
                chunks, thin = [], self._worth_going_back(left)
                left = thin

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
        chunks, thin = [], [np.zeros((0, 2), np.int64)]
        for error in grouped(left, labels[tuple(left.T)] - 1, count):
            cells = tuple(error.T)
            size, width = equivalent_radius(len(error)), 2 * self.half_width[cells].max()
            radius = int(self.phase.chunk_share * min(size, self.ground.depth[cells].max()))
            narrow = width < max(2 * radius * self.phase.thin_ratio, size)
            if narrow or radius < SMALLEST_FILL:
                thin.append(error)
            else:
                chunks.append((error, radius))
        return chunks, np.concatenate(thin)

    def _worth_going_back(self, left: Places) -> Places:
        """What was left out in one place and can be seen."""
        if not len(left):
            return left
        labels, _ = ndimage.label(self.wanted, EIGHT)
        own = labels[tuple(left.T)]
        seen: Places = left[np.bincount(own)[own] >= CRUMB]
        return seen

    def _fill(self, error: Places, radius: int) -> None:
        """Cover a chunky error with scan lines."""
        hand, rng = self.painter.hand, self.painter.rng
        deep = self.ground.depth[tuple(error.T)]
        speed = self.phase.edge_speed(hand, hand.paint_speed(self._room(deep, radius)))
        margin = self.phase.margin(hand, speed)
        radius = compensated(radius, hand.aim_sigma(speed), self.phase.size_noise, rng)
        brush = Brush(radius, margin)
        for line in scan_lines(error, self.wanted, brush, self.phase.line_spacing):
            self.painter.draw(line, brush, self.channel, speed, self.wanted)

    def _room(self, deep: npt.NDArray[np.float64], radius: float) -> float:
        room = equivalent_radius(int(np.count_nonzero(deep > radius)))
        return min(room, float(deep.max()) - radius) if self.phase.local_margin else room

    def _trace(self, line: Places) -> None:
        """Follow a thin error carefully, with a brush that fits along most of it."""
        line = line[self.wanted[tuple(line.T)]]
        if not len(line):
            return
        samples = line[:: max(1, len(line) // SAMPLES)]
        brush = self._brush_along(samples)
        waypoints = np.concatenate([line[: -1 : max(1, int(brush.radius) // 4)], line[-1:]])
        way, held = self.ground.snap(waypoints, brush)
        if held.any():
            way = nearer_end_first(way[held], self.painter.cursor())
            speed = self._careful_speed(samples, brush)
            self.painter.draw(way, brush, self.channel, speed, self.wanted)

    def _careful_speed(self, places: Places, brush: Brush) -> float:
        hand = self.painter.hand
        if not self.phase.local_margin:
            inside = int(np.count_nonzero(self.ground.depth > brush.erosion))
            return hand.paint_speed(equivalent_radius(inside), careful=True)
        speed = hand.paint_speed(self.ground.room(places, brush), careful=True)
        return self.phase.edge_speed(hand, speed)

    def _brush_along(self, places: Places) -> Brush:
        hand, phase = self.painter.hand, self.phase
        margin = phase.margin(hand, hand.min_paint_speed)
        most = np.inf
        if phase.bounded_brush:
            asked = _share(self.half_width[tuple(places.T)], 0.5)
            most = max(1.0, asked + hand.aim_sigma(hand.min_paint_speed))
        widest = int(
            _share(self.ground.largest_radius(places, KEPT * most + margin), BRUSH_QUANTILE)
        )
        if not phase.fine_brushes and widest < 1:
            reachable = self.ground.snap(places, phase.boundary)[1].any()
            return phase.boundary if reachable else Brush(1, -1)
        if not phase.bounded_brush:
            return Brush(widest)
        margin = min(margin, max(widest - 1, 0))
        if margin == 0 and widest <= FINE:
            return Brush(_share(self.ground.snug_radii(places), BRUSH_QUANTILE))
        return self._kept(Brush(int(min(widest - margin, most)), margin), widest)

    def _kept(self, best: Brush, widest: int) -> Brush:
        """The brush that is in the hand already, where it is about as good."""
        held = self.painter.brush
        if held is None or held.margin != best.margin or held.erosion > widest:
            return best
        return held if 1 <= held.radius / best.radius <= KEPT else best


def _share(values: npt.NDArray[Any], share: float) -> float:
    """The value below which such a share of them lies."""
    return float(np.sort(values)[int(share * len(values))])


def half_widths(mask: Mask) -> npt.NDArray[np.float64]:
    """About how far each pixel is from outside: in a disk exact, elsewhere up to 25 % more.

    It is the scaled mean of two cheap metrics, one too short on diagonals, one too long.
    """
    if mask.all():
        return np.full(mask.shape, np.inf)
    chessboard = ndimage.distance_transform_cdt(mask, "chessboard")
    taxicab = ndimage.distance_transform_cdt(mask, "taxicab")
    return np.asarray((chessboard + taxicab) / (1 + np.sqrt(0.5)))
