"""What killed processes leave on the disk, and how it is known from what is still in use."""

import os
import re
import shutil
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir
from urllib.parse import urlsplit
from urllib.request import url2pathname

from src.tracking.record.process import is_alive, place

UPLOADING = ".artifact.uploading.*"
"""How MLflow 3.17 calls a file that is not whole yet."""

WORK, CREATING = "brushwork-", ".creating-"
"""How our folders begin that are of no use once their process is gone."""

OLD_SECONDS = 24 * 3600.0
"""Nobody needs such a folder for so long."""


@contextmanager
def passing_folder(kind: str = WORK, inside: Path | None = None) -> Iterator[Path]:
    """A folder for as long as it is needed, whose name tells which process needs it."""
    begins = f"{kind}{_host()}-{_place()}-{os.getpid()}-"
    with TemporaryDirectory(dir=inside, prefix=begins) as folder:
        yield Path(folder)


def remove_passing(kind: str = WORK, inside: Path | None = None) -> list[Path]:
    """Remove the folders of this kind whose process, of this host, is gone."""
    home = inside or Path(gettempdir())
    removed = []
    for folder in home.glob(f"{kind}{_host()}-*"):
        owner = re.match(rf"{re.escape(kind + _host())}-([0-9a-f]{{8}})-(\d+)-", folder.name)
        if owner and _is_left(folder, owner[1], int(owner[2])):
            shutil.rmtree(folder, ignore_errors=True)
            removed.append(folder)
    return removed


def _is_left(folder: Path, where: str, pid: int) -> bool:
    """Whether nobody needs it; of another boot, or another host of the same name, after a day."""
    if where == _place():
        return not is_alive(pid)
    with suppress(OSError):
        return time.time() - folder.stat().st_mtime > OLD_SECONDS
    return False


def torn_uploads(folder: Path | None) -> list[Path]:
    """Files below a folder of artifacts that are not, or never were, uploaded whole."""
    return sorted(folder.rglob(UPLOADING)) if folder is not None and folder.is_dir() else []


def remove_uploads(folder: Path | None) -> list[Path]:
    """Remove such files; only for whoever has the run to himself."""
    torn = torn_uploads(folder)
    for file in torn:
        file.unlink(missing_ok=True)
    return torn


def local_folder(uri: str) -> Path | None:
    """The folder that a URI or a path means; ``None`` when it lies elsewhere."""
    parts = urlsplit(uri)
    if parts.scheme not in ("", "file"):
        return None
    return Path(url2pathname(parts.path) if parts.scheme else uri)


def _place() -> str:
    """Where the number of a process means something, in few letters."""
    return sha256(place().encode()).hexdigest()[:8]


def _host() -> str:
    return re.sub(r"[^\w.]", "_", socket.gethostname())
