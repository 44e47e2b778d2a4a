"""Bytes by key on disk, for whatever is dear to compute or to fetch again."""

import logging
import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from src.core import InputError
from src.data.files.shelf import cache_folder
from src.data.files.whole import write_whole

log = logging.getLogger(__name__)

KEY = re.compile(r"[0-9a-f]{16,}")
NAME = re.compile(r"[\w-]+")


@dataclass(frozen=True)
class Drawer:
    """A file per key; what cannot be had or kept is missing, and nobody stops for it.

    A file is there whole or not at all, so that processes may write at once and be killed.

    Args:
        folder: where the files lie; ``None`` for a folder of the user's cache, see
            ``BRUSHWORK_CACHE``.
        name: of that folder.
    """

    folder: str | None = None
    name: str = "answers"

    def __post_init__(self) -> None:
        if not NAME.fullmatch(self.name):
            raise InputError(f"name must be letters and digits, got {self.name!r}")
        if self.folder is not None:
            # Another process may work in another folder.
            object.__setattr__(self, "folder", str(Path(self.folder).expanduser().absolute()))

    @cached_property
    def place(self) -> Path | None:
        """Where the files lie; ``None`` where the user wants no cache."""
        if self.folder is not None:
            return Path(self.folder)
        home = cache_folder()
        return None if home is None else home / self.name

    def get(self, key: str) -> bytes | None:
        """What was put under a key; ``None`` where there is nothing."""
        path = self._path(key)
        try:
            return None if path is None else path.read_bytes()
        except OSError:
            return None

    def put(self, key: str, content: bytes) -> None:
        """Keep it, in place of what was there."""
        path = self._path(key)
        if path is None:
            return
        try:
            write_whole(path, content)
        except FileNotFoundError:
            # Somebody else put the same key at the same moment and tidied up.
            log.debug("%s was put by another process", path)
        except OSError as error:
            log.warning("%s cannot be kept (%s)", path, error.strerror)

    def _path(self, key: str) -> Path | None:
        if not KEY.fullmatch(key):
            raise ValueError(f"a key is a hash in hexadecimal digits, got {key!r}")
        # Folders of a few hundred files each stay quick.
        return None if self.place is None else self.place / key[:2] / key[2:]
