"""Second looks where a bib must hang: below a face, at a size that the face tells."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any

import cv2
import numpy as np
from annotated_types import Ge, Le

from src.core import InputError
from src.detectors.race.cropping import Corners, size_of, upright
from src.detectors.race.finding import Pixels
from src.detectors.race.reading import NumberReader
from src.detectors.race.wearing import WIDTH, fits
from src.geometry.boxes import Boxes

BELOW, BESIDE = (0.8, 3.6), 1.1
"""Face heights from the middle of a face to the upper and to the lower end of what is looked at,
and to either side: a whole sheet wherever it may hang."""

LEAST_SIDE = 8
"""Px; of a chest that the frame cuts so far nothing is left to look at."""

NARROWEST = 0.35
"""Width of a line in its heights."""

Line = tuple[Corners, str, float, float | None]
"""Corners in pixels of the photo, what it says, how sure that is, and how wide its sheet should be
in px, where a face tells it."""


@dataclass(frozen=True)
class Chests:
    """Looks again at the chests of those whose number was not read.

    Nets that find text miss what is large or small for them: here every chest is brought to the
    same sizes, whatever the photo.

    Args:
        heights: px to which the face above a chest is brought, one look for each.
    """

    heights: tuple[Annotated[int, Ge(20), Le(1000)], ...] = (80, 180)

    def __post_init__(self) -> None:
        object.__setattr__(self, "heights", tuple(self.heights))
        if not self.heights:
            raise InputError("detector.chests.heights must name a size; detector.chests=null: none")

    @property
    def settings(self) -> str:
        """All that decides where it looks."""
        return f"chests {self.heights}"

    def bare(self, bibs: Boxes, faces: Boxes) -> Boxes:
        """The faces below which no bib that fits was found."""
        return faces[~fits(bibs, faces).any(axis=0)]

    def lines(self, reader: NumberReader, pixels: Pixels, faces: Boxes) -> Iterator[Line]:
        """Lines of text below faces."""
        for face in faces:
            for height in self.heights:
                yield from _below(reader, pixels, face, height)


def _below(reader: NumberReader, pixels: Pixels, face: Any, height: int) -> Iterator[Line]:
    size = float(face[3] - face[1])
    x, y = (face[0] + face[2]) / 2, (face[1] + face[3]) / 2
    reach = (x - BESIDE * size, y + BELOW[0] * size, x + BESIDE * size, y + BELOW[1] * size)
    ends = (pixels.shape[1], pixels.shape[0])
    left, top, right, bottom = (
        int(np.clip(own, 0, ends[place % 2])) for place, own in enumerate(reach)
    )
    if right - left < LEAST_SIDE or bottom - top < LEAST_SIDE:
        return
    wanted = [max(round(side * height / size), LEAST_SIDE) for side in (right - left, bottom - top)]
    way = cv2.INTER_AREA if height < size else cv2.INTER_CUBIC
    part = pixels[top:bottom, left:right]
    chest = np.asarray(cv2.resize(part, wanted, interpolation=way), np.uint8)
    scale = np.array(wanted) / (right - left, bottom - top)
    for quad in reader.lines_in(chest):
        wide, high = size_of(quad)
        if wide >= NARROWEST * high:
            yield quad / scale + (left, top), *reader.word(upright(chest, quad)), WIDTH * size
