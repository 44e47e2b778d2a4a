"""Plain files that come from elsewhere, read within limits of size."""

import io
import os
import stat
from pathlib import Path
from zipfile import BadZipFile, ZipFile

from src.core.errors import InputError, spoken

MOST_BYTES = 2**31


def read_bytes(path: Path, most: int = MOST_BYTES) -> bytes:
    """All of a plain file; a pipe or a device might never end, and is refused unread."""
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    try:
        handle = os.open(path, flags)
        with open(handle, "rb") as file:  # noqa: PTH123 - of a handle
            about = os.fstat(handle)
            if not stat.S_ISREG(about.st_mode):
                raise InputError(f"{spoken(path)} is no plain file: copy the file itself there")
            # Room is made for as much as is asked for, whatever there is: no more than it says.
            content = file.read(about.st_size + 1) if about.st_size <= most else None
    except (OSError, ValueError, MemoryError) as error:
        if isinstance(error, InputError):
            raise
        reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
        raise InputError(
            f"{spoken(path)} cannot be read ({reason}): check that it exists and that you may "
            "read it"
        ) from error
    if content is None:
        raise InputError(f"{spoken(path)} is larger than {most >> 20} MiB: cut it into parts")
    if len(content) > about.st_size:
        raise InputError(f"{spoken(path)} grew while it was read: wait until it is whole")
    return content


def read_archive(path: Path, most: int = MOST_BYTES) -> io.BytesIO:
    """The bytes of a zip, of PyTorch's or of numpy's, that unpacks to no more than this."""
    content = io.BytesIO(read_bytes(path, most))
    try:
        with ZipFile(content) as archive:
            inside = sum(entry.file_size for entry in archive.infolist())
    except (BadZipFile, OSError, ValueError, NotImplementedError, RuntimeError) as error:
        raise InputError(f"{spoken(path)} is no archive of numbers: copy it again") from error
    if inside > most:
        raise InputError(f"{spoken(path)} would unpack to {inside} bytes, which no weights do")
    content.seek(0)
    return content
