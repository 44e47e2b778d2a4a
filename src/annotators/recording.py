"""A trajectory that grows while the mouse moves."""

import math
from array import array

import numpy as np
import numpy.typing as npt

from src.annotators.hand import Hand
from src.annotators.strokes import in_steps
from src.core.trajectory import NOT_PAINTING, Trajectory


class Recording:
    """Writes down where the mouse is, event by event; times follow from the places."""

    def __init__(self, hand: Hand, start: tuple[int, int]) -> None:
        self.hand = hand
        self.cursor = start
        self.channel = NOT_PAINTING
        self._start = start
        self._lift = 0.0
        self._places = array("q")  # row, column, row, column
        # Places, events to each, channel, radius, px/s, and the px that standing still counts for.
        self._parts: list[tuple[int, int, int, float, float, float]] = []

    def __len__(self) -> int:
        return sum(places * steps for places, steps, *_ in self._parts)

    def release(self, rng: np.random.Generator) -> None:
        """Let the button go; where it is up already, only the press is still to come."""
        self._lift = self.hand.lift(rng)
        if self.channel != NOT_PAINTING:
            self._wait(self._lift / 2)
            self.channel = NOT_PAINTING

    def press(self) -> None:
        """Push the button, which takes half the time of a lift."""
        self._wait(self._lift / 2)

    def travel(self, row: int, column: int) -> None:
        """Go straight to a pixel with the button up."""
        self._move(row, column, self.hand.travel_speed)

    def correct(self, row: int, column: int, speed: float) -> None:
        """Go to a pixel near by, with the button up, after landing beside it."""
        self._move(row, column, speed)

    def dabs(
        self,
        places: npt.ArrayLike,
        channel: int,
        radius: float,
        speed: float | npt.NDArray[np.float64],
        step: float,
    ) -> None:
        """Drag the mouse along pixels; a press on the spot takes as long as ``step`` px.

        Args:
            speed: px/s, of all or of each.
        """
        points = np.asarray(places, np.int64)
        self._places.frombytes(points.tobytes())
        if isinstance(speed, np.ndarray):
            self._parts += [(1, 1, channel, radius, each, step) for each in speed.tolist()]
        else:
            self._parts.append((len(points), 1, channel, radius, speed, step))
        self.cursor = self._places[-2], self._places[-1]
        self.channel = channel

    def trajectory(self) -> Trajectory:
        """All events so far; ``dt`` is the way from the event before, divided by the speed."""
        if not self._parts:
            return Trajectory.empty()
        parts = np.array(self._parts)
        places, steps = parts[:, :2].T.astype(np.int64)
        channel, radius, speed, still = np.repeat(parts[:, 2:].T, places * steps, axis=1)
        r, c = self._ways(np.repeat(steps, places))
        way = np.hypot(np.diff(r, prepend=self._start[0]), np.diff(c, prepend=self._start[1]))
        return Trajectory(
            r=r,
            c=c,
            painting=channel != NOT_PAINTING,
            channel=channel,
            brush_radius=radius,
            dt=np.where(way > 0, way, still) / speed,
        )

    def _move(self, row: int, column: int, speed: float) -> None:
        from_row, from_column = self.cursor
        down, right = row - from_row, column - from_column
        if not (down or right):
            return
        steps = math.ceil(math.hypot(down, right) / self.hand.travel_step)
        self._add(row, column, steps, speed, 1.0)

    def _wait(self, seconds: float) -> None:
        if seconds > 0:
            self._add(*self.cursor, 1, 1.0, seconds)

    def _add(self, row: int, column: int, steps: int, speed: float, still: float) -> None:
        """Go to a pixel with the button up."""
        self._places.extend((row, column))
        self._parts.append((1, steps, NOT_PAINTING, 0, speed, still))
        self.cursor = row, column

    def _ways(self, steps: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """(2, n) rows and columns of all events, of which so many lead straight to each place."""
        ends = np.array(self._places).reshape(-1, 2)
        starts = np.concatenate([[self._start], ends[:-1]])
        return in_steps(starts, ends - starts, steps).points.T
