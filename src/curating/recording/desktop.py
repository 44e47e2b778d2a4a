"""Clicks anywhere on a desktop: pynput hears them, mss has kept the screen from before."""

import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from src.core import InputError
from src.curating.proposals import Proposal
from src.curating.recording.folder import BY, RecordedFolder

log = logging.getLogger(__name__)

EVERY = 0.1
"""Seconds between two looks at the screen."""

MARGIN = 0.03
"""Seconds by which a look must have ended before a press was heard: hearing takes a moment, and
the screen may have answered the press by then."""

AROUND = 24.0
"""Pixels to each side of a click; what was clicked is not known here, a detector may propose it."""


@dataclass(frozen=True, eq=False)
class Look:
    """All of one monitor at one time.

    Args:
        place: left, top, width and height in the units in which clicks are heard.
        ended: seconds of the monotonic clock.
    """

    pixels: npt.NDArray[np.uint8]
    place: tuple[int, int, int, int]
    ended: float

    def holds(self, x: float, y: float) -> bool:
        """Whether a place on the desktop lies on this monitor."""
        left, top, width, height = self.place
        return left <= x < left + width and top <= y < top + height

    def clicked(self, x: float, y: float) -> Proposal:
        """A click on it, in pixels of its picture."""
        left, top, width, height = self.place
        rows, columns = self.pixels.shape[:2]
        px, py = (x - left) * columns / width, (y - top) * rows / height
        box = (max(0.0, px - AROUND), max(0.0, py - AROUND),
               min(float(columns), px + AROUND), min(float(rows), py + AROUND))  # fmt: skip
        return Proposal(BY, (box,), click=(px, py))


@dataclass
class DesktopRecorder:
    """Records until ``clicks`` are kept or it is stopped.

    Password fields cannot be told from others on a desktop: nothing is painted over.
    """

    into: RecordedFolder
    clicks: int | None = None
    tell: Callable[[str], None] = log.info
    _looks: deque[Look] = field(default_factory=lambda: deque(maxlen=32))
    _stopped: threading.Event = field(default_factory=threading.Event)
    _turn: threading.Lock = field(default_factory=threading.Lock)

    def record(self, ready: Callable[[], None] | None = None) -> int:
        """How many clicks were kept; ``ready`` is called when the first look is there."""
        mouse, grabber = _packages()
        before = len(self.into)
        with grabber() as screen:
            self._look(screen)
            listener = mouse.Listener(on_click=self._heard)
            listener.start()
            listener.wait()
            if ready is not None:
                ready()
            try:
                while not self._stopped.wait(EVERY):
                    self._look(screen)
            except KeyboardInterrupt:
                self.tell("stopped")
            finally:
                # Not joined: on X its thread wakes only when the mouse moves once more.
                listener.stop()
        with self._turn:
            return len(self.into) - before

    def stop(self) -> None:
        """End the recording."""
        self._stopped.set()

    def _look(self, screen: Any) -> None:
        for monitor in screen.monitors[1:]:
            shot = screen.grab(monitor)
            pixels = np.asarray(shot)[..., 2::-1]
            place = (monitor["left"], monitor["top"], monitor["width"], monitor["height"])
            self._looks.append(Look(np.ascontiguousarray(pixels), place, time.monotonic()))

    def _heard(self, x: float, y: float, button: Any, pressed: bool) -> None:
        """Called in pynput's own thread."""
        heard = time.monotonic()
        if not pressed or button.name != "left" or self._stopped.is_set():
            return
        looks = [look for look in tuple(self._looks) if look.holds(x, y)]
        earlier = [look for look in looks if look.ended <= heard - MARGIN] or looks[:1]
        if not earlier:
            return
        with self._turn:
            self.into.add(earlier[-1].pixels, earlier[-1].clicked(x, y))
            self.tell(f"{len(self.into)}: a click at {x:.0f}, {y:.0f}")
            if self.clicks is not None and len(self.into) >= self.clicks:
                self._stopped.set()


def _packages() -> tuple[Any, Any]:
    """pynput's mouse and mss's grabber, or one sentence on what is missing."""
    try:
        import mss
        from pynput import mouse
    except ImportError as error:
        # pynput raises one, too, where there is no screen to connect to.
        raise InputError(
            f"record --desktop cannot begin ({str(error).splitlines()[0]}): it needs a screen and "
            "pip install 'brushwork[desktop]'"
        ) from error
    return mouse, mss.mss
