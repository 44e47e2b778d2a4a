"""Parses that were made before, in memory and on disk, by what was parsed and how."""

import io
import logging
import os
from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from src.core import cache_folder
from src.detectors.ui.relief import Pixels
from src.detectors.ui.seen import Seen
from src.detectors.ui.sight import Sight

log = logging.getLogger(__name__)

VERSION = 1
"""Raised whenever the same pixels and settings would be parsed otherwise."""

REMEMBERED = 4
"""Parses that stay in memory."""

MOST_BYTES = 400_000_000
KEPT_BYTES = 300_000_000
"""Of all files; what was used longest ago goes first."""

SWEEP = 32
"""Files that are written between two looks at how many there are."""


@dataclass(frozen=True, eq=False)
class Kept:
    """A parse, and what it took to make it.

    Args:
        seconds: of whoever made it, at that time.
    """

    seen: Seen
    seconds: float


class KeptParses:
    """Parses by key; what cannot be had or kept is missing, and nobody stops for it.

    Args:
        folder: ``None`` for memory alone.
    """

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder
        self._memory: OrderedDict[str, Kept] = OrderedDict()
        self._written = 0

    @classmethod
    def usual(cls) -> "KeptParses":
        """In the user's cache, where there is one."""
        folder = cache_folder()
        return cls(None if folder is None else folder / f"ui-parses-{VERSION}")

    def get(self, key: str) -> Kept | None:
        """A parse that was kept."""
        if key in self._memory:
            self._memory.move_to_end(key)
            return self._memory[key]
        kept = self._read(key)
        if kept is not None:
            self._remember(key, kept)
        return kept

    def put(self, key: str, kept: Kept) -> None:
        """Keep a parse."""
        self._remember(key, kept)
        if self.folder is None:
            return
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            partial = self.folder / f".{key}.{os.getpid()}"
            partial.write_bytes(packed(kept))
            partial.replace(self.folder / f"{key}.npz")
            if self._written % SWEEP == 0:
                _sweep(self.folder)
            self._written += 1
        except OSError as error:
            log.info("parses are not kept, %s is of no use: %s", self.folder, error)
            self.folder = None

    def _remember(self, key: str, kept: Kept) -> None:
        self._memory[key] = kept
        while len(self._memory) > REMEMBERED:
            self._memory.popitem(last=False)

    def _read(self, key: str) -> Kept | None:
        if self.folder is None:
            return None
        file = self.folder / f"{key}.npz"
        try:
            kept = unpacked(file.read_bytes())
        except FileNotFoundError:
            return None
        except (OSError, EOFError, KeyError, TypeError, ValueError, BadZipFile) as error:
            log.info("%s is parsed anew: %s", file, error)
            with suppress(OSError):
                file.unlink(missing_ok=True)
            return None
        with suppress(OSError):
            os.utime(file)
        return kept


def key_of(pixels: Pixels, settings: str) -> str:
    """Of content and parameters."""
    digest = blake2b(f"{VERSION} {settings} {pixels.shape}".encode(), digest_size=20)
    digest.update(np.ascontiguousarray(pixels).data)
    return digest.hexdigest()


def packed(kept: Kept) -> bytes:
    """Plain arrays; nothing in them can be executed."""
    seen = kept.seen
    arrays = {
        "shape": np.array(seen.shape), "boxes": seen.boxes, "sources": seen.sources,
        "traits": seen.traits, "worth": seen.worth, "elements": seen.elements,
        "lines": seen.lines, "unit": np.array(seen.unit), "seconds": np.array(kept.seconds),
    }  # fmt: skip
    if seen.texts is not None:
        # Bytes, since numpy cuts zeros from the end of words.
        arrays["texts"] = np.frombuffer("\0".join(seen.texts).encode(), np.uint8)
        arrays["count"] = np.array(len(seen.texts))
    if seen.sight is not None:
        arrays["scales"] = np.array(seen.sight.scales)
        arrays |= {f"map{place}": seen_map for place, seen_map in enumerate(seen.sight.maps)}
    stream = io.BytesIO()
    np.savez(stream, allow_pickle=False, **arrays)
    return stream.getvalue()


def unpacked(content: bytes) -> Kept:
    """The parse that was packed."""
    with np.load(io.BytesIO(content), allow_pickle=False) as stored:
        arrays = dict(stored)
    height, width = map(int, arrays["shape"])
    sight, texts = None, None
    if "scales" in arrays:
        scales = tuple((float(x), float(y)) for x, y in arrays["scales"])
        maps = tuple(arrays[f"map{place}"] for place in range(len(scales)))
        sight = Sight((height, width), scales, maps)
    if "texts" in arrays:
        words = arrays["texts"].tobytes().decode()
        texts = tuple(words.split("\0")) if int(arrays["count"]) else ()
        if len(texts) != int(arrays["count"]):
            raise ValueError("texts are torn")
    seen = Seen(
        (height, width), arrays["boxes"], arrays["sources"], arrays["traits"], arrays["worth"],
        arrays["elements"], arrays["lines"], float(arrays["unit"]), sight, texts,
    )  # fmt: skip
    return Kept(seen, float(arrays["seconds"]))


def _sweep(folder: Path) -> None:
    """Make room: the files that were used longest ago go."""
    files = []
    for file in folder.iterdir():
        with suppress(OSError):
            files.append((file.stat().st_mtime, file.stat().st_size, file))
    total = sum(size for _, size, _ in files)
    if total <= MOST_BYTES:
        return
    for _, size, file in sorted(files):
        if total <= KEPT_BYTES:
            return
        with suppress(OSError):
            file.unlink()
        total -= size
