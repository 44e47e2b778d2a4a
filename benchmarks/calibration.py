"""Whether calibration finds what it should: ``python -m benchmarks.calibration``.

Hands of known values do the task of ``/calibrate``; counted is how often the 95 % interval of a
parameter holds what the hand has. Parameters that are medians have no value in the hand: theirs
is what very many tasks of it come to.
"""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import typer
from rich.console import Console
from rich.table import Table

from src.calibrating import calibrate, evidence_of
from src.calibrating.evidence import Evidence, merged
from src.calibrating.task import Item, items
from src.core import Trace

SIMULATIONS, MANY = 200, 60
TICK = 8.0
"""Milliseconds between samples."""

TOOLS = ("foreground", "background")
KNOWN = {
    "jitter_rate": 0.02,
    "fitts_intercept": 0.31,
    "fitts_slope": 0.147,
    "steering_intercept": 0.2,
    "steering_slope": 0.09,
    "class_switch_seconds": 1.2,
    "brush_change_seconds": 0.6,
    "inspection_seconds": 1.35,
    "skip_seconds": 1.55,
    "spread_shape": 26.5,
}
REST = 0.12
"""Seconds for which the hand stands still before it presses, on average."""


@dataclass
class KnownHand:
    """Does the task as the laws say, and writes down what the pointer did."""

    rng: np.random.Generator
    rows: list[dict[str, Any]] = field(default_factory=list)
    now: float = 0.0
    x: float = 500.0
    y: float = 320.0
    channel: int = 0
    radius: int = 6
    strokes: int = 0

    def trace(self, wanted: list[Item]) -> Trace:
        """The samples of the whole task."""
        for item in wanted:
            self._say("key", key=str(item))
            if item.kind == "rest":
                self.now += 3000
            elif item.tunnel:
                self._steer(item)
            elif item.kind == "nothing":
                self._say("look")
                self.now += 1000 * KNOWN["skip_seconds"] * self._spread()
                self._say("skip")
            else:
                self._point(item)
        columns = {name: [row[name] for row in self.rows] for name in Trace.__dataclass_fields__}
        return Trace(**columns)

    def _spread(self) -> float:
        shape = KNOWN["spread_shape"]
        return float(self.rng.gamma(shape, 1 / shape))

    def _say(self, kind: str, stroke: int = -1, key: str = "") -> None:
        pointing = kind in ("down", "move", "up")
        self.rows.append({
            "t": self.now, "x": self.x if pointing else np.nan, "y": self.y if pointing else np.nan,
            "buttons": int(stroke >= 0), "tool": TOOLS[self.channel], "radius": self.radius,
            "zoom": 1.0, "dpr": 1.0, "pointer": "mouse", "kind": kind, "key": key, "stroke": stroke,
        })  # fmt: skip

    def _point(self, item: Item) -> None:
        extra = 0.0
        if item.kind == "dot":
            self._say("look")
            extra += KNOWN["inspection_seconds"]
        if item.kind == "tool":
            channel, radius = int(item.numbers[3]), int(item.numbers[4])
            extra += KNOWN["class_switch_seconds"] * (channel != self.channel)
            extra += KNOWN["brush_change_seconds"] * (radius != self.radius)
            self.channel, self.radius = channel, radius
        off = np.clip(self.rng.normal(0, item.width / 6, 2), -item.width / 2, item.width / 2)
        self._travel(item.numbers[1] + off[0], item.numbers[2] + off[1], item.width, extra)
        self._press(self.rng.gamma(9, 0.01) * 1000)

    def _travel(self, x: float, y: float, width: float, extra: float = 0.0) -> None:
        bits = np.log2(np.hypot(x - self.x, y - self.y) / width + 1)
        law = KNOWN["fitts_intercept"] + KNOWN["fitts_slope"] * bits + extra
        seconds = law * self._spread()
        rest = min(self.rng.gamma(8, REST / 8), 0.6 * seconds)
        begin, start = self.now, (self.x, self.y)
        moving = 1000 * (seconds - rest)
        for share in np.append(np.arange(TICK, moving, TICK) / moving, 1.0):
            self.now = begin + moving * share
            self.x, self.y = start[0] + (x - start[0]) * share, start[1] + (y - start[1]) * share
            self._say("move")
        self.now = begin + 1000 * seconds

    def _press(self, milliseconds: float) -> None:
        self._say("down", self.strokes)
        self.now += milliseconds
        self._say("up", self.strokes)
        self.strokes += 1

    def _steer(self, item: Item) -> None:
        factor = self._spread()
        moving = 1000 * factor * KNOWN["steering_slope"] * item.length / item.width
        shares = np.append(np.arange(0, moving, TICK) / moving, 1.0)
        speed = 1000 * item.length / moving
        beside = self.rng.normal(0, KNOWN["jitter_rate"] * speed, len(shares))
        points = _along(item, shares, beside)
        self._travel(*points[0], item.width)
        self._say("down", self.strokes)
        begin = self.now = self.now + 1000 * factor * KNOWN["steering_intercept"]
        for share, (self.x, self.y) in zip(shares, points.tolist(), strict=True):
            self.now = begin + moving * share
            self._say("move", self.strokes)
        self._say("up", self.strokes)
        self.strokes += 1


def _along(item: Item, shares: Any, beside: Any) -> Any:
    """Points in a tunnel, so far along it and beside its middle."""
    if item.kind == "straight":
        _, x1, y1, x2, y2 = item.numbers
        right, down = (x2 - x1) / item.length, (y2 - y1) / item.length
        x = x1 + (x2 - x1) * shares - beside * down
        return np.stack([x, y1 + (y2 - y1) * shares + beside * right], axis=1)
    _, x0, y0, radius = item.numbers
    angles = 2 * np.pi * shares
    reach = radius + beside
    return np.stack([x0 + reach * np.cos(angles), y0 + reach * np.sin(angles)], axis=1)


def done(seed: int) -> Evidence:
    """What one task of the hand tells."""
    trace = KnownHand(np.random.default_rng([seed, 7])).trace(items(seed))
    return evidence_of(trace, "hand")


def truths(tasks: int = MANY) -> dict[str, float]:
    """What the intervals should hold."""
    together = merged([done(10_000 + number) for number in range(tasks)])
    pooled = {fit.parameter: fit.value for fit in calibrate(together, draws=2).fits}
    return pooled | KNOWN


def held(
    simulations: int, draws: int, wanted: dict[str, float], first: int = 0
) -> dict[str, float]:
    """Parameter to the share of simulations whose interval holds what is wanted."""
    hits = dict.fromkeys(wanted, 0)
    for number in range(first, first + simulations):
        for fit in calibrate([done(number)], draws=draws, seed=number).fits:
            hits[fit.parameter] += fit.low <= wanted[fit.parameter] <= fit.high
    return {name: count / simulations for name, count in hits.items()}


def main(simulations: int = SIMULATIONS, draws: int = 1000, first: int = 0) -> None:
    """Print how often each interval held; ``first`` is the seed of the first simulation."""
    wanted = truths()
    shares = held(simulations, draws, wanted, first)
    table = Table("parameter", "truth", "held", title=f"{simulations} simulations, {draws} draws")
    for name, share in shares.items():
        table.add_row(name, f"{wanted[name]:.4g}", f"{share:.3f}")
    Console().print(table)


if __name__ == "__main__":
    typer.run(main)
