"""Paint as it stands after some of the mouse events."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from src.core import Annotation
from src.core.annotation import ERASER
from src.geometry.stamping import stamp
from src.reporting.playback.scene import Pixels

EMPTY = 0
"""No paint; paint of a channel is the channel's number + 1, and the eraser leaves none."""


@dataclass(frozen=True)
class Rectangle:
    """Rows and columns of a picture; the far edge exclusive."""

    top: int
    left: int
    bottom: int
    right: int


@dataclass(frozen=True)
class Pointer:
    """Where the mouse is and what it does; ``paint`` is ``EMPTY`` while it travels."""

    row: int
    column: int
    paint: int
    radius: float


class Painting:
    """Replays an annotation forwards, painting each event once, the eraser's too.

    In the end it shows the annotation itself, with what lay there before the first event.
    """

    def __init__(self, annotation: Annotation) -> None:
        self.paint: Pixels = np.zeros(annotation.rgba.shape[:2], np.uint8)
        self._annotation = annotation
        self._ends = np.cumsum(annotation.trajectory.dt)
        self._done = 0

    @property
    def seconds(self) -> float:
        """Simulated time after which nothing changes any more."""
        return float(self._ends[-1]) if len(self._ends) else 0.0

    @property
    def pointer(self) -> Pointer | None:
        """The mouse after the latest event; ``None`` before the first."""
        if self._done == 0:
            return None
        mouse, last = self._annotation.trajectory, self._done - 1
        return Pointer(
            int(mouse.r[last]),
            int(mouse.c[last]),
            int(mouse.channel[last]) + 1,
            float(mouse.brush_radius[last]),
        )

    def advance(self, moment: float) -> Rectangle | None:
        """Paint what happened up to a later moment, and give where paint may have changed."""
        start, self._done = self._done, int(np.searchsorted(self._ends, moment, side="right"))
        if moment >= self.seconds:
            self._done = len(self._ends)
            self.paint[:] = finished(self._annotation)
            height, width = self.paint.shape
            return Rectangle(0, 0, height, width)
        return self._stamp(start, self._done)

    def _stamp(self, start: int, stop: int) -> Rectangle | None:
        mouse = self._annotation.trajectory
        events = start + np.flatnonzero(mouse.painting[start:stop])
        if len(events) == 0:
            return None
        rows, columns, radii = mouse.r[events], mouse.c[events], mouse.brush_radius[events]
        paints = left_by(mouse.channel[events])
        for event in zip(rows.tolist(), columns.tolist(), radii.tolist(), paints, strict=True):
            stamp(self.paint, *event)
        before, after = np.floor(radii).astype(int), np.ceil(radii).astype(int) + 1
        ends = [(rows - before).min(), (columns - before).min()]
        ends += [(rows + after).max(), (columns + after).max()]
        return Rectangle(*np.clip(ends, 0, self.paint.shape * 2).tolist())


def left_by(channel: npt.NDArray[np.int8]) -> npt.NDArray[np.int8]:
    """What lies on a pixel that the mouse went over last."""
    return np.where(channel == ERASER, EMPTY, channel + 1).astype(np.int8)


def finished(annotation: Annotation) -> Pixels:
    """The paint that stays."""
    return (annotation.foreground + 2 * annotation.background).astype(np.uint8)
