"""The folder of a session: whether it can be written to, and whether pictures fit in."""

import errno
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from src.core import Entry, InputError

LONGEST_NAME = 240
"""Bytes of a picture's name; a disk takes 255, a step before it and an ending need the others."""

UNWRITABLE = (errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOTDIR, errno.EEXIST)


def check_names(entries: Iterable[Entry]) -> None:
    """Refuse a picture whose files a session could not name.

    They have the picture's own name, as RootPainter and ``start`` know a picture by it: a shorter
    one could hide that a picture is held out for testing.
    """
    for name in (entry.name for entry in entries):
        try:
            size = len(name.encode())
        except UnicodeEncodeError as error:
            raise InputError(
                f"the name of the picture {name!r} is no text ({error.reason}): rename its file"
            ) from error
        if size > LONGEST_NAME or "/" in name or "\0" in name:
            raise InputError(
                f"the picture {name[:40]}… has a name of {size} bytes, and at most {LONGEST_NAME} "
                "without a slash are a file name in a session: rename its file"
            )


def check_place(folder: Path) -> None:
    """Refuse a folder that cannot be written to, before anything is painted."""
    there = next(one for one in (folder, *folder.absolute().parents) if one.exists())
    if not there.is_dir():
        raise _unwritable(folder, f"{there} is a file")
    if not os.access(there, os.W_OK | os.X_OK):
        raise _unwritable(folder, f"{there} is read-only")


@contextmanager
def written_to(folder: Path) -> Iterator[None]:
    """Say in one sentence that the folder, or a part of it, cannot be written to any more."""
    try:
        yield
    except OSError as error:
        file = Path(os.fsdecode(error.filename or ""))
        if error.errno in UNWRITABLE and file.is_relative_to(folder):
            raise _unwritable(folder, f"{error.strerror}: {file}") from error
        raise


def _unwritable(folder: Path, reason: str) -> InputError:
    return InputError(
        f"the session's folder {folder} cannot be written to ({reason}): set sessions to a folder "
        "where you may write"
    )
