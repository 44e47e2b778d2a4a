"""The pictures of an export: as they are, or without what must not leave."""

import io
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from PIL import Image

from src.data.files.whole import write_whole
from src.data.refsets.exchange.exif import without_tags
from src.data.refsets.exchange.file_names import JPEG
from src.data.refsets.exchange.leaving import Leaving, Terms
from src.data.refsets.labels import Area, Bibs, Faces
from src.data.refsets.reference_set import ReferenceSet
from src.data.refsets.store.objects import disk_errors
from src.data.refsets.upright import upright_pixels
from src.data.refsets.words import REJECTED, REJECTED_GHOST

MARGIN = 0.15
"""Of a box's side: people draw boxes inside of what they mean."""

QUALITY = 95


@dataclass(frozen=True)
class Pictures:
    """Writes pictures below a folder."""

    refset: ReferenceSet
    terms: Terms
    folder: Path

    def write(self, leaving: Leaving) -> None:
        """Write the picture of a photo, where pictures come along."""
        if self.terms.photos:
            with disk_errors(self.folder):
                write_whole(self.folder / leaving.file, self.content(leaving))

    def content(self, leaving: Leaving) -> bytes:
        """The bytes of its file."""
        content = self.refset.content(leaving.photo.sha)
        if self.terms.blur:
            return self._blurred(leaving, content)
        place, serial = not self.terms.place, not self.terms.serial
        return without_tags(content, leaving.photo.name, place=place, serial=serial)

    def _blurred(self, leaving: Leaving, content: bytes) -> bytes:
        """Written anew, upright, so that no preview inside the file shows what is hidden."""
        pixels = np.array(upright_pixels(content, self.refset.objects.path(leaving.photo.sha)))
        for area in hidden_areas(leaving, self.terms):
            flatten(pixels, area)
        return _encoded(pixels, Path(leaving.file).suffix.lower() in JPEG)


def hidden_areas(leaving: Leaving, terms: Terms) -> Iterator[Area]:
    """All boxes that people drew, and suggestions that nobody refused."""
    for dimension in terms.blur:
        document = leaving.documents.get(dimension)
        if isinstance(document, Bibs | Faces):
            for box in document.boxes:
                if box.area is not None and box.scope != REJECTED[dimension]:
                    yield box.area
        look = leaving.looks.get(dimension)
        for ghost in () if look is None else look.ghosts:
            if ghost.area is not None and ghost.fate != REJECTED_GHOST:
                yield ghost.area


def flatten(pixels: npt.NDArray[Any], area: Area) -> None:
    """Give an area and some margin one colour, their mean.

    Numbers have been read back from mosaics and faces recognised behind blurs (Hill et al. 2016,
    McPherson et al. 2016); one colour tells nothing.
    """
    height, width = pixels.shape[:2]
    x1, y1, x2, y2 = area.pixels((height, width))
    wide, high = MARGIN * (x2 - x1), MARGIN * (y2 - y1)
    left, right = max(0, int(x1 - wide)), min(width, int(np.ceil(x2 + wide)))
    top, bottom = max(0, int(y1 - high)), min(height, int(np.ceil(y2 + high)))
    inside = pixels[top:bottom, left:right]
    if inside.size:
        inside[...] = inside.mean(axis=(0, 1)).astype(pixels.dtype)


def _encoded(pixels: npt.NDArray[Any], jpeg: bool) -> bytes:
    if pixels.dtype == np.float32:
        low, high = float(pixels.min()), float(pixels.max())
        pixels = ((pixels - low) * (255 / (high - low) if high > low else 0)).astype(np.uint8)
    if pixels.dtype == np.uint16 and (jpeg or pixels.ndim == 3):
        pixels = (pixels >> 8).astype(np.uint8)
    stream = io.BytesIO()
    if jpeg:
        Image.fromarray(pixels).save(stream, "JPEG", quality=QUALITY)
    else:
        Image.fromarray(pixels).save(stream, "PNG", compress_level=1)
    return stream.getvalue()
