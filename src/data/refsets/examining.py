"""Reading objects to their last byte, with several threads."""

import hashlib
import os
import threading
from collections.abc import Callable, Collection, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from src.data.files.foreign import spoken
from src.data.refsets.canonical import sha256
from src.data.refsets.store.objects import Objects

THREADS = min(8, 2 * (os.cpu_count() or 1))
"""Hashing leaves the interpreter free, and disks like to be asked for several things."""

CHUNK = 2**20
SMALL = 2**16
"""Bytes up to which a file is read at once: most labels and many a thumbnail."""

TOGETHER = 4096

CHANGED, MISSING, EXTRA = "changed", "missing", "extra"


@dataclass(frozen=True)
class Fault:
    """One thing that is not as it was.

    Args:
        what: a photo or label, by the name of the photo where one is known.
    """

    kind: str
    what: str
    place: Path

    def __str__(self) -> str:
        return f"{self.kind}: {self.what} ({spoken(self.place)})"


@dataclass(frozen=True)
class Wanted:
    """An object that must be there."""

    sha: str
    what: str


@dataclass
class Examination:
    """Looks at objects, at each of them once, however many sets hold it.

    Args:
        forgotten: hashes of objects that are gone on purpose.
    """

    objects: Objects
    step: Callable[[], None] = lambda: None
    forgotten: Collection[str] = ()
    seen: dict[str, str | None] = field(default_factory=dict)
    """Hash of an object to what is wrong with it."""
    turn: threading.Lock = field(default_factory=threading.Lock, repr=False)

    def faults(self, wanted: Iterable[Wanted]) -> list[Fault]:
        """Every object of these that is missing, or holds other bytes than its name says."""
        faults: list[Fault] = []
        coming = (want for want in wanted if want.sha not in self.forgotten)
        with ThreadPoolExecutor(THREADS) as pool:
            while some := list(islice(coming, TOGETHER)):
                # Threads take slices: to hand over one file costs as much as to hash a small one.
                slices = [some[start::THREADS] for start in range(THREADS)]
                list(pool.map(self._look_at, slices))
                for want in some:
                    kind = self.seen[want.sha]
                    if kind is not None:
                        faults.append(Fault(kind, want.what, self.objects.path(want.sha)))
        return faults

    def content(self, sha: str) -> tuple[str | None, bytes]:
        """All of an object, and what is wrong with it."""
        self.step()
        try:
            content = self.objects.path(sha).read_bytes()
        except OSError:
            self.seen[sha] = MISSING
            return MISSING, b""
        self.seen[sha] = None if sha256(content) == sha else CHANGED
        return self.seen[sha], content

    def _look_at(self, wanted: Iterable[Wanted]) -> None:
        for want in wanted:
            if want.sha not in self.seen:
                place = f"{self.objects.folder}/{want.sha[:2]}/{want.sha}"
                self.seen[want.sha] = look(place, want.sha)
            with self.turn:
                self.step()


def look(place: str, sha: str) -> str | None:
    """What is wrong with a file, after a look at every byte; ``None`` for nothing."""
    try:
        with open(place, "rb", buffering=0) as stream:  # noqa: PTH123 - texts are faster here
            first = stream.read(SMALL)
            digest = hashlib.sha256(first)
            while len(first) == SMALL and (chunk := stream.read(CHUNK)):
                digest.update(chunk)
    except FileNotFoundError:
        return MISSING
    except OSError:
        return CHANGED
    return None if digest.hexdigest() == sha else CHANGED
