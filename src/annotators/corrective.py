"""Correcting a prediction: the right class is painted where the clear errors are."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import ndimage

from src.annotators.brush import Brush, compensated, whole_pixels
from src.annotators.contour import connected, ways
from src.annotators.courses import Course
from src.annotators.errors import Ambiguity
from src.annotators.ground import Depth, Ground, Places
from src.annotators.hand import Hand
from src.annotators.objects import EIGHT, grown, tour
from src.annotators.painter import Painter
from src.annotators.raster import scan_lines
from src.annotators.tracing import Tracing
from src.core.annotation import BACKGROUND, FOREGROUND
from src.geometry.distance import Mask, equivalent_radius

# Share of the picture; only so large an error can still hold chunky ones after a round.
MANY = 0.02
# Radius, in px; what would take a smaller brush is one or two dabs of a larger one.
SMALLEST_FILL = 3
# Px of an error in one place, or from end to end, that are worth going back to.
CRUMB = 4


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

    def margin(self, hand: Hand, speed: float) -> float:
        """Px to leave free to the other class, on average: as the hand asks, but no clear error."""
        if not self.bounded_brush:
            return 0.0
        return min(hand.steering_margin(speed), self.ambiguity.rim)

    def edge_speed(self, hand: Hand, speed: float) -> float:
        """The speed at which a stroke can come so near to the edge that no clear error is left."""
        return min(speed, hand.steering_speed(max(self.ambiguity.rim - 1, 0.0)))

    def tracing(
        self, hand: Hand, rng: np.random.Generator, ground: Ground, half_width: Depth
    ) -> Tracing:
        """How thin errors are followed."""
        return Tracing(
            hand=hand,
            ground=ground,
            half_width=half_width,
            margin=self.margin(hand, hand.min_paint_speed),
            rng=rng,
            fastest=self.edge_speed(hand, hand.max_paint_speed),
            boundary=self.boundary,
            bounded_brush=self.bounded_brush,
            fine_brushes=self.fine_brushes,
            local_margin=self.local_margin,
        )

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
        self.tracing = phase.tracing(painter.hand, painter.rng, ground, self.half_width)

    def run(self) -> None:
        """Round after round, each with brushes for what is left, until done or stalled."""
        left, stalled = np.argwhere(self.wanted), 0
        chunks, thin = self._chunky_and_thin(left)
        while len(left) and stalled < self.phase.stall_rounds:
            self._round(chunks, thin)
            before, left = len(left), left[self.wanted[tuple(left.T)]]
            if before == len(left):
                break  # the same brushes would not fit the next time either
            stalled = 0 if before - len(left) >= self.phase.stall_share * before else stalled + 1
            if len(left) > MANY * self.wanted.size:
                chunks, thin = self._chunky_and_thin(left)
            else:
                chunks, thin = [], self._worth_going_back(left)
                left = thin

    def _round(self, chunks: list[tuple[Places, int]], thin: Places) -> None:
        """Fill what is chunky and follow what is thin, always the nearest first."""
        lines = ways(thin)
        ends = [pixels[[0, -1]].tolist() for pixels in (*(chunk for chunk, _ in chunks), *lines)]
        order = [*tour(ends, self.painter.cursor())]
        first = len(chunks)
        courses = self._courses(
            [
                lines[number - first][::-1] if turned else lines[number - first]
                for number, turned in order
                if number >= first
            ]
        )
        for number, _ in order:
            if number < first:
                self._fill(*chunks[number])
            else:
                self.painter.follow(next(courses), self.channel, self.wanted)

    def _courses(self, lines: list[Places]) -> Iterator[Course]:
        if not lines:
            return iter(())
        ways, brushes, speeds = self.tracing.along(lines, self.painter.brush)
        return iter(self.painter.courses(ways, brushes, speeds, self.channel, self.wanted))

    def _chunky_and_thin(self, left: Places) -> tuple[list[tuple[Places, int]], Places]:
        """Chunky errors, each with the radius of the brush for it, and the pixels of thin ones.

        Thin is what is narrow for that brush, or narrower than the radius of a circle of
        its area: some four times as long as wide.
        """
        labels, count = ndimage.label(grown(self.wanted), EIGHT)
        cells = left[:, 0], left[:, 1]
        of = labels[cells] - 1
        size = np.sqrt(np.bincount(of, minlength=count) / math.pi)
        half_width, deepest = np.zeros(count), np.zeros(count)
        np.maximum.at(half_width, of, self.half_width[cells])
        np.maximum.at(deepest, of, self.ground.depth[cells])
        radius = (self.phase.chunk_share * np.minimum(size, deepest)).astype(np.int64)
        narrow = 2 * half_width < np.maximum(2 * radius * self.phase.thin_ratio, size)
        thin = narrow | (radius < SMALLEST_FILL)
        chunky = np.flatnonzero(~thin).tolist()
        return [(left[of == number], int(radius[number])) for number in chunky], left[thin[of]]

    def _worth_going_back(self, left: Places) -> Places:
        """What was left out in one place and can be seen."""
        if not len(left):
            return left
        own = connected(left)
        low, high = (np.full((own.max() + 1, 2), edge) for edge in (left.max(), 0))
        np.minimum.at(low, own, left)
        np.maximum.at(high, own, left)
        large = (np.bincount(own) >= CRUMB) | ((high - low).max(axis=1) >= CRUMB)
        seen: Places = left[large[own]]
        return seen

    def _fill(self, error: Places, radius: int) -> None:
        """Cover a chunky error with scan lines."""
        hand, rng = self.painter.hand, self.painter.rng
        deep = self.ground.depth[tuple(error.T)]
        speed = self.phase.edge_speed(hand, hand.paint_speed(self._room(deep, radius)))
        margin = self.phase.margin(hand, speed)
        radius = compensated(radius, hand.aim_sigma(speed), self.phase.size_noise, rng)
        brush = Brush(radius, int(whole_pixels(margin, 1, rng)[0]))
        for line in scan_lines(error, self.wanted, brush, self.phase.line_spacing):
            self.painter.draw(line, brush, self.channel, speed, self.wanted)

    def _room(self, deep: npt.NDArray[np.float64], radius: float) -> float:
        room = equivalent_radius(int(np.count_nonzero(deep > radius)))
        return min(room, float(deep.max()) - radius) if self.phase.local_margin else room


def half_widths(mask: Mask) -> npt.NDArray[np.float64]:
    """About how far each pixel is from outside: in a disk exact, elsewhere up to 25 % more.

    It is the scaled mean of two cheap metrics, one too short on diagonals, one too long.
    """
    if mask.all():
        return np.full(mask.shape, np.inf)
    chessboard = ndimage.distance_transform_cdt(mask, "chessboard")
    taxicab = ndimage.distance_transform_cdt(mask, "taxicab")
    return np.asarray((chessboard + taxicab) / (1 + np.sqrt(0.5)))
