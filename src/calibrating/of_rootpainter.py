"""What RootPainter's own log of its client tells of the hand.

A line is a date, seconds since 1970, what happened, and ``name:value`` for the rest: the file, the
place in px, the brush's diameter and colour, and whether it painted. Presses and releases alone
are logged, so the way in between is not known: no steering, no scatter.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

import numpy as np

from src.calibrating.evidence import Evidence, Leg
from src.calibrating.of_traces import LONGEST_PAUSE
from src.core import InputError
from src.data.files.foreign import read_text

PRESS, RELEASE, SHOWN = "mouse_press", "mouse_release", "update_file_end"


@dataclass(frozen=True)
class Event:
    """One line."""

    seconds: float
    name: str
    about: dict[str, str] = field(default_factory=dict)

    @property
    def picture(self) -> str:
        """The file without its ending, which differs between events."""
        return PurePosixPath(self.about.get("fname", "")).stem

    @property
    def place(self) -> tuple[float, float]:
        """Px."""
        return float(self.about["x"]), float(self.about["y"])


def is_client_log(path: Path) -> bool:
    """Whether a file is called as RootPainter calls it."""
    return path.name == "client.csv"


def read_client_log(path: Path, person: str) -> Evidence:
    """Ways between strokes, and looks at a new picture."""
    events = sorted(_events(path), key=lambda event: event.seconds)
    if not events:
        raise InputError(f"{path} holds no line as RootPainter's client writes them")
    return Evidence(person, [*_legs(events)])


def _events(path: Path) -> Iterator[Event]:
    """Lines that can be read; a synced folder leaves blank and torn ones behind."""
    for line in read_text(path).splitlines():
        parts = line.strip().split(",")
        try:
            seconds = float(parts[1])
            about = dict(part.split(":", 1) for part in parts[3:] if ":" in part)
            event = Event(seconds, parts[2], about)
            _ = event.place if event.name in (PRESS, RELEASE) else None
        except (IndexError, ValueError, KeyError):
            continue
        if np.isfinite(seconds):
            yield event


def _legs(events: list[Event]) -> Iterator[Leg]:
    shown: Event | None = None
    released: Event | None = None
    for event in events:
        if event.name == SHOWN:
            shown, released = event, None
        if event.about.get("drawing") != "True":
            continue
        if event.name == PRESS:
            leg = _leg(shown, released, event)
            shown = None
            if leg is not None:
                yield leg
        elif event.name == RELEASE:
            released = event


def _leg(shown: Event | None, released: Event | None, press: Event) -> Leg | None:
    start = released or shown
    if start is None or start.picture != press.picture:
        return None
    seconds = press.seconds - start.seconds
    if not 0 < seconds < LONGEST_PAUSE:
        return None
    if released is None:
        return Leg(seconds, np.nan, looked=True)
    width = float(press.about.get("brush_size", "nan"))
    changed = {name: press.about.get(name) != released.about.get(name) for name in
               ("brush_color", "brush_size")}  # fmt: skip
    distance = float(np.hypot(*np.subtract(press.place, released.place)))
    return Leg(
        seconds,
        distance,
        width if distance > 0 else np.nan,
        switched=changed["brush_color"],
        resized=changed["brush_size"],
    )
