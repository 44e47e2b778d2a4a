"""The detector of race photos: bibs, faces, who wears which bib, what faces measure."""

from collections import OrderedDict
from dataclasses import dataclass, field
from time import thread_time
from typing import Annotated, Any, Protocol

import numpy as np
from annotated_types import Ge, Le

from src.core import Answers, InputError, Picture
from src.detectors.race.answering import Links, Vectors, answered
from src.detectors.race.bibs import Bibs
from src.detectors.race.chests import Chests
from src.detectors.race.faces import Faces
from src.detectors.race.finding import Finding, Pixels, finding
from src.detectors.race.photo import Photo
from src.detectors.race.wearing import may_be_worn
from src.geometry.boxes import Boxes

REMEMBERED = 4096
"""Photos of which links and measures stay in memory, about 10 kB each."""

Made = tuple[Any, float]
"""What a stage made, and the milliseconds that it took."""

_MADE: OrderedDict[str, Made] = OrderedDict()
"""Of this process: a sweep builds its detectors one after another. Measures of faces tell who
somebody is, so they are never written."""


class Linker(Protocol):
    """Says which bib belongs to which face."""

    @property
    def settings(self) -> str:
        """All that decides what it links."""

    def link(self, bibs: Boxes, faces: Boxes) -> Links:
        """(k, 2) places of a bib and of a face."""


class Embedder(Protocol):
    """Measures faces."""

    @property
    def settings(self) -> str:
        """All that decides what it measures."""

    @property
    def length(self) -> int:
        """Numbers of a face."""

    def measure(self, pixels: Pixels, faces: Boxes) -> Vectors:
        """(faces, length), ``nan`` where a face cannot be measured."""


@dataclass(frozen=True)
class RaceDetector:
    """Runs the stages one after another on one decoded photo; each is timed alone.

    Args:
        chests: where numbers are looked for again, below faces; ``None`` for no second look.
        embedder: measures faces, so that photos can be searched by face; ``None`` for none.
        worn: whether a number that no face can wear, while others have one, is left out: boards
            have numbers too.
        thinnest: px; a photo with a shorter side is refused. 0 for none: nothing is found there.
    """

    bibs: Bibs
    faces: Faces
    linker: Linker
    chests: Chests | None = None
    embedder: Embedder | None = None
    worn: bool = True
    thinnest: Annotated[int, Ge(0), Le(10_000)] = field(default=16)

    def detect(self, picture: Picture) -> Answers:
        """Bibs first, then faces, with ids from 1 on."""
        photo = Photo.of(picture)
        if min(photo.shape) < self.thinnest:
            height, width = photo.shape
            raise InputError(
                f"{picture.entry.name} is {width} x {height} px: a photo needs at least "
                f"{self.thinnest} on each side; take it out, or set detector.thinnest"
            )
        faces = self.faces.look(photo)
        bibs = self._chosen(self._looked(photo, faces), faces)
        links, linking = self._linked(photo, bibs, faces)
        vectors, measuring = self._measured(photo, faces)
        spent = {"links_ms": linking, "measures_ms": measuring}
        return answered(photo.shape, bibs, faces, links, vectors, spent)

    def _looked(self, photo: Photo, faces: Finding) -> Finding:
        if self.chests is None:
            return self.bibs.look(photo)
        return self.bibs.look_below(photo, faces.boxes, self.chests)

    def _chosen(self, bibs: Finding, faces: Finding) -> Finding:
        """Bibs that somebody may wear; without faces nothing can be told."""
        if not self.worn or not len(bibs) or not len(faces):
            return bibs
        kept = may_be_worn(bibs.boxes, faces.boxes)
        texts = [text for text, own in zip(bibs.texts, kept.tolist(), strict=True) if own]
        return finding(bibs.boxes[kept], bibs.scores[kept], texts, milliseconds=bibs.milliseconds)

    def _linked(self, photo: Photo, bibs: Finding, faces: Finding) -> Made:
        if not len(bibs) or not len(faces):
            return np.zeros((0, 2), np.int64), 0.0
        again = None if self.chests is None else self.chests.settings
        looks = f"{self.bibs.settings} {self.faces.settings} {again} {self.worn}"
        settings = f"{self.linker.settings} {looks}"
        return _remembered(photo.key(settings), lambda: self.linker.link(bibs.boxes, faces.boxes))

    def _measured(self, photo: Photo, faces: Finding) -> Made:
        embedder = self.embedder
        if embedder is None or not len(faces):
            return (None if embedder is None else np.zeros((0, embedder.length))), 0.0
        key = photo.key(f"{embedder.settings} {self.faces.settings}")
        return _remembered(key, lambda: embedder.measure(photo.pixels, faces.boxes))


def _remembered(key: str, make: Any) -> Made:
    """What was made before under a key, or now."""
    if key in _MADE:
        _MADE.move_to_end(key)
        return _MADE[key]
    begin = thread_time()
    made = make()
    _MADE[key] = made, 1000 * (thread_time() - begin)
    while len(_MADE) > REMEMBERED:
        _MADE.popitem(last=False)
    return _MADE[key]
