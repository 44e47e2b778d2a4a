"""A trajectory cut into what a person does one after another: travel legs and strokes."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from src.core.trajectory import Trajectory

RESOLUTION = 0.5
"""Pixels; coordinates are rounded, so a shorter way cannot be told from none."""


@dataclass(frozen=True, eq=False)
class Segments:
    """Legs and strokes in order, one row each; a stroke keeps one class and one brush.

    Args:
        start: index of the first event.
        stroke: a stroke, else a travel leg.
        path: px along it.
        distance: px from the event before it, straight to the first event after it.
        diameter: px of the stroke's brush, or of the stroke that a leg leads to.
        switched: a stroke of another class than the stroke before.
        resized: a stroke with another brush than the stroke before.
        way: one row per event, px, the event's share in the path of its segment, above 0.
    """

    start: npt.NDArray[np.int64]
    stroke: npt.NDArray[np.bool_]
    path: npt.NDArray[np.float64]
    distance: npt.NDArray[np.float64]
    diameter: npt.NDArray[np.float64]
    switched: npt.NDArray[np.bool_]
    resized: npt.NDArray[np.bool_]
    way: npt.NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.start)

    def moving(self, seconds: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """Seconds of each segment, shared out over its events in proportion to the path."""
        sizes = np.diff(self.start, append=len(self.way))
        totals = np.add.reduceat(self.way, self.start)
        return self.way * np.repeat(seconds / totals, sizes)

    def pausing(self, seconds: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """Seconds of each segment, charged to its first event."""
        dt = np.zeros(len(self.way))
        dt[self.start] = seconds
        return dt

    def pauses(
        self, inspection: float, class_switch: float, brush_change: float
    ) -> npt.NDArray[np.float64]:
        """Seconds before each segment: a first look, another class, another brush."""
        seconds = float(class_switch) * self.switched + float(brush_change) * self.resized
        seconds[:1] += inspection
        return seconds


def cut(trajectory: Trajectory) -> Segments:
    """The legs and strokes of a trajectory, which may be empty."""
    painting = trajectory.painting
    radius = np.where(painting, trajectory.brush_radius, 0)
    changes = _differs(trajectory.channel) | _differs(radius)
    changes[:1] = True
    start = np.flatnonzero(changes)
    stroke = painting[start]
    steps = _steps(trajectory)
    return Segments(
        start=start,
        stroke=stroke,
        path=np.add.reduceat(steps, start),
        distance=_distances(trajectory, start),
        diameter=_diameters(radius[start], stroke),
        switched=_changed_strokes(trajectory.channel[start], stroke),
        resized=_changed_strokes(radius[start], stroke),
        way=np.maximum(steps, RESOLUTION),
    )


def _differs(column: npt.NDArray[np.integer[Any]]) -> npt.NDArray[np.bool_]:
    """Which events have another value than the event before."""
    differs: npt.NDArray[np.bool_] = np.diff(column, prepend=column[:1]) != 0
    return differs


def _changed_strokes(
    values: npt.NDArray[np.integer[Any]], stroke: npt.NDArray[np.bool_]
) -> npt.NDArray[np.bool_]:
    """Strokes whose value is not that of the stroke before, whatever legs lie between."""
    changed = np.zeros(len(values), bool)
    changed[stroke] = _differs(values[stroke])
    return changed


def _steps(trajectory: Trajectory) -> npt.NDArray[np.float64]:
    """Pixels from the event before; a button that goes down ends a leg, so it steps 0."""
    r, c, painting = trajectory.r, trajectory.c, trajectory.painting
    steps = np.hypot(np.diff(r, prepend=r[:1]), np.diff(c, prepend=c[:1]))
    pressed = painting & ~np.concatenate([painting[:1], painting[:-1]])
    return np.where(pressed, 0.0, steps)


def _distances(trajectory: Trajectory, start: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
    """Pixels, straight, from the event before each segment to the first event after it."""
    r, c = trajectory.r, trajectory.c
    before = np.maximum(start - 1, 0)
    after = np.append(start[1:], len(trajectory) - 1)[: len(start)]
    distances: npt.NDArray[np.float64] = np.hypot(r[after] - r[before], c[after] - c[before])
    return distances


def _diameters(
    radius: npt.NDArray[np.int32], stroke: npt.NDArray[np.bool_]
) -> npt.NDArray[np.float64]:
    """Brush diameters; a leg has that of the stroke ahead, else behind, else of one pixel."""
    rows = np.arange(len(stroke))
    ahead = np.minimum(rows + 1, max(len(stroke) - 1, 0))
    behind = np.maximum(rows - 1, 0)
    target = np.where(stroke, rows, np.where(stroke[ahead], ahead, behind))
    return 2.0 * np.where(stroke[target], radius[target], 0) + 1.0
