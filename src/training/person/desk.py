"""Where a picture lies for a person to paint, between the run and the page that shows it."""

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from src.core import InputError, Picture, Trace
from src.core.trace import COLUMNS
from src.data.files.whole import write_whole
from src.data.formats.traces import load_trace, trace_of, trace_parquet
from src.training.asked import ASKED

Mask = npt.NDArray[np.bool_]

ENDINGS = DONE, SKIP = "done", "skip"
WAITING, PAINT, TRAINING, FINISHED = "waiting", "paint", "training", "finished"
GLANCE = 0.2
"""Seconds after which somebody who waits looks whether the run shall stop."""

LATELY, FAREWELL = 5.0, 2.0
"""Seconds since a page asked after which nobody is there, and that the last answer may take."""


class MissedError(InputError):
    """What was sent does not go on from what lies on the desk."""


@dataclass(frozen=True, eq=False)
class Offer:
    """A picture to paint.

    Args:
        step: 1 for the first image.
        prediction: what the model sees, to be corrected; ``None`` for clear examples.
        after: how many images that model has learned from.
    """

    step: int
    picture: Picture
    prediction: Mask | None
    after: int


class Desk:
    """Holds one picture and what was painted on it so far; every stroke is on the disk at once.

    Args:
        folder: of the session; traces are kept in it, so that nothing painted is asked for twice.
        stopping: whether the run shall stop.
    """

    def __init__(self, folder: Path, stopping: Callable[[], bool]) -> None:
        self.folder, self._stopping = folder / "desk", stopping
        self._changed = threading.Condition()
        self._offer: Offer | None = None
        self._trace = Trace.empty()
        self._since = time.monotonic()
        self._looked = -LATELY
        self._finished = False
        self.numbers: dict[str, Any] = {}

    def offer(self, offer: Offer) -> None:
        """Put a picture on the desk, with what was painted on it before a stop."""
        with self._changed:
            file = self._file(offer)
            self._offer = offer
            self._trace = load_trace(file) if file.exists() else Trace.empty()
            self._turn()

    def take(self) -> Trace:
        """What was painted on the picture, as soon as the person is done with it."""
        with self._changed:
            while not self._ended():
                if self._stopping():
                    raise KeyboardInterrupt(ASKED)
                self._changed.wait(GLANCE)
            return self._trace

    def add(self, id: str, begin: int, columns: Mapping[str, Any], ending: str | None) -> int:
        """Keep what the hand did since, and say how many samples there are now.

        Args:
            id: of the picture that was painted on.
            begin: samples that were kept before.
            ending: ``done`` or ``skip`` where the person wants the next picture.
        """
        if ending not in (None, *ENDINGS):
            raise InputError(f"ending must be one of {', '.join(ENDINGS)}, got {ending!r:.40}")
        new = trace_of(columns)
        with self._changed:
            if self._offer is None or self._offer.picture.entry.id != id or self._ended():
                raise MissedError("this picture does not lie on the desk any more: look again")
            if begin != len(self._trace):
                raise MissedError(f"{len(self._trace)} samples are kept, not {begin}: go on there")
            joined = _joined(self._trace, new, ending)
            write_whole(self._file(self._offer), trace_parquet(joined))
            self._trace = joined
            if self._ended():
                self._turn()
            return len(joined)

    def finish(self) -> None:
        """No picture comes any more; whoever looked lately is given the time to see that."""
        with self._changed:
            self._offer, self._finished = None, True
            self._turn()
            if time.monotonic() - self._looked < LATELY:
                self._changed.wait_for(lambda: self._looked > self._since, FAREWELL)

    def told(self, row: Mapping[str, Any]) -> None:
        """Numbers of an image that was learned from, for whoever decides when to stop."""
        with self._changed:
            shown = ("step", "val_f1", "test_f1", "coverage", "seconds", "total_seconds")
            self.numbers |= {name: row[name] for name in shown if name in row}

    def idle_seconds(self) -> float:
        """For how long the person has had nothing to paint."""
        with self._changed:
            return time.monotonic() - self._since if self._state() == TRAINING else 0.0

    def look(self) -> tuple[str, Offer | None, Trace, float, dict[str, Any]]:
        """State, picture, what was painted on it, seconds in this state, and the numbers so far."""
        with self._changed:
            self._looked = time.monotonic()
            self._changed.notify_all()
            passed = self._looked - self._since
            return self._state(), self._offer, self._trace, passed, dict(self.numbers)

    def _state(self) -> str:
        if self._finished:
            return FINISHED
        if self._offer is None:
            return WAITING
        return TRAINING if self._ended() else PAINT

    def _ended(self) -> bool:
        return len(self._trace) > 0 and self._trace.kind[-1] in ENDINGS

    def _turn(self) -> None:
        self._since = time.monotonic()
        self._changed.notify_all()

    def _file(self, offer: Offer) -> Path:
        return self.folder / f"{offer.step:04d}_{offer.picture.entry.name}.parquet"


def _joined(kept: Trace, new: Trace, ending: str | None) -> Trace:
    """One after the other; a page that was opened anew counts time and strokes from its start."""
    columns = {name: getattr(new, name).copy() for name in COLUMNS}
    if len(kept) and len(new):
        strokes = int(kept.stroke.max()) + 1
        first = new.stroke[new.stroke >= 0].min(initial=np.iinfo(np.int32).max)
        if first < strokes and not _goes_on(kept, new):
            columns["stroke"][new.stroke >= 0] += strokes - int(first)
        if new.t[0] < kept.t.max():
            columns["t"] += kept.t.max() - new.t[0]
    whole = {
        name: np.concatenate([getattr(kept, name), column]) if len(kept) else column
        for name, column in columns.items()
    }
    if ending is not None and (not len(whole["t"]) or whole["kind"][-1] != ending):
        last = {name: column[-1:] if len(column) else _rest(name) for name, column in whole.items()}
        last |= {"kind": np.array([ending]), "stroke": np.array([-1]), "key": np.array([""])}
        whole = {name: np.concatenate([column, last[name]]) for name, column in whole.items()}
    return Trace(**whole)


def _goes_on(kept: Trace, new: Trace) -> bool:
    """Whether a stroke that was cut in two by a save goes on."""
    drawn = new.stroke[new.drawing]
    return bool(len(drawn) and drawn[0] == kept.stroke.max() and new.kind[new.drawing][0] != "down")


def _rest(name: str) -> npt.NDArray[Any]:
    """The last sample of a hand that did nothing."""
    return np.zeros(1, COLUMNS[name])
