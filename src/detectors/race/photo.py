"""A photo as all stages see it: decoded once, known by its content."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import blake2b
from time import thread_time
from typing import Protocol

import numpy as np

from src.core import Picture
from src.detectors.grounding.grounder import colours
from src.detectors.race.finding import Finding, Pixels, packed, unpacked

VERSION = 4
"""Raised whenever findings are kept otherwise; stages have versions of their own."""


class Cache(Protocol):
    """Bytes by key, see ``src.data.files.drawer``."""

    def get(self, key: str) -> bytes | None:
        """What was put under a key."""

    def put(self, key: str, content: bytes) -> None:
        """Keep it."""


@dataclass(frozen=True, eq=False)
class Photo:
    """Pixels of three channels, and their hash."""

    pixels: Pixels

    @classmethod
    def of(cls, picture: Picture) -> "Photo":
        """Of a picture of any depth."""
        return cls(np.ascontiguousarray(colours(picture.pixels)))

    @property
    def shape(self) -> tuple[int, int]:
        """Height and width."""
        return self.pixels.shape[0], self.pixels.shape[1]

    @cached_property
    def content(self) -> bytes:
        """Hash of the pixels."""
        digest = blake2b(f"{VERSION} {self.pixels.shape}".encode(), digest_size=20)
        digest.update(self.pixels.data)
        return digest.digest()

    def key(self, settings: str) -> str:
        """Of content and parameters."""
        return blake2b(self.content + settings.encode(), digest_size=20).hexdigest()


def looked(
    photo: Photo, settings: str, cache: Cache | None, find: Callable[[Pixels], Finding]
) -> Finding:
    """What a stage finds, at once where it saw the same photo with the same settings before."""
    key = photo.key(settings)
    content = cache.get(key) if cache is not None else None
    kept = None if content is None else unpacked(content)
    if kept is not None:
        return kept
    begin = thread_time()
    fresh = find(photo.pixels)
    fresh = replace(fresh, milliseconds=1000 * (thread_time() - begin))
    if cache is not None:
        cache.put(key, packed(fresh))
    return fresh
