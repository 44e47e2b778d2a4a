"""Someone at work on one picture: a hand, a canvas and a recording."""

from collections.abc import Iterable

import numpy as np

from src.annotators.brush import Brush
from src.annotators.canvas import Canvas
from src.annotators.ground import Ground, Places
from src.annotators.hand import Hand
from src.annotators.recording import Recording
from src.annotators.strokes import Points, follow, to_places
from src.core.annotation import Annotation
from src.geometry.distance import Mask


class Painter:
    """Paints strokes on a picture of known truth and writes down every mouse event.

    Args:
        dab_spacing: brush radii between two dabs of a stroke.
    """

    def __init__(
        self, truth: Mask, hand: Hand, rng: np.random.Generator, dab_spacing: float = 0.5
    ) -> None:
        if not dab_spacing > 0:
            raise ValueError(f"dab_spacing must be above 0, got {dab_spacing}")
        self.hand = hand
        self.rng = rng
        self.dab_spacing = dab_spacing
        self.canvas = Canvas(truth)
        self.recording = Recording(hand, (truth.shape[0] // 2, truth.shape[1] // 2))
        self.spilled = 0
        self.erasing_seconds = 0.0

    def cursor(self) -> tuple[int, int]:
        """The pixel under the mouse."""
        return self.recording.cursor

    def land(
        self, target: Places, speed: float, ground: Ground, brush: Brush, channel: int
    ) -> tuple[int, int]:
        """Aim at a pixel and go where the mouse lands; aim again where it cannot paint."""
        row, column = to_places(self.hand.aim(target[None], speed, self.rng), self.canvas.shape)[0]
        self.recording.travel(int(row), int(column))
        deep = ground.depth[row, column] > brush.erosion
        if not (deep and self.canvas.blank[channel][row, column]):
            row, column = target
        return int(row), int(column)

    def draw(
        self,
        way: Points | Places,
        ground: Ground,
        brush: Brush,
        channel: int,
        speed: float,
        wanted: Mask | None = None,
    ) -> int:
        """One stroke along a way, (n, 2), from where the aim happens to land to its end."""
        landed = self.hand.aim(way[:1], speed, self.rng)
        step = brush.step(self.dab_spacing)
        points = follow(np.concatenate([landed, way]), step, self.hand.angular_noise, self.rng)
        places = to_places(np.concatenate([points, way[-1:]]), self.canvas.shape)
        return self.stroke(ground.snap(places, brush).tolist(), brush, channel, speed, wanted)

    def stroke(
        self,
        places: Iterable[tuple[int, int]],
        brush: Brush,
        channel: int,
        speed: float,
        wanted: Mask | None = None,
        budget: float = float("inf"),
    ) -> int:
        """Drag the brush along pixels, and say how many wanted ones it covered.

        The button is up wherever a dab would cover nothing wanted (nothing blank, if not
        given), and after the dab that exhausts the budget of pixels.
        """
        wanted = self.canvas.blank[channel] if wanted is None else wanted
        dab, radius, step = self.canvas.dab, brush.radius, brush.step(self.dab_spacing)
        covered, lifted, dabs = 0, True, []
        for row, column in places:
            fresh = dab(row, column, radius, channel, wanted)
            if not fresh:
                lifted = True
                continue
            if lifted:
                self.recording.travel(row, column)
                lifted = False
            self.recording.dab(row, column, channel, radius, speed, step)
            dabs.append((row, column))
            covered += fresh
            if covered >= budget:
                break
        if brush.spills and dabs:
            self._erase(np.array(dabs), radius, channel, step / speed)
        return covered

    def _erase(self, dabs: Places, radius: int, channel: int, seconds: float) -> None:
        """Notice what spilled and go over those dabs once more, as fast as they were painted."""
        pixels, spilling = self.canvas.spilled(dabs, radius, channel)
        self.spilled += pixels
        self.erasing_seconds += spilling * seconds

    def annotation(self) -> Annotation:
        """What is painted, and how."""
        return Annotation(
            rgba=self.canvas.rgba(),
            trajectory=self.recording.trajectory(),
            spilled=self.spilled,
            erasing_seconds=self.erasing_seconds,
        )
