"""Photos, masks and frozen labels, each once, by the hash of its bytes."""

import errno
import os
import stat
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from src.core import InputError
from src.data.files.foreign import read_bytes
from src.data.files.whole import make_folder, sync_folder
from src.data.refsets.canonical import SHA, is_sha, sha256

NAME = "objects"
READ_ONLY = 0o444
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
FORBIDDEN = (errno.EROFS, errno.EACCES, errno.EPERM)


@dataclass(frozen=True)
class Objects:
    """``ab/<sha256>`` below a folder; what is there is never written again."""

    folder: Path

    def path(self, sha: str) -> Path:
        """Where an object is, or would be."""
        return self.folder / sha[:2] / sha

    def has(self, sha: str) -> bool:
        """Whether something is there by that name; ``verify`` looks into it."""
        # Texts in place of paths: of 100,000 photos that is half the time.
        return os.path.isfile(f"{self.folder}/{sha[:2]}/{sha}")  # noqa: PTH113

    def read(self, sha: str) -> bytes:
        """The bytes of an object, which must be those that its name says."""
        content = read_bytes(self.path(sha))
        if sha256(content) != sha:
            raise InputError(
                f"{self.path(sha)} has changed: its bytes are not those of its name; put it back "
                "from a copy, or, if it is a photo, delete it and prepare the photo again"
            )
        return content

    def put(self, content: bytes, *, durable: bool = True) -> str:
        """Keep bytes and tell their hash; what is there already stays, if it is whole.

        Args:
            durable: whether they are on the disk when this returns; whoever puts many syncs once.
        """
        sha = sha256(content)
        place = self.path(sha)
        with disk_errors(place):
            if self._is_whole(place, content):
                return sha
            make_folder(place.parent)
            self._write(place, content, durable)
        return sha

    def remove(self, sha: str) -> None:
        """Forget an object that nothing refers to."""
        self.path(sha).unlink(missing_ok=True)

    def all(self) -> Iterator[os.DirEntry[str]]:
        """Every file there is, known or not, in the order of folders and names."""
        if not self.folder.is_dir():
            return
        for folder in sorted(self.folder.iterdir()):
            if folder.is_dir():
                with os.scandir(folder) as entries:
                    yield from sorted(entries, key=lambda entry: entry.name)

    def _is_whole(self, place: Path, content: bytes) -> bool:
        """Whether the bytes are there; a file that a kill or a bad disk left is made anew."""
        try:
            about = place.lstat()
            if not stat.S_ISREG(about.st_mode) or about.st_size != len(content):
                return False
            return place.read_bytes() == content
        except FileNotFoundError:
            return False

    def _write(self, place: Path, content: bytes, durable: bool) -> None:
        # Beside its place and under a name of its own: two may put the same at once.
        own = f"{os.getpid()}.{threading.get_ident()}"
        partial = place.with_name(f".{place.name[:16]}.{own}.partial")
        handle = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, READ_ONLY)
        try:
            with open(handle, "wb") as stream:  # noqa: PTH123 - of a handle
                stream.write(content)
                if durable:
                    stream.flush()
                    os.fsync(stream.fileno())
            partial.replace(place)
        except BaseException:
            partial.unlink(missing_ok=True)
            raise
        if durable:
            sync_folder(place.parent)


def is_object(entry: os.DirEntry[str]) -> bool:
    """Whether a file is named as objects are, and lies where its name says."""
    folder = Path(entry.path).parent.name
    return len(entry.name) == SHA and is_sha(entry.name) and entry.name[:2] == folder


@contextmanager
def disk_errors(place: Path) -> Iterator[None]:
    """A disk that takes no more, as one sentence."""
    try:
        yield
    except OSError as error:
        where = error.filename or place
        if error.errno in FULL:
            raise InputError(
                f"the disk is full ({where}): free some space and run it again; what was "
                "acknowledged is kept"
            ) from error
        if error.errno in FORBIDDEN:
            raise InputError(
                f"{where} cannot be written ({error.strerror}): check that you may write there"
            ) from error
        raise
