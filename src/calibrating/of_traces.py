"""What a trace of the studio tells of the hand."""

from dataclasses import dataclass, field

import numpy as np

from src.calibrating.evidence import UNKNOWN, Evidence, Leg, Stroke
from src.calibrating.task import ENDS, Item
from src.core.trace import BETWEEN, POINTER, Trace

FEWEST_SAMPLES = 4
"""Of a stroke whose speed is worth telling."""

LONGEST_PAUSE = 20.0
"""Seconds after which somebody did something else, as RootPainter's own statistics have it."""


@dataclass
class _Reader:
    """Goes through a trace once, and remembers what the next sample needs."""

    trace: Trace
    legs: list[Leg] = field(default_factory=list)
    strokes: list[Stroke] = field(default_factory=list)
    skips: list[float] = field(default_factory=list)
    item: Item | None = None
    looked: int | None = None
    released: int | None = None

    def read(self) -> None:
        numbers = self.trace.stroke
        drawn, sample = self.trace.drawing, 0
        while sample < len(self.trace):
            if not drawn[sample]:
                self._between(sample)
                sample += 1
                continue
            own = np.flatnonzero(drawn & (numbers == numbers[sample]))
            self._stroke(own)
            sample = int(own[-1]) + 1

    def _between(self, sample: int) -> None:
        kind = self.trace.kind[sample]
        item = Item.of(str(self.trace.key[sample])) if kind == "key" else None
        if item is not None:
            self.item = item
            if item.kind == "rest" or item.tunnel:
                self.released = None
        elif kind == "look":
            self.looked = sample
        elif kind == "skip" and self.looked is not None:
            self.skips.append(self._seconds(self.looked, sample))
            self.looked = self.released = None

    def _stroke(self, own: np.ndarray[tuple[int], np.dtype[np.int64]]) -> None:
        first, last = int(own[0]), int(own[-1])
        self._leg(first)
        self.looked, self.released = None, last
        seconds = self._seconds(first, last)
        x, y = self.trace.x[own], self.trace.y[own]
        path = float(np.hypot(np.diff(x), np.diff(y)).sum())
        if len(own) < FEWEST_SAMPLES or seconds <= 0 or path <= 0:
            return
        if self.item is not None and self.item.tunnel:
            self._steered(own, seconds)
        elif self.item is None:
            diameter = 2.0 * float(self.trace.radius[first]) + 1
            self.strokes.append(Stroke(seconds, path, path / seconds, diameter, tunnel=False))

    def _steered(self, own: np.ndarray[tuple[int], np.dtype[np.int64]], seconds: float) -> None:
        assert self.item is not None  # noqa: S101 - asked for by the caller
        along, beside = self.item.followed(self.trace.x[own], self.trace.y[own])
        if along.max() < 1 - ENDS:
            return
        inner = np.flatnonzero((along > ENDS) & (along < 1 - ENDS))
        if len(inner) < FEWEST_SAMPLES:
            return
        passed = self._seconds(int(own[inner[0]]), int(own[inner[-1]]))
        way = float(along[inner[-1]] - along[inner[0]]) * self.item.length
        if passed > 0 < way:
            scatter = float(beside[inner].std(ddof=1))
            width, length = self.item.width, self.item.length
            self.strokes.append(Stroke(seconds, length, way / passed, width, scatter))

    def _leg(self, first: int) -> None:
        start = self.looked if self.looked is not None else self.released
        if start is None:
            return
        trace, before = self.trace, self.released
        seconds = self._seconds(start, first)
        if not 0 < seconds < LONGEST_PAUSE:
            return
        place = self._place(start)
        distance = float(np.hypot(trace.x[first] - place[0], trace.y[first] - place[1]))
        width = 2.0 * float(trace.radius[first]) + 1 if self.item is None else self.item.width
        if not distance > 0 or (self.item is not None and self.item.tunnel):
            width = UNKNOWN
        changed = before is not None
        self.legs.append(
            Leg(
                seconds,
                distance,
                width,
                self._rest(start, first),
                switched=changed and trace.tool[first] != trace.tool[before],
                resized=changed and trace.radius[first] != trace.radius[before],
                looked=self.looked is not None,
            )
        )

    def _place(self, sample: int) -> tuple[float, float]:
        """Where the pointer was, or where it is first seen after."""
        known = np.flatnonzero(np.isfinite(self.trace.x) & np.isfinite(self.trace.y))
        before = known[known <= sample]
        at = int(before[-1]) if len(before) else int(known[0])
        return float(self.trace.x[at]), float(self.trace.y[at])

    def _rest(self, start: int, first: int) -> float:
        """Seconds since the pointer last moved; ``nan`` where it was not seen to move."""
        inner = np.arange(start, first + 1)
        seen = inner[np.isin(self.trace.kind[inner], POINTER) & np.isfinite(self.trace.x[inner])]
        moved = np.hypot(np.diff(self.trace.x[seen]), np.diff(self.trace.y[seen])) > 0
        if not moved.any():
            return UNKNOWN
        return self._seconds(int(seen[1:][moved][-1]), first)

    def _seconds(self, start: int, end: int) -> float:
        return float(self.trace.t[end] - self.trace.t[start]) / 1000


def evidence_of(trace: Trace, person: str) -> Evidence:
    """Legs, strokes and skips in a trace; undone strokes were drawn as well."""
    reader = _Reader(trace)
    if len(trace) and (trace.stroke > BETWEEN).any() | (trace.kind == "skip").any():
        reader.read()
    return Evidence(person, reader.legs, reader.strokes, reader.skips)
