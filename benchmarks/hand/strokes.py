"""Strokes one by one, of the simulated hand and of people: how long, how fast, how far apart."""

import json
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Self

import numpy as np
import numpy.typing as npt

from src.core import Trajectory

Numbers = npt.NDArray[np.float64]

PRESS = 1.0
"""Px: who moves less has pressed and not drawn."""
HASTY = 0.1
"""Seconds: nobody lifts, goes elsewhere and presses again in less (5 % of people: 0.13 s)."""


@dataclass(frozen=True, eq=False)
class Strokes:
    """What is compared of strokes.

    Args:
        length: px along each stroke.
        speed: px/s of each stroke that is drawn, not pressed.
        gap: s from the end of each stroke to the beginning of the next.
        seconds: from the first event to the last, of all pictures together.
    """

    length: Numbers
    speed: Numbers
    gap: Numbers
    seconds: float

    @classmethod
    def of(cls, trajectory: Trajectory) -> Self:
        """A stroke lasts as long as the button is down, whatever it paints."""
        down, dt = trajectory.painting, trajectory.dt
        steps = np.hypot(*(np.diff(one, prepend=one[:1]) for one in (trajectory.r, trajectory.c)))
        edges = np.flatnonzero(np.diff(down.astype(np.int8), prepend=0, append=0))
        begins, ends = edges[::2], edges[1::2]
        length = np.array([steps[b + 1 : e].sum() for b, e in zip(begins, ends, strict=True)])
        lasted = np.array([dt[b + 1 : e].sum() for b, e in zip(begins, ends, strict=True)])
        drawn = length >= PRESS
        gap = [dt[e:b].sum() for e, b in zip(ends[:-1], begins[1:], strict=True)]
        return cls(length, length[drawn] / lasted[drawn], np.array(gap), trajectory.seconds)

    @classmethod
    def join(cls, parts: list[Self]) -> Self:
        """All strokes of several pictures."""
        columns = (
            np.concatenate([getattr(part, name) for part in parts])
            for name in ("length", "speed", "gap")
        )
        return cls(*columns, sum(part.seconds for part in parts))

    @property
    def numbers(self) -> dict[str, float]:
        """What a table says of them; ``nan`` where there are none."""
        return {
            "strokes per second": len(self.length) / self.seconds if self.seconds else np.nan,
            "single presses": _share(self.length < PRESS),
            "gaps < 100 ms": _share(self.gap < HASTY),
            "gap, 5 %, s": _quantile(self.gap, 0.05),
            "gap, median, s": _quantile(self.gap, 0.5),
            "stroke length, median, px": _quantile(self.length, 0.5),
            "stroke speed, median, px/s": _quantile(self.speed, 0.5),
        }

    @property
    def distributions(self) -> dict[str, Numbers]:
        """What is compared with people, by its unit."""
        return {"gap, s": self.gap, "length, px": self.length, "speed, px/s": self.speed}

    @property
    def shapes(self) -> dict[str, Numbers]:
        """The same in medians, for what people have a scale of that nobody knows."""
        drawn = self.length[self.length >= PRESS]
        return {
            "length, medians": drawn / np.median(drawn) if len(drawn) else drawn,
            "speed, medians": self.speed / np.median(self.speed) if len(self.speed) else self.speed,
        }


def of_people(folder: Path) -> Strokes:
    """Freehand drawings of ``strokes_quickdraw_raw``; a line of a file is a drawing."""
    drawings = []
    for file in sorted(folder.glob("*.ndjson")):
        for line in file.read_text(encoding="utf-8").splitlines():
            drawings.append(_drawing([np.array(one, float) for one in json.loads(line)["drawing"]]))
    return Strokes.join(drawings)


def _drawing(strokes: list[Numbers]) -> Strokes:
    """Each stroke is (3, n): x, y and ms."""
    length = np.array([np.hypot(np.diff(x), np.diff(y)).sum() for x, y, _ in strokes])
    lasted = np.array([(t[-1] - t[0]) / 1000 for _, _, t in strokes])
    drawn = (length >= PRESS) & (lasted > 0)
    gap = [(after[2][0] - before[2][-1]) / 1000 for before, after in pairwise(strokes)]
    seconds = float(strokes[-1][2][-1] - strokes[0][2][0]) / 1000
    return Strokes(length, length[drawn] / lasted[drawn], np.array(gap, float), seconds)


def _share(which: npt.NDArray[np.bool_]) -> float:
    return float(which.mean()) if len(which) else float("nan")


def _quantile(values: Numbers, level: float) -> float:
    return float(np.quantile(values, level)) if len(values) else float("nan")
