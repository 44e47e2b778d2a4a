"""The one reader of photos: upright, whoever asks, so that all mean the same by a coordinate.

A camera that was held sideways stores the picture lying and says so in its EXIF data. Browsers and
OpenCV turn it, Pillow does not: labels of the one would lie elsewhere for the other.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy.typing as npt

from src.core import InputError
from src.data.files.foreign import spoken
from src.data.formats.images import pixels_of
from src.data.formats.painter import picture_png
from src.data.formats.png import png_orientation
from src.data.formats.raster import decode, measure

MOST_BYTES = 2**28
"""Of one photo's file."""

MOST_PIXELS = 2**28
"""Of one photo: more is no photo but a bomb, or a slide that wants tiles."""


def upright_pixels(content: bytes, name: str | Path) -> npt.NDArray[Any]:
    """The pixels of a photo's bytes; ``name`` is only said in errors."""
    path = Path(name)
    return pixels_of(decode(content, path), path)


def upright_shape(content: bytes, name: str | Path) -> tuple[int, int]:
    """Height and width of the upright picture, after a look for damage."""
    path = Path(name)
    if len(content) > MOST_BYTES:
        raise InputError(f"{spoken(path)} is larger than {MOST_BYTES >> 20} MiB: cut it into parts")
    height, width = measure(content, path)
    if height * width > MOST_PIXELS:
        raise InputError(
            f"{spoken(path)} has {width}×{height} pixels, too many for a photo: cut it into tiles"
        )
    return height, width


SHOWN: Mapping[bytes, str] = {b"\xff\xd8\xff": "image/jpeg", b"\x89PNG": "image/png"}
"""How files begin that every browser shows, and turns as this reader does."""


def shown_as(content: bytes, name: str | Path) -> tuple[bytes, str]:
    """The bytes of the upright picture for a browser, and their media type."""
    kind = next((kind for magic, kind in SHOWN.items() if content.startswith(magic)), None)
    # Browsers differ in whether a PNG can lie on its side.
    if kind is not None and (kind != "image/png" or png_orientation(content) == 1):
        return content, kind
    return picture_png(upright_pixels(content, name)), "image/png"
