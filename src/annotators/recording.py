"""A trajectory that grows while the mouse moves."""

import math

import numpy as np

from src.annotators.hand import Hand
from src.core.trajectory import NOT_PAINTING, Trajectory


class Recording:
    """Writes down where the mouse is, event by event; times follow from the places."""

    def __init__(self, hand: Hand, start: tuple[int, int]) -> None:
        self.hand = hand
        self.cursor = start
        self._start = start
        self._events: list[tuple[int, int, int, int, float, float]] = []

    def __len__(self) -> int:
        return len(self._events)

    def travel(self, row: int, column: int) -> None:
        """Go straight to a pixel with the button up."""
        from_row, from_column = self.cursor
        down, right = row - from_row, column - from_column
        if not (down or right):
            return
        steps = math.ceil(math.hypot(down, right) / self.hand.travel_step)
        speed = self.hand.travel_speed
        for step in range(1, steps):
            place = round(from_row + down * step / steps), round(from_column + right * step / steps)
            self._events.append((*place, NOT_PAINTING, 0, speed, 1.0))
        self._events.append((row, column, NOT_PAINTING, 0, speed, 1.0))
        self.cursor = row, column

    def dab(
        self, row: int, column: int, channel: int, radius: int, speed: float, step: float
    ) -> None:
        """Drag the mouse to a pixel and paint; a press on the spot takes as long as ``step`` px."""
        self._events.append((row, column, channel, radius, speed, step))
        self.cursor = row, column

    def trajectory(self) -> Trajectory:
        """All events so far; ``dt`` is the way from the event before, divided by the speed."""
        if not self._events:
            return Trajectory.empty()
        r, c, channel, radius, speed, step = (
            np.array(column) for column in zip(*self._events, strict=True)
        )
        way = np.hypot(np.diff(r, prepend=self._start[0]), np.diff(c, prepend=self._start[1]))
        return Trajectory(
            r=r,
            c=c,
            painting=channel != NOT_PAINTING,
            channel=channel,
            brush_radius=radius,
            dt=np.where(way > 0, way, step) / speed,
        )
