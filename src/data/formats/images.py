"""Pictures from image files."""

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from src.core import InputError
from src.data.files.foreign import spoken
from src.data.formats.raster import Raster, decode, load

LARGEST = 2**24
"""Whole numbers up to here are themselves as float32."""


def read_pixels(path: str | Path) -> npt.NDArray[Any]:
    """(h, w) or (h, w, 3), uint8, uint16 or float32, of a PNG, TIFF or JPEG.

    Alpha is dropped; a palette, four inks (CMYK) and light with tint (YCbCr) become red, green and
    blue; one bit becomes 0 and 255; a picture that a camera stored sideways is turned as viewers
    turn it. Of a TIFF whose pages differ in size the first is the picture.
    """
    path = Path(path)
    return pixels_of(decode(load(path), path), path)


def pixels_of(raster: Raster, path: Path) -> npt.NDArray[Any]:
    """The same of values that are at hand; ``path`` is only named in errors."""
    values = _colours(raster)
    if values.dtype.kind in "iu" and max(-int(values.min()), int(values.max())) > LARGEST:
        raise InputError(
            f"{spoken(path)} has whole numbers beyond {LARGEST}, which would be rounded: save it "
            "with 16 bits"
        )
    pixels = _legal(values)
    if pixels.dtype == np.float32 and not np.isfinite(pixels).all():
        raise InputError(f"{spoken(path)} has pixels that are not finite in 32 bits: replace them")
    return np.ascontiguousarray(pixels)


def _colours(raster: Raster) -> npt.NDArray[Any]:
    values = raster.values
    if raster.palette is not None:
        coloured: npt.NDArray[Any] = raster.palette[values]
        return coloured
    if values.ndim == 2:
        return values
    return values[..., 0] if values.shape[2] <= 2 else values[..., :3]


def _legal(values: npt.NDArray[Any]) -> npt.NDArray[Any]:
    if values.dtype == bool:
        return values.astype(np.uint8) * np.uint8(255)
    if values.dtype in (np.uint8, np.uint16):
        return values
    if np.issubdtype(values.dtype, np.integer) and values.min() >= 0 and values.max() <= 65535:
        return values.astype(np.uint16)
    with np.errstate(over="ignore"):  # what is too large is refused as infinite
        return values.astype(np.float32)
