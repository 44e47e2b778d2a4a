"""The first look at a picture: clear examples of both classes, without a prediction."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from src.annotators.brush import Brush, compensated, efficient_radius, fit_brush
from src.annotators.contour import ways
from src.annotators.ground import Depth, Ground, Places
from src.annotators.objects import chunky_and_thin, nearer_end_first, nearest_first, objects
from src.annotators.painter import Painter
from src.annotators.strokes import wander
from src.geometry.distance import depth, equivalent_radius

# Places looked at before a stroke starts at one of them.
GLANCES = 32
# How much smaller the next brush is, where one has not covered enough of an object.
NEXT_BRUSH = 0.7


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
    """

    size_noise: float
    clearance: int
    balance: float
    generous: float
    majority_radius: int
    majority_dabs: int
    lone_share: float
    stroke_dabs: int

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
        self.ground = Ground(depth(self.mask))

    def paint_all_objects(self) -> int:
        """Paint along the thin objects and up and down in the others; say how many pixels."""
        chunks, thin = chunky_and_thin(objects(self.mask), self.ground)
        lines = ways(thin)
        entries = [(pixels[0], pixels[-1]) for pixels in (*chunks, *lines)]
        return sum(
            self._fill(chunks[number])
            if number < len(chunks)
            else self._trace(lines[number - len(chunks)])
            for number in nearest_first(entries, self.painter.cursor)
        )

    def paint_far_apart(self, budget: float) -> None:
        """Paint long strokes across the class, each begun well inside it."""
        deep = self.ground.depth[self.mask]
        widest = min(self.phase.majority_radius, math.sqrt(budget / self.phase.majority_dabs))
        radius = min(efficient_radius(equivalent_radius(len(deep)), self.painter.hand), widest)
        speed, brush = self._grip(self._brush(float(deep.max()), radius), deep)
        well_inside = float(np.median(deep[deep > brush.erosion]))
        starts = np.flatnonzero(self.ground.depth >= well_inside)
        self._strokes(starts, brush, speed, budget=budget, spread=True)

    def _fill(self, pixels: Places) -> int:
        """Paint one object with ever smaller brushes, until it has had enough."""
        cells = np.ravel_multi_index(tuple(pixels.T), self.mask.shape)
        deep, blank = self.ground.depth.ravel()[cells], self.blank.reshape(-1)
        radius = efficient_radius(equivalent_radius(len(cells)), self.painter.hand)
        covered, left = 0, deep
        while covered < self.phase.generous * len(cells):
            brush = self._brush(float(left.max()), radius)
            if covered and brush.spills:
                break
            speed, brush = self._grip(brush, deep)
            covered += self._strokes(cells[deep > brush.erosion], brush, speed)
            if brush.erosion <= 1:
                break
            radius, left = NEXT_BRUSH * brush.radius, deep[blank[cells]]
        return covered

    def _trace(self, line: Places) -> int:
        """Paint along the middle line of a thin object."""
        if not self.blank[tuple(line.T)].any():
            return 0
        deep = np.sort(self.ground.depth[tuple(line.T)])
        brush = self._brush(float(deep[len(deep) // 3]), self.ground.reach)
        speed = self.painter.hand.paint_speed(self.ground.room(line, brush))
        way = nearer_end_first(line, self.painter.cursor())
        return self.painter.draw(way, self.ground, brush, self.channel, speed)

    def _brush(self, deepest: float, radius: float) -> Brush:
        """The largest brush up to a radius that stays inside; failing that, the smallest."""
        fitting = fit_brush(deepest, radius, self.phase.clearance)
        if fitting is not None:
            return Brush(fitting, fitting + self.phase.clearance)
        return Brush(1, 1) if deepest > 1 else Brush(1, 0)

    def _grip(self, brush: Brush, deep: Depth) -> tuple[float, Brush]:
        """The speed that the room for the brush allows, and a brush that allows for its jitter."""
        hand = self.painter.hand
        room = equivalent_radius(int(np.count_nonzero(deep > brush.erosion)))
        speed = hand.paint_speed(min(room, float(deep.max()) - brush.erosion))
        if brush.radius == 1:
            return speed, brush
        noise = hand.aim_sigma(speed), self.phase.size_noise
        radius = compensated(brush.radius, *noise, self.painter.rng)
        return speed, Brush(radius, radius + self.phase.clearance)

    def _strokes(
        self,
        starts: Places,
        brush: Brush,
        speed: float,
        budget: float = math.inf,
        spread: bool = False,
    ) -> int:
        """Stroke after stroke from blank cells, until the budget or the blank ground is used up.

        ``spread`` starts each as far as possible from the ones before, not as near.
        """
        painter, blank, covered = self.painter, self.blank.reshape(-1), 0
        begun = [painter.cursor()]
        while covered < budget:
            glances = starts[painter.rng.integers(len(starts), size=GLANCES)]
            glances = glances[blank[glances]]
            if not len(glances):
                break
            places = np.stack(np.unravel_index(glances, self.mask.shape), axis=1)
            apart = ((places[:, None] - np.array(begun)) ** 2).sum(axis=2).min(axis=1)
            target = places[apart.argmax() if spread else apart.argmin()]
            start = painter.land(target, speed, self.ground, brush, self.channel)
            covered += painter.stroke(
                self._wander(start, brush), brush, self.channel, speed, budget=budget - covered
            )
            begun = [*begun, start] if spread else [painter.cursor()]
        return covered

    def _wander(self, start: tuple[int, int], brush: Brush) -> Iterator[tuple[int, int]]:
        painter = self.painter
        turns = painter.rng.normal(0.0, painter.hand.angular_noise, self.phase.stroke_dabs)
        turns[0] = painter.rng.uniform(-math.pi, math.pi)
        step = brush.step(painter.dab_spacing)
        return wander(start, turns, step, brush, self.ground.depth, self.blank)
