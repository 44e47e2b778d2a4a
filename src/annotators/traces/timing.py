"""A recorded hand as a trajectory: every dab and every move, and how long it took."""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from src.annotators.traces.dabs import Places, dabs_between
from src.annotators.traces.standing import begins, standing
from src.core.trace import POINTER, TOOLS, Trace
from src.core.trajectory import NOT_PAINTING, Trajectory

TICK = 0.001
"""Seconds of a hand whose clock never moved: browsers tell milliseconds or tenths of them."""


@dataclass(frozen=True)
class Held:
    """What the hand held at each sample; a key keeps place and tool of the sample before."""

    places: Places
    channel: npt.NDArray[np.int64]
    radius: npt.NDArray[np.int64]

    @classmethod
    def of(cls, trace: Trace) -> "Held":
        """Fill what keys do not say."""
        placed = np.isfinite(trace.x) & np.isfinite(trace.y)
        last = _last(placed)
        at = (
            np.stack([trace.y, trace.x], axis=1)[last] if placed.any() else np.zeros((len(last), 2))
        )
        held = _last(np.isin(trace.kind, POINTER))
        channels = np.array([TOOLS.get(tool, NOT_PAINTING) for tool in trace.tool.tolist()], int)
        return cls(
            np.floor(at).astype(np.int64), channels[held], trace.radius[held].astype(np.int64)
        )


def trajectory_of(trace: Trace) -> Trajectory:
    """Dabs no further apart than the brush's step; ``seconds`` are those of the clock on the wall.

    An undone stroke is a way without paint: it took its time, and left nothing.
    """
    if not len(trace):
        return Trajectory.empty()
    rows = _rows(trace, Held.of(trace))
    if not rows:
        return Trajectory.empty()
    r, c, channel, radius, sample = (np.array(column) for column in zip(*rows, strict=True))
    return Trajectory(
        r=r,
        c=c,
        painting=channel != NOT_PAINTING,
        channel=channel,
        brush_radius=radius,
        dt=_shared(trace.t, sample),
    )


def _rows(trace: Trace, held: Held) -> list[tuple[int, int, int, int, int]]:
    """Row, column, channel, radius, and the sample up to which it lasted."""
    rows: list[tuple[int, int, int, int, int]] = []
    stand, first, stroke = standing(trace), begins(trace), trace.stroke

    def paint(places: Places, held_at: int, sample: int) -> None:
        stands = int(stroke[held_at]) in stand
        channel = int(held.channel[held_at]) if stands else NOT_PAINTING
        radius = int(held.radius[held_at]) if stands else 0
        rows.extend((r, c, channel, radius, sample) for r, c in places.tolist())

    for before, sample in pairwise(range(len(trace))):
        if first[before]:
            paint(held.places[before : before + 1], before, sample)
        if stroke[sample] >= 0 and stroke[sample] == stroke[before]:
            start, end = held.places[before], held.places[sample]
            paint(dabs_between(start, end, int(held.radius[sample])), sample, sample)
        else:
            rows.append((*held.places[sample].tolist(), NOT_PAINTING, 0, sample))
    if first[-1]:
        paint(held.places[-1:], len(trace) - 1, len(trace) - 1)
    return rows


def _shared(t: npt.NDArray[np.float64], sample: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
    """Seconds of each row: those up to its sample, shared out evenly.

    Rows between samples of one time take part in the next time that passes, or in the last one.
    """
    clock = np.maximum.accumulate(t) / 1000
    passed = np.diff(clock, prepend=clock[:1])
    ticks = np.flatnonzero(passed > 0)
    if not len(ticks):
        return np.full(len(sample), TICK / len(sample))
    group = np.minimum(np.searchsorted(ticks, sample), len(ticks) - 1)
    counts = np.bincount(group, minlength=len(ticks))
    return np.asarray((passed[ticks] / counts)[group], np.float64)


def _last(known: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
    """For each sample the last one before or at it that is known, else the first known one."""
    places = np.where(known, np.arange(len(known)), -1)
    last = np.maximum.accumulate(places)
    first = int(np.argmax(known)) if known.any() else 0
    return np.asarray(np.where(last < 0, first, last), np.int64)
