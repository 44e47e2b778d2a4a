"""What was once seen in a file, so that a file that has not changed is not read again."""

import hashlib
import json
import os
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from src.data.files.shelf import Row, Shelf, cache_folder, this_week
from src.data.formats.raster import load, measure

RACY = 2_000_000_000
"""Nanoseconds; a file that changed later than this before it was read may change again without
another time stamp, since some file systems count in steps of two seconds."""

UNSAVED = 5_000
"""Rows that are at most lost when a process is killed."""

Details = Mapping[str, str | int | float]
Seen = tuple[tuple[int, int], Details]
"""Height and width, and whatever else a way of reading tells."""

Look = Callable[[bytes, Path], Seen]


@dataclass(frozen=True)
class Facts:
    """What the bytes of a file are, and what was seen in them.

    Args:
        digest: SHA-256.
        shape: height and width, in pixels.
    """

    digest: bytes
    shape: tuple[int, int]
    details: Details = field(default_factory=dict)

    @property
    def id(self) -> str:
        """Short form of the hash, by which a sample is known."""
        return digest_id(self.digest)


class HashCache:
    """Looks into files, and remembers what it saw from one process to the next.

    A file is the same as before while its path, size, times and inode are. The time of change
    (ctime) is among them, since nobody can set it back: a file that took another's place has a new
    one even where its size and the time of modification are those of the other.

    Args:
        folders: below which most of the files are; each other folder takes a query of its own.
    """

    def __init__(self, folders: Iterable[Path] = ()) -> None:
        self._shelf = Shelf(cache_folder())
        self._week = this_week()
        self._known: dict[tuple[bytes, str], Row] = {}
        self._unsaved: list[Row] = []
        self._recalled: set[str] = set()
        self._lock = threading.RLock()
        for folder in folders:
            self._recall(str(folder.absolute()))
        self._roots = tuple(f"{folder}{os.sep}" for folder in self._recalled)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *reason: object) -> None:
        self._save()

    def measured(self, path: Path) -> Facts:
        """Hash, height and width of an image that is whole."""
        return self.facts(path, "size", lambda content, path: (measure(content, path), {}))

    def facts(self, path: Path, reading: str, look: Look) -> Facts:
        """What ``look`` sees in a file, now or when the file was last the same.

        Args:
            reading: name of what ``look`` does and of all that its answer depends on.
            look: its input errors pass through, and are not remembered.
        """
        now, place = time.time_ns(), str(path.absolute())
        stamp, changed = _stamp(place)
        facts = self._remembered(place, reading, stamp)
        if facts is not None:
            return facts
        content = load(path)
        (height, width), details = look(content, path)
        facts = Facts(hashlib.sha256(content).digest(), (int(height), int(width)), details)
        if now - changed > RACY and _stamp(place)[0] == stamp:
            self._remember(place, reading, stamp, facts)
        return facts

    def _remembered(self, place: str, reading: str, stamp: str) -> Facts | None:
        if not place.startswith(self._roots):
            self._recall(str(Path(place).parent))
        row = self._known.get((os.fsencode(place), reading))
        facts = None if row is None or row.stamp != stamp else _facts(row)
        if row is not None and facts is not None and row.week != self._week:
            self._keep(row._replace(week=self._week))
        return facts

    def _remember(self, place: str, reading: str, stamp: str, facts: Facts) -> None:
        details = json.dumps(facts.details)
        path = os.fsencode(place)
        self._keep(Row(path, reading, stamp, facts.digest, *facts.shape, details, self._week))

    def _keep(self, row: Row) -> None:
        with self._lock:
            self._known[row.path, row.reading] = row
            self._unsaved.append(row)
            if len(self._unsaved) >= UNSAVED:
                self._save()

    def _save(self) -> None:
        with self._lock:
            self._shelf.put(self._unsaved)
            self._unsaved.clear()

    def _recall(self, folder: str) -> None:
        with self._lock:
            if folder not in self._recalled:
                self._recalled.add(folder)
                for row in self._shelf.below(os.fsencode(folder)):
                    self._known[row.path, row.reading] = row


def content_id(*contents: bytes) -> str:
    """The id of one file's bytes, or of several files' in this order."""
    return digest_id(*(hashlib.sha256(content).digest() for content in contents))


def digest_id(*digests: bytes) -> str:
    """The same, of files whose SHA-256 is known."""
    if len(digests) == 1:
        return digests[0].hex()[:16]
    return hashlib.sha256(b"".join(digests)).hexdigest()[:16]


def _stamp(place: str) -> tuple[str, int]:
    """What changes whenever a file does, and when it last did, in nanoseconds.

    A file that cannot be looked at has no stamp, and changed too late to be believed.
    """
    try:
        status = os.stat(place)  # noqa: PTH116 - a Path takes twice as long
    except (OSError, ValueError):
        return "", time.time_ns()
    times = (status.st_mtime_ns, status.st_ctime_ns)
    return f"{status.st_size} {times[0]} {times[1]} {status.st_ino}", max(times)


def _facts(row: Row) -> Facts | None:
    """What a row says; ``None`` where it is not what was once written."""
    try:
        details = json.loads(row.details)
        facts = Facts(bytes(row.digest), (int(row.height), int(row.width)), details)
    except (TypeError, ValueError):
        return None
    return facts if len(facts.digest) == 32 and isinstance(details, dict) else None
