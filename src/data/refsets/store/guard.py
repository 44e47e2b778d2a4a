"""Keeping whoever collects garbage and whoever puts objects apart."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from src.data.files.whole import make_folder
from src.data.refsets.store.database import PATIENCE, BusyError

STEP = 0.05
"""Seconds between two tries."""


@contextmanager
def shared(folder: Path, patience: float = PATIENCE) -> Iterator[None]:
    """Keep the objects from being collected: one that was just put has no reference yet."""
    with _held(folder, patience, exclusive=False):
        yield


@contextmanager
def alone(folder: Path, patience: float = PATIENCE) -> Iterator[None]:
    """Wait until nobody puts objects, and keep them from it."""
    with _held(folder, patience, exclusive=True):
        yield


@contextmanager
def _held(folder: Path, patience: float, *, exclusive: bool) -> Iterator[None]:
    make_folder(folder)
    if os.name == "nt":  # no such lock there
        yield
        return
    import fcntl

    kind = fcntl.LOCK_EX if exclusive else fcntl.LOCK_SH
    handle = os.open(folder, os.O_RDONLY)
    try:
        end = time.monotonic() + patience
        while True:
            try:
                fcntl.flock(handle, kind | fcntl.LOCK_NB)
                break
            except BlockingIOError as error:
                if time.monotonic() > end:
                    raise BusyError(
                        f"{folder} has been locked by another process for over {patience:g} s: "
                        "let it finish or end it, then try again"
                    ) from error
                time.sleep(STEP)
        yield
    finally:
        os.close(handle)
