"""Someone at work on one picture: a hand, a canvas and a recording."""

import math
from collections.abc import Iterable, Iterator

import numpy as np
import numpy.typing as npt

from src.annotators.brush import Brush
from src.annotators.canvas import Canvas
from src.annotators.drift import REACH, drift, drifting
from src.annotators.erasing import erasing_paths
from src.annotators.ground import Ground, Places
from src.annotators.hand import Hand
from src.annotators.recording import Recording
from src.annotators.strokes import Points, between, follow, to_places
from src.core.annotation import ERASER, Annotation
from src.geometry.distance import Mask, depth

# Px of a way on which a brush does not fit that are skipped without lifting it.
SKIPPED = 3.0
# Px by which the way from one error to the next may bend round the other class.
BEND = 4


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
        self.recording = Recording(hand, (truth.shape[0] // 2, truth.shape[1] // 2))
        self.spilled = 0
        self.brush: Brush | None = None
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
    ) -> int:
        """Follow a way, (n, 2), and say how many wanted pixels it covered.

        The button stays down over what is painted already; it is lifted where going on
        without paint is quicker, and where the brush does not fit.

        Args:
            wanted: blank ones of the class, if not given.
            joined: whether the button may stay down from the stroke before.
        """
        wanted = self.canvas.blank[channel] if wanted is None else wanted
        points = follow(way, brush.step(self.dab_spacing), self.hand.angular_noise, self.rng)
        places = to_places(np.concatenate([points, way[-1:]]), self.canvas.shape)
        places, fits = self.ground(channel).snap(places, brush)
        useful = fits & self.canvas.touches(places, brush.radius, wanted)
        return sum(
            self._drag(stretch, brush, channel, speed, wanted, joined)
            for stretch in self._stretches(places, fits, useful, speed)
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
        step, shape = brush.step(self.dab_spacing), self.canvas.shape
        covered, dabs = 0, []
        off = drifting(self.hand.steering_sigma(speed), REACH / step, self.rng)
        for (row, column), (down, right) in zip(places, off, strict=False):
            place = (
                min(max(round(row + down), 0), shape[0] - 1),
                min(max(round(column + right), 0), shape[1] - 1),
            )
            dabs.append(place)
            covered += self.canvas.press(*place, brush.radius, channel)
            if covered >= budget:
                break
        if dabs:
            self._record(np.array(dabs), brush, channel, speed)
        return covered

    def stroke(
        self,
        places: Iterable[tuple[int, int]],
        brush: Brush,
        channel: int,
        speed: float,
    ) -> int:
        """Drag the brush along exactly these pixels, and say how many blank ones it covered."""
        dabs = np.array([*places], np.int64).reshape(-1, 2)
        if not len(dabs):
            return 0
        self.recording.release(self.rng)
        self.recording.travel(*dabs[0].tolist())
        self.recording.press()
        covered = self.canvas.dab(dabs, brush.radius, channel, self.canvas.blank[channel])
        self._record(dabs, brush, channel, speed)
        return covered

    def land(self, target: Places, brush: Brush, channel: int, speed: float) -> None:
        """Aim at a pixel, go where the mouse lands, on to where the brush fits, and press."""
        self.recording.release(self.rng)
        landed = to_places(self.hand.aim(target[None], speed, self.rng), self.canvas.shape)
        self.recording.travel(*landed[0].tolist())
        ground = self.ground(channel)
        if not ground.holds(landed, brush)[0]:
            farthest = max(brush.radius, math.dist(landed[0], target))
            near, found = ground.snap(landed, brush, farthest)
            row, column = (near[0] if found[0] else target).tolist()
            self.recording.correct(row, column, speed)
        self.recording.press()

    def annotation(self) -> Annotation:
        """What is painted, and how."""
        return Annotation(self.canvas.rgba(), self.recording.trajectory(), self.spilled)

    def _stretches(
        self,
        places: Places,
        fits: npt.NDArray[np.bool_],
        useful: npt.NDArray[np.bool_],
        speed: float,
    ) -> Iterator[Places]:
        """The parts of a way that are strokes of their own."""
        if useful.all():
            yield places
            return
        painted = np.flatnonzero(useful)
        if not len(painted):
            return
        down, right = np.diff(places, axis=0, prepend=places[:1]).T
        steps = np.hypot(down, right)
        along, unfit = np.cumsum(steps), np.cumsum(steps * ~fits)
        idle = along[painted[1:]] - along[painted[:-1]]
        barred = unfit[painted[1:]] - unfit[painted[:-1]]
        lifts = (barred > SKIPPED) | (idle > self.hand.farthest_drag(speed))
        for part in np.split(painted, np.flatnonzero(lifts) + 1):
            stretch = slice(part[0], part[-1] + 1)
            yield places[stretch][fits[stretch]]

    def _drag(
        self,
        places: Places,
        brush: Brush,
        channel: int,
        speed: float,
        wanted: Mask,
        joined: bool,
    ) -> int:
        """One stroke along places, from where the last one ended if that is near."""
        step = brush.step(self.dab_spacing)
        lead = self._dragged_lead(places[0], brush, channel, speed) if joined else None
        if lead is None:
            self.land(places[0], brush, channel, speed)
            lead = between(self.recording.cursor, places[0], step)
            lead = lead[self.ground(channel).holds(lead, brush)]
        way = np.concatenate([np.array([self.recording.cursor]), lead, places[1:]])
        off = drift(len(way), self.hand.steering_sigma(speed), REACH / step, self.rng)
        off[0] = 0.0  # the button is pressed where the mouse is
        dabs = to_places(way + off, self.canvas.shape)
        covered = self.canvas.dab(dabs, brush.radius, channel, wanted)
        self._record(dabs, brush, channel, speed)
        return covered

    def _dragged_lead(
        self, target: Places, brush: Brush, channel: int, speed: float
    ) -> Places | None:
        """The way from the last stroke to the next with the button down, if that is possible.

        It stays in the class, and may bend round what is in between.
        """
        cursor = self.recording.cursor
        if self.recording.channel != channel or self.brush != brush:
            return None
        if not self.hand.drags(math.dist(cursor, target), speed):
            return None
        lead = between(cursor, target, brush.step(self.dab_spacing))
        lead, held = self.ground(channel).snap(lead, brush, brush.radius + BEND)
        steps = np.diff(lead, axis=0, prepend=[cursor])
        near = (np.abs(steps) <= brush.step(self.dab_spacing) + SKIPPED).all()
        return lead if near and held.all() else None

    def _record(self, dabs: Places, brush: Brush, channel: int, speed: float) -> None:
        """Write a stroke down, and erase what it spilled."""
        step = brush.step(self.dab_spacing)
        self.recording.dabs(dabs, channel, brush.radius, speed, step)
        self.brush = brush
        exposed = self.ground(channel).depth[tuple(dabs.T)] <= brush.radius + brush.even
        if not exposed.any():
            return
        spill = self.canvas.spilled(dabs[exposed], brush.radius, channel)
        if len(spill.pixels):
            self.spilled += len(spill.pixels)
            self._erase(spill.pixels, dabs, np.flatnonzero(exposed)[spill.dab], brush, channel)

    def _erase(
        self, pixels: Places, dabs: Places, of: npt.NDArray[np.int64], brush: Brush, channel: int
    ) -> None:
        """Go back over what spilled, with an eraser that stays off the class that was painted."""
        ground, speed = self.ground(1 - channel), self.hand.paint_speed(0.0)
        for eraser, path in erasing_paths(pixels, dabs, of, brush, ground, self.hand):
            self.land(path[0], eraser, 1 - channel, speed)
            step = eraser.step(self.dab_spacing)
            lead = between(self.recording.cursor, path[0], step)
            lead = lead[ground.holds(lead, eraser)]
            places = np.concatenate([np.array([self.recording.cursor]), lead, path[1:]])
            self.canvas.erase(places, eraser.radius)
            self.recording.dabs(places, ERASER, eraser.radius, speed, step)
