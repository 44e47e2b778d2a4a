"""A picture of a dataset as the bytes of a file, and whether a set has it already."""

import io
from contextlib import suppress

import numpy as np
import tifffile
from PIL import Image

from src.core import InputError, Picture
from src.data.refsets.canonical import sha256
from src.data.refsets.reference_set import ReferenceSet


def file_of(picture: Picture) -> tuple[str, bytes]:
    """Name and bytes of a file that loses no pixel: PNG, or TIFF for what PNG cannot hold."""
    pixels, stream = np.asarray(picture.pixels), io.BytesIO()
    name = picture.entry.name
    if pixels.dtype == np.uint8 or (pixels.dtype == np.uint16 and pixels.ndim == 2):
        Image.fromarray(pixels).save(stream, "PNG", compress_level=1)
        return f"{name}.png", stream.getvalue()
    colours = "rgb" if pixels.ndim == 3 else "minisblack"
    tifffile.imwrite(stream, pixels, photometric=colours, metadata=None)
    return f"{name}.tif", stream.getvalue()


def known_photo(refset: ReferenceSet, picture: Picture, content: bytes) -> str | None:
    """The photo of the set that a picture is: by its bytes, else by its name and every pixel."""
    for wanted in (sha256(content), picture.entry.name):
        with suppress(InputError):
            photo = refset.photo(wanted)
            if photo.sha == wanted or _shows(refset, photo.sha, picture):
                return photo.sha
    return None


def _shows(refset: ReferenceSet, sha: str, picture: Picture) -> bool:
    pixels = refset.pixels(sha)
    return pixels.dtype == picture.pixels.dtype and np.array_equal(pixels, picture.pixels)
