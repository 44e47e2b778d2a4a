"""Someone at work on one picture: a hand, a canvas and a recording."""

import math
from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from src.annotators.brush import Brush
from src.annotators.canvas import Canvas
from src.annotators.courses import Course, Held, Stroke, Ways
from src.annotators.drift import REACH, Unsteadiness
from src.annotators.erasing import erasing_paths
from src.annotators.ground import Ground, Places
from src.annotators.hand import Hand
from src.annotators.lines import Lines
from src.annotators.planning import Planner
from src.annotators.recording import Recording
from src.annotators.strokes import Points, between
from src.core.annotation import ERASER, Annotation
from src.geometry.distance import Mask, depth

# Places along a way at which someone looks whether it is painted by now.
GLANCES = 16


class Painter:
    """Paints strokes on a picture of known truth and writes down every mouse event.

    What lands on the other class is erased as soon as the stroke is over.

    Args:
        dab_spacing: brush radii between two dabs of a stroke.
        reach: px around a place within which the brush may be held for it.
    """

    def __init__(
        self,
        truth: Mask,
        hand: Hand,
        rng: np.random.Generator,
        dab_spacing: float = 0.5,
        reach: int = 20,
    ) -> None:
        if not dab_spacing > 0:
            raise ValueError(f"dab_spacing must be above 0, got {dab_spacing}")
        self.hand = hand
        self.rng = rng
        self.dab_spacing = dab_spacing
        self.canvas = Canvas(truth)
        self.planner = Planner(hand, rng, self.canvas, Unsteadiness(rng), dab_spacing)
        self.recording = Recording(hand, (truth.shape[0] // 2, truth.shape[1] // 2))
        self.spilled = 0
        self.brush: Brush | None = None
        self._last: object = None
        self._reach = reach
        self._grounds: dict[int, Ground] = {}

    def cursor(self) -> tuple[int, int]:
        """The pixel under the mouse."""
        return self.recording.cursor

    def ground(self, channel: int) -> Ground:
        """Where the class of a channel has room for a brush."""
        if channel not in self._grounds:
            self._grounds[channel] = Ground(depth(self.canvas.truth[channel]), self._reach)
        return self._grounds[channel]

    def draw(
        self,
        way: Points | Places,
        brush: Brush,
        channel: int,
        speed: float,
        wanted: Mask | None = None,
        joined: bool = True,
    ) -> None:
        """Follow a way, (n, 2).

        The button stays down over what is painted already; it is lifted where going on
        without paint is quicker, and where the brush does not fit.

        Args:
            wanted: blank ones of the class, if not given.
            joined: whether the button may stay down from the stroke before.
        """
        wanted = self.canvas.blank[channel] if wanted is None else wanted
        (course,) = self.courses(Lines.of([way]), [brush], [speed], channel, wanted, joined)
        self.follow(course, channel, wanted, joined)

    def courses(
        self,
        lines: Lines,
        brushes: Sequence[Brush],
        speeds: Sequence[float],
        channel: int,
        wanted: Mask,
        joined: bool = True,
    ) -> list[Course]:
        """How the hand will follow lines, each with its own brush and speed, in this order."""
        ground = self.ground(channel)
        ways = self.planner.ways(lines, brushes, speeds, ground)
        return self.planner.courses(ways, ground, wanted, self._held(channel), joined)

    def follow(self, course: Course, channel: int, wanted: Mask, joined: bool = True) -> None:
        """Paint along a course; it is planned anew if most of it was painted since."""
        if not course.strokes:
            return
        ground = self.ground(channel)
        sample = slice(None, None, max(1, len(course.places) // GLANCES))
        touched = self.canvas.touches(course.places[sample], course.brush.radius, wanted)
        useful = course.useful[sample]
        if 2 * np.count_nonzero(touched & useful) < np.count_nonzero(useful):
            (course,) = self.planner.courses(
                Ways.of(course), ground, wanted, self._held(channel), joined
            )
        for stroke in course.strokes:
            possible = stroke.follows is None or stroke.follows is self._last
            self._paint(
                stroke if possible else self.planner.landed(stroke, course.brush, ground),
                course.brush,
                channel,
                course.speed,
                wanted,
            )

    def roam(
        self,
        target: Places,
        places: Iterable[tuple[int, int]],
        brush: Brush,
        channel: int,
        speed: float,
        budget: float = math.inf,
    ) -> int:
        """Land near a target and go on along pixels until a budget of blank ones is used up."""
        self.land(target, brush, channel, speed)
        step = brush.step(self.dab_spacing)
        covered, dabs = 0, []
        off = self.planner.unsteadiness.one_by_one(self.hand.steering_sigma(speed), REACH / step)
        for (row, column), (down, right) in zip(places, off, strict=False):
            place = self._pixel(row + down, column + right)
            dabs.append(place)
            covered += self.canvas.press(*place, brush.radius, channel)
            if covered >= budget:
                break
        if dabs:
            painted = np.array(dabs)
            self.canvas.lay(painted, brush.radius, channel)
            self._record(painted, brush, channel, speed)
            self._mend(painted, brush, channel)
        return covered

    def stroke(
        self,
        places: Iterable[tuple[int, int]],
        brush: Brush,
        channel: int,
        speed: float,
    ) -> None:
        """Drag the brush along exactly these pixels."""
        dabs = np.array([*places], np.int64).reshape(-1, 2)
        if not len(dabs):
            return
        self.recording.release(self.rng)
        self.recording.travel(*dabs[0].tolist())
        self.recording.press()
        self.canvas.dab(dabs, brush.radius, channel, self.canvas.blank[channel])
        self._record(dabs, brush, channel, speed)
        self._mend(dabs, brush, channel)

    def land(self, target: Places, brush: Brush, channel: int, speed: float) -> None:
        """Aim at a pixel, go where the mouse lands, on to where the brush fits, and press."""
        landed = start = [*self._pixel(*self.hand.aim(target, speed, self.rng).tolist())]
        ground = self.ground(channel)
        if not ground.held_at(landed[0], landed[1], brush):
            beside = np.array([landed])
            start = self.planner.corrected(beside, target[None], brush, ground)[0].tolist()
        self._land(landed, start, speed)

    def _land(self, landed: list[int], start: list[int], speed: float) -> None:
        self.recording.release(self.rng)
        self.recording.travel(landed[0], landed[1])
        self.recording.correct(start[0], start[1], speed)
        self.recording.press()

    def _pixel(self, row: float, column: float) -> tuple[int, int]:
        """The pixel of the picture that is nearest to a point."""
        height, width = self.canvas.shape
        return min(max(round(row), 0), height - 1), min(max(round(column), 0), width - 1)

    def annotation(self) -> Annotation:
        """What is painted, and how."""
        return Annotation(self.canvas.rgba(), self.recording.trajectory(), self.spilled)

    def _held(self, channel: int) -> Held | None:
        """What the next stroke of a channel could go on from."""
        if self.brush is None or self.recording.channel != channel:
            return None
        return Held(self.recording.cursor, self.brush, self._last)

    def _paint(
        self, stroke: Stroke, brush: Brush, channel: int, speed: float, wanted: Mask
    ) -> None:
        if stroke.follows is None:
            self._land(stroke.landed, stroke.start, speed)
        self.canvas.dab(stroke.dabs, brush.radius, channel, wanted)
        self._record(stroke.dabs, brush, channel, speed)
        self._last = stroke
        if stroke.exposed:
            self._mend(stroke.dabs, brush, channel)

    def _record(self, dabs: Places, brush: Brush, channel: int, speed: float) -> None:
        self.recording.dabs(dabs, channel, brush.radius, speed, brush.step(self.dab_spacing))
        self.brush, self._last = brush, dabs

    def _mend(self, dabs: Places, brush: Brush, channel: int) -> None:
        """Erase what a stroke spilled."""
        depths = self.ground(channel).depth[dabs[:, 0], dabs[:, 1]]
        exposed = np.flatnonzero(depths <= brush.radius + brush.even)
        if not len(exposed):
            return
        spill = self.canvas.spilled(dabs[exposed], brush.radius, channel)
        if len(spill.pixels):
            self.spilled += len(spill.pixels)
            self._erase(spill.pixels, dabs, exposed[spill.dab], brush, channel)

    def _erase(
        self, pixels: Places, dabs: Places, of: npt.NDArray[np.int64], brush: Brush, channel: int
    ) -> None:
        """Go back over what spilled, with an eraser that stays off the class that was painted."""
        self._last = pixels
        ground, speed = self.ground(1 - channel), self.hand.paint_speed(0.0)
        erasers, paths = zip(
            *erasing_paths(pixels, dabs, of, brush, ground, self.hand), strict=True
        )
        targets = np.array([path[0] for path in paths])
        landings = self.planner.landings(targets, erasers, np.full(len(paths), speed), ground)
        for eraser, path, landed, start in zip(
            erasers, paths, *(places.tolist() for places in landings), strict=True
        ):
            self._land(landed, start, speed)
            step = eraser.step(self.dab_spacing)
            lead = between(start, path[0], step)
            lead = lead[ground.holds(lead, eraser)]
            places = np.concatenate([[start], lead, path[1:]])
            self.canvas.erase(places, eraser.radius)
            self.recording.dabs(places, ERASER, eraser.radius, speed, step)
