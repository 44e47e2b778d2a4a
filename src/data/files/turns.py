"""So many at once, over all processes of this machine."""

import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from src.core import InputError
from src.data.files.shelf import cache_folder

PAUSE = 0.02
"""Seconds between two looks at whether somebody has left."""


@dataclass(frozen=True)
class Turns:
    """Turns at something that bears only so many at once.

    A lock that a file system keeps goes with its process, also with one that was killed.

    Args:
        name: what the turns are at; the same name in another process means the same thing.
        most: turns that may be taken at once.
    """

    name: str
    most: int = 1

    def __post_init__(self) -> None:
        if self.most < 1:
            raise InputError(f"most must be 1 or more, got {self.most}")

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait for a turn, and hold it."""
        if os.name == "nt":  # no such lock there
            yield
            return
        handle = self._taken()
        try:
            yield
        finally:
            os.close(handle)

    def _taken(self) -> int:
        import fcntl

        folder = self._folder()
        while True:
            for place in range(self.most):
                handle = os.open(folder / str(place), os.O_RDWR | os.O_CREAT, 0o600)
                try:
                    fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError:
                    os.close(handle)
                else:
                    return handle
            time.sleep(PAUSE)

    def _folder(self) -> Path:
        # Locks are no cache: they are needed also where a user wants none.
        home = cache_folder() or Path(tempfile.gettempdir()) / f"brushwork-{_user()}"
        folder = home / "turns" / sha256(self.name.encode()).hexdigest()[:16]
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return folder


def _user() -> int:
    return os.getuid() if hasattr(os, "getuid") else 0
