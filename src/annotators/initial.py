"""The first look at a picture: clear examples of both classes, without a prediction."""

import math
from dataclasses import dataclass

import numpy as np

from src.annotators.brush import Brush, compensated, efficient_radius, fit_brush
from src.annotators.contour import ways
from src.annotators.courses import Course
from src.annotators.ground import DEEPEST, Depth, Places
from src.annotators.lines import Lines
from src.annotators.objects import chunky_and_thin, nearer_end_first, objects, tour
from src.annotators.painter import Painter
from src.annotators.roaming import Roaming
from src.geometry.distance import equivalent_radius

# Share of an object at which even a stroke that could go on ends.
PLENTY = 0.75
# How much smaller the next brush is, where one has not covered enough of an object.
NEXT_BRUSH = 0.7
# The brush fits at three of four places of a thin object; narrower ones get a smaller one.
BRUSH_QUANTILE = 0.25
# Finer brushes with which a thin object is gone over once more.
FINER = 2
# Points of a line, some 3 px apart, that are worth another brush.
SHORTEST = 4
# Pixels of a class that tell how deep most of it is.
ENOUGH = 20_000


@dataclass(frozen=True)
class InitialPhase:
    """Minority first and generously, then the majority up to a multiple of it.

    Args:
        size_noise: px of brush size per px of aim jitter, see ``compensated``.
        clearance: px by which erosion exceeds the brush radius.
        balance: pixels of the majority per pixel of the minority, at most.
        generous: share of an object from which on it has had enough paint.
        majority_radius: px; larger brushes would make single dabs of what should be strokes.
        majority_dabs: dabs that the budget of the majority should take, at least.
        lone_share: share of the picture to paint where there is one class only.
        stroke_dabs: dabs after which a stroke ends.
        follow_thin: thin objects are painted along their middle line; else all objects are
            one region, in which only what is wide enough for the brush gets paint.
        fine_brushes: brushes of 1, 2 and 4 px where no wider one stays inside.
        local_margin: a hand is as fast as the nearest edge lets it; else as the room in the
            region does.
    """

    size_noise: float
    clearance: int
    balance: float
    generous: float
    majority_radius: int
    majority_dabs: int
    lone_share: float
    stroke_dabs: int
    follow_thin: bool
    fine_brushes: bool
    local_margin: bool

    def __post_init__(self) -> None:
        for name in ("size_noise", "clearance"):
            if not getattr(self, name) >= 0:
                raise ValueError(f"{name} must not be negative, got {getattr(self, name)}")
        for name in ("balance", "majority_radius", "majority_dabs", "stroke_dabs"):
            if not getattr(self, name) >= 1:
                raise ValueError(f"{name} must be at least 1, got {getattr(self, name)}")
        for name in ("generous", "lone_share"):
            if not 0 < getattr(self, name) <= 1:
                raise ValueError(f"{name} must be above 0, up to 1, got {getattr(self, name)}")

    def paint(self, painter: Painter) -> None:
        """Annotate a picture that nobody has annotated yet."""
        truth = painter.canvas.truth
        areas = {channel: int(np.count_nonzero(mask)) for channel, mask in truth.items()}
        minority, majority = sorted(truth, key=lambda channel: (areas[channel], channel))
        budget = self.lone_share * areas[majority]
        if areas[minority]:
            budget = self.balance * _Work(self, painter, minority).paint_all_objects()
        if areas[majority]:
            _Work(self, painter, majority).paint_far_apart(budget)


class _Work:
    """The painting of one class."""

    def __init__(self, phase: InitialPhase, painter: Painter, channel: int) -> None:
        self.phase = phase
        self.painter = painter
        self.channel = channel
        self.mask = painter.canvas.truth[channel]
        self.blank = painter.canvas.blank[channel]
        self.ground = painter.ground(channel)
        self.roaming = Roaming(painter, channel, phase.stroke_dabs)

    def paint_all_objects(self) -> int:
        """Paint along the thin objects and up and down in the others; say how many pixels."""
        if not self.phase.follow_thin:
            return self._fill(np.argwhere(self.mask))
        chunks, thin = chunky_and_thin(objects(self.mask), self.ground)
        lines = ways(thin)
        ends = [pixels[[0, -1]].tolist() for pixels in (*chunks, *lines)]
        order = [*tour(ends, self.painter.cursor())]
        lines = [
            lines[number - len(chunks)][:: -1 if turned else 1]
            for number, turned in order
            if number >= len(chunks)
        ]
        along = zip(lines, self._courses(lines), strict=True)
        return sum(
            self._fill(chunks[number]) if number < len(chunks) else self._trace(*next(along))
            for number, _ in order
        )

    def paint_far_apart(self, budget: float) -> None:
        """Paint long strokes across the class, each begun well inside it."""
        deep = self.ground.depth[self.mask]
        widest = min(self.phase.majority_radius, math.sqrt(budget / self.phase.majority_dabs))
        radius = min(efficient_radius(equivalent_radius(len(deep)), self.painter.hand), widest)
        speed, brush = self._grip(self._brush(float(deep.max()), radius), deep)
        some = deep[:: max(1, len(deep) // ENOUGH)]
        well_inside = float(np.median(some[some > brush.erosion]))
        starts = np.flatnonzero(self.ground.depth >= well_inside)
        self.roaming.paint(starts, brush, speed, budget, spread=True)

    def _fill(self, pixels: Places) -> int:
        """Paint one object with ever smaller brushes, until it has had enough."""
        cells = np.ravel_multi_index(tuple(pixels.T), self.mask.shape)
        deep, blank = self.ground.depth.ravel()[cells], self.blank.reshape(-1)
        radius = efficient_radius(equivalent_radius(len(cells)), self.painter.hand)
        covered, left = 0, deep
        while covered < self.phase.generous * len(cells) and len(left):
            brush = self._brush(float(left.max()), radius)
            if covered and brush.margin <= 0:
                break
            speed, brush = self._grip(brush, deep)
            covered += self.roaming.paint(cells, brush, speed, PLENTY * len(cells) - covered)
            if brush.radius <= 1:
                break
            radius, left = NEXT_BRUSH * brush.radius, deep[blank[cells]]
        if not covered:
            # The few places that held the brush were not among those glanced at.
            finest = Brush(0) if self.phase.fine_brushes else Brush(1, -1)
            speed = self.painter.hand.paint_speed(0.0)
            covered = self.roaming.paint(cells, finest, speed, PLENTY * len(cells))
        return covered

    def _trace(self, line: Places, course: Course) -> int:
        """Paint along the middle line of a thin object, where it is narrower with finer brushes."""
        canvas = self.painter.canvas
        before = canvas.left(self.channel)
        self.painter.follow(course, self.channel, self.blank)
        for _ in range(FINER):
            blank = self.blank[tuple(line.T)]
            parts = np.split(line, np.flatnonzero(np.diff(blank)) + 1)
            parts = [part for part in parts if len(part) >= SHORTEST and self.blank[tuple(part[0])]]
            for part in parts:
                (finer,) = self._courses([nearer_end_first(part, self.painter.cursor())])
                self.painter.follow(finer, self.channel, self.blank)
            if not parts:
                break
        return before - canvas.left(self.channel)

    def _courses(self, lines: list[Places]) -> list[Course]:
        """One brush along each line, the widest that fits at most of its places."""
        if not lines:
            return []
        every, hand, clearance = Lines.of(lines), self.painter.hand, self.phase.clearance
        brushes = [
            Brush(snug - clearance, clearance) if snug > clearance + 1 else Brush(snug)
            for snug in every.share(self.ground.snug_radii(every.points), BRUSH_QUANTILE).tolist()
        ]
        speeds = [
            min(hand.paint_speed(room), hand.steering_speed(brush.margin))
            for room, brush in zip(self.ground.rooms(every, brushes), brushes, strict=True)
        ]
        return self.painter.courses(every, brushes, speeds, self.channel, self.blank)

    def _brush(self, deepest: float, radius: float) -> Brush:
        """The largest brush up to a radius that stays inside; failing that, the smallest."""
        fitting = fit_brush(deepest, radius, self.phase.clearance)
        if fitting is not None:
            return Brush(fitting, self.phase.clearance)
        if not self.phase.fine_brushes:
            return Brush(1, 0 if deepest > 1 else -1)
        return Brush(1 if deepest > 1 and radius >= 1 else 0)

    def _grip(self, brush: Brush, deep: Depth) -> tuple[float, Brush]:
        """The speed that the room for the brush allows, and a brush that allows for its jitter."""
        hand, deepest = self.painter.hand, float(deep.max())
        room = equivalent_radius(int(np.count_nonzero(deep > brush.erosion)))
        if self.phase.local_margin:
            room = min(room, deepest - brush.erosion)
        speed = hand.paint_speed(room)
        if brush.radius <= 1:
            return speed, brush
        noise = hand.aim_sigma(speed), self.phase.size_noise
        radius = compensated(brush.radius, *noise, self.painter.rng)
        margin = max(self.phase.clearance, math.ceil(hand.steering_margin(speed)))
        most = DEEPEST if math.isinf(deepest) else math.ceil(deepest) - 1
        return speed, Brush(radius, min(margin, most - radius))
