"""The state of a session on disk, and the one before."""

import logging
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

log = logging.getLogger(__name__)

Read = TypeVar("Read")


def newest(last: Path, previous: Path, read: Callable[[Path], Read]) -> Read | None:
    """The last state or, where it is torn, the one before; ``None`` where neither can be used."""
    for file in (last, previous):
        if not file.exists():
            continue
        try:
            return read(file)
        except Exception as error:  # torch raises many kinds for a torn file
            log.warning("%s cannot be used (%s): going back further", file, error)
    return None
