"""A trajectory that grows while the mouse moves."""

import math

import numpy as np
import numpy.typing as npt

from src.annotators.hand import Hand
from src.core.trajectory import NOT_PAINTING, Trajectory

Rows = npt.NDArray[np.float64]
"""(n, 6): row, column, channel, radius, px/s, and the px that standing still counts for."""


class Recording:
    """Writes down where the mouse is, event by event; times follow from the places."""

    def __init__(self, hand: Hand, start: tuple[int, int]) -> None:
        self.hand = hand
        self.cursor = start
        self.channel = NOT_PAINTING
        self._start = start
        self._lift = 0.0
        self._events: list[Rows] = []

    def __len__(self) -> int:
        return sum(map(len, self._events))

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
        points = np.asarray(places)
        rows = np.empty((len(points), 6))
        rows[:, :2] = points
        rows[:, 2], rows[:, 3], rows[:, 4], rows[:, 5] = channel, radius, speed, step
        self._events.append(rows)
        self.cursor = int(points[-1, 0]), int(points[-1, 1])
        self.channel = channel

    def trajectory(self) -> Trajectory:
        """All events so far; ``dt`` is the way from the event before, divided by the speed."""
        if not self._events:
            return Trajectory.empty()
        r, c, channel, radius, speed, step = np.concatenate(self._events).T
        way = np.hypot(np.diff(r, prepend=self._start[0]), np.diff(c, prepend=self._start[1]))
        return Trajectory(
            r=r,
            c=c,
            painting=channel != NOT_PAINTING,
            channel=channel,
            brush_radius=radius,
            dt=np.where(way > 0, way, step) / speed,
        )

    def _move(self, row: int, column: int, speed: float) -> None:
        from_row, from_column = self.cursor
        down, right = row - from_row, column - from_column
        if not (down or right):
            return
        steps = math.ceil(math.hypot(down, right) / self.hand.travel_step)
        share = np.arange(1, steps + 1) / steps
        rows = np.empty((steps, 6))
        rows[:, 0] = np.rint(from_row + down * share)
        rows[:, 1] = np.rint(from_column + right * share)
        rows[:, 2:] = NOT_PAINTING, 0, speed, 1.0
        self._events.append(rows)
        self.cursor = row, column

    def _wait(self, seconds: float) -> None:
        if seconds > 0:
            row = [*self.cursor, NOT_PAINTING, 0, 1.0, seconds]
            self._events.append(np.array([row], np.float64))
