"""Traces of hands that never were: drawn by hypothesis, or repeated from a trajectory."""

from typing import Any

import numpy as np
import numpy.typing as npt
from hypothesis import strategies as st

from src.annotators.traces.dabs import furthest
from src.annotators.traces.painting import replayed
from src.core import Trace, Trajectory
from src.core.trace import TOOLS

NAMES = {channel: tool for tool, channel in TOOLS.items()}


class Scribe:
    """Writes samples one after another."""

    def __init__(self) -> None:
        self.rows: list[dict[str, Any]] = []
        self.stroke = -1

    def sample(
        self, kind: str, t: float, x: float = np.nan, y: float = np.nan, **more: Any
    ) -> None:
        """One sample; what is not said is what a mouse at rest would say."""
        rest = {
            "buttons": 0, "tool": "foreground", "radius": 3, "zoom": 1.0, "dpr": 1.0,
            "pointer": "mouse", "key": "", "stroke": -1,
        }  # fmt: skip
        self.rows.append({**rest, "kind": kind, "t": t, "x": x, "y": y, **more})

    def trace(self) -> Trace:
        """All samples so far."""
        if not self.rows:
            return Trace.empty()
        return Trace(**self.columns())

    def columns(self) -> dict[str, list[Any]]:
        """As a page sends them."""
        return {name: [row[name] for row in self.rows] for name in Trace.__dataclass_fields__}


@st.composite
def traces(draw: st.DrawFn) -> Trace:
    """Strokes, moves, keys and undo in any order, on and off a small picture."""
    scribe, now = Scribe(), 0.0
    place = st.floats(-10, 60, allow_nan=False)
    waits = st.sampled_from([0.0, 0.1, 1.0, 16.7, 900.0])
    scribe.sample("look", 0.0)
    for number in range(draw(st.integers(0, 5))):
        for kind in draw(st.lists(st.sampled_from(["move", "key", "undo", "redo"]), max_size=3)):
            now += draw(waits)
            at = (draw(place), draw(place)) if kind == "move" else (np.nan, np.nan)
            scribe.sample(kind, now, *at)
        tool, radius = draw(st.sampled_from(list(TOOLS))), draw(st.integers(0, 12))
        held = {"tool": tool, "radius": radius, "stroke": number, "buttons": 1}
        for kind in ("down", *["move"] * draw(st.integers(0, 4)), "up"):
            now += draw(waits)
            scribe.sample(kind, now, draw(place), draw(place), **held)
    return scribe.trace()


def repeated(
    trajectory: Trajectory, wanted: npt.NDArray[np.uint8] | None = None
) -> dict[str, list[Any]]:
    """The samples of a hand that makes every dab of a trajectory, and no other.

    The brush is lifted where dabs lie so far apart that a page would paint between them.

    Args:
        wanted: paint that shall be left: what was spilled is then erased pixel by pixel.
    """
    scribe, now, before = Scribe(), 0.0, None
    scribe.sample("look", 0.0)
    for event in trajectory.records():
        now += 1000 * event["dt"]
        x, y = event["c"] + 0.5, event["r"] + 0.5
        if not event["painting"]:
            scribe.sample("move", now, x, y)
            before = None
            continue
        held = {"tool": NAMES[event["channel"]], "radius": event["brush_radius"], "buttons": 1}
        same = before is not None and held.items() <= before.items()
        near = same and np.hypot(before["x"] - x, before["y"] - y) <= furthest(held["radius"])
        if not near:
            scribe.stroke += 1
        scribe.sample("move" if near else "down", now, x, y, stroke=scribe.stroke, **held)
        before = scribe.rows[-1]
    if wanted is not None:
        left = replayed(trajectory, (wanted.shape[0], wanted.shape[1]))
        for r, c in np.argwhere(left != wanted).tolist():
            scribe.stroke += 1
            tool = NAMES[(int(wanted[r, c]) - 1) % 3]
            held = {"tool": tool, "radius": 0, "buttons": 1, "stroke": scribe.stroke}
            scribe.sample("down", now, c + 0.5, r + 0.5, **held)
    return scribe.columns()
