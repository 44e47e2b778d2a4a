"""Files that are there whole or not at all, also after a power cut."""

import errno
import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

NO_FOLDERS = (errno.EINVAL, errno.ENOTSUP)
"""What a file system answers that has nothing to sync about a folder."""


def write_whole(path: Path, content: bytes) -> None:
    """Write beside the file and then put it in its place.

    What a process that was killed left beside this file goes.
    """
    make_folder(path.parent)
    partial = partial_of(path)
    try:
        with partial.open("wb") as stream:
            stream.write(content)
        put_in_place(partial, path)
    except OSError:
        partial.unlink(missing_ok=True)
        raise


@contextmanager
def becoming(path: Path) -> Iterator[Path]:
    """Where to write what takes the place of a file when all of it is written."""
    make_folder(path.parent)
    partial = partial_of(path)
    try:
        yield partial
        put_in_place(partial, path)
    finally:
        partial.unlink(missing_ok=True)


def partial_of(path: Path) -> Path:
    """Where to write what shall become this file; what was left there before is removed.

    Its name does not grow with the file's, so that every name that a file may have can be used.
    """
    stem = f".{hashlib.sha256(os.fsencode(path.name)).hexdigest()[:16]}"
    for left in path.parent.glob(f"{stem}.*.partial"):
        left.unlink(missing_ok=True)
    return path.with_name(f"{stem}.{os.getpid()}.partial")


def put_in_place(written: Path, path: Path) -> None:
    """Give a file of the same folder its name; it keeps its content and its name from here on.

    The content is on the disk before the name is, else a power cut may leave an empty file.
    """
    with written.open("rb+") as stream:
        os.fsync(stream.fileno())
    written.replace(path)
    sync_folder(path.parent)


def make_folder(folder: Path) -> None:
    """Make a folder and those above it; each is known to the one above when this returns."""
    missing = [one for one in (folder, *folder.parents) if not one.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    for made in reversed(missing):
        sync_folder(made.parent)


def sync_folder(folder: Path) -> None:
    """Have the names in a folder survive a power cut."""
    if os.name == "nt":  # folders cannot be opened there
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in NO_FOLDERS:
            raise
    finally:
        os.close(handle)
