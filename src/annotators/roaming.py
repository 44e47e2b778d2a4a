"""Strokes that wander over blank ground, each to where something is blank by then."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from src.annotators.brush import Brush
from src.annotators.ground import Ground, Places
from src.annotators.painter import Painter
from src.annotators.strokes import between, wander
from src.geometry.distance import Mask

# Places looked at before a stroke starts at one of them.
GLANCES = 32
# Dabs of a stroke of the majority that is begun elsewhere when nothing blank is ahead.
SPREAD_DABS = 24
# Blank places near by to which a stroke tries to go on.
TRIED = 12
# Strokes without paint on blank ground after which a shaky hand gives up.
VAIN_STROKES = 5


@dataclass(frozen=True, eq=False)
class Roaming:
    """The way in which one class of a picture is painted without a plan.

    Args:
        stroke_dabs: dabs after which a stroke ends.
    """

    painter: Painter
    channel: int
    stroke_dabs: int

    @property
    def blank(self) -> Mask:
        """What of the class has no paint."""
        return self.painter.canvas.blank[self.channel]

    @property
    def ground(self) -> Ground:
        """Where the class has room for a brush."""
        return self.painter.ground(self.channel)

    def paint(
        self,
        starts: Places,
        brush: Brush,
        speed: float,
        budget: float,
        spread: bool = False,
    ) -> int:
        """Stroke after stroke for blank cells, until the budget or the blank ground is used up.

        ``spread`` starts each as far as possible from the ones before, not as near.
        """
        painter, covered, vain = self.painter, 0, 0
        begun = [painter.cursor()]
        while covered < budget and vain < VAIN_STROKES:
            places = self._blank_places(starts, brush, begun)
            if not len(places):
                break
            target = places[-1 if spread else 0]
            way = self._roaming(target, starts, brush, speed, SPREAD_DABS if spread else math.inf)
            paint = painter.roam(target, way, brush, self.channel, speed, budget - covered)
            covered, vain = covered + paint, 0 if paint else vain + 1
            begun = [*begun, (int(target[0]), int(target[1]))] if spread else [painter.cursor()]
        return covered

    def _blank_places(self, starts: Places, brush: Brush, begun: list[tuple[int, int]]) -> Places:
        """Where the brush covers blank pixels seen at a glance, the nearest to others first."""
        glances = starts[self.painter.rng.integers(len(starts), size=GLANCES)]
        glances = glances[self.blank.reshape(-1)[glances]]
        places = np.stack(np.unravel_index(glances, self.painter.canvas.shape), axis=1)
        # A pixel less than the brush reaches, which may stray by that much.
        places, held = self.ground.snap(places, brush, max(brush.radius - 1, 0))
        places = places[held]
        apart = ((places[:, None] - np.array(begun)) ** 2).sum(axis=2).min(axis=1)
        nearest: Places = places[np.argsort(apart, kind="stable")]
        return nearest

    def _roaming(
        self, target: Places, starts: Places, brush: Brush, speed: float, enough: float
    ) -> Iterator[tuple[int, int]]:
        """Pixels of one stroke from the cursor to a target and on.

        One of fewer than ``enough`` dabs goes back to what it left blank near by.
        """
        here, dabs = self.painter.cursor(), 0
        yield here
        lead = between(here, target, brush.step(self.painter.dab_spacing))
        for row, column in lead[self.ground.holds(lead, brush)].tolist():
            here, dabs = (row, column), dabs + 1
            yield here
        while dabs < min(self.stroke_dabs, enough):
            for place in self._wander(here, brush, self.stroke_dabs - dabs):
                here, dabs = place, dabs + 1
                yield place
            way = self._way_to_blank(here, starts, brush, speed)
            if way is None:
                return
            *drag, here = [(row, column) for row, column in way.tolist()]
            dabs += len(drag)
            yield from drag

    def _way_to_blank(
        self, here: tuple[int, int], starts: Places, brush: Brush, speed: float
    ) -> Places | None:
        """Straight inside the class to the nearest blank ground that can be reached so."""
        for target in self._blank_places(starts, brush, [here])[:TRIED]:
            if self.painter.hand.drags(math.dist(here, target), speed):
                way = between(here, target, brush.step(self.painter.dab_spacing))
                if self.ground.holds(way, brush).all():
                    return way
        return None

    def _wander(self, start: tuple[int, int], brush: Brush, dabs: int) -> Iterator[tuple[int, int]]:
        painter = self.painter
        turns = painter.rng.normal(0.0, painter.hand.angular_noise, dabs)
        turns[0] = painter.rng.uniform(-math.pi, math.pi)
        step = brush.step(painter.dab_spacing)
        return wander(start, turns, step, brush, self.ground.depth, self.blank)
