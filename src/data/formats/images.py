"""Pictures from image files."""

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from src.core import InputError
from src.data.formats.raster import Raster, decode, load


def read_pixels(path: str | Path) -> npt.NDArray[Any]:
    """(h, w) or (h, w, 3), uint8, uint16 or float32, of a PNG, TIFF or JPEG.

    Alpha is dropped, a palette becomes its colours, one bit becomes 0 and 255, and a
    picture that a camera stored sideways is turned as viewers turn it.
    """
    path = Path(path)
    pixels = _legal(_colours(decode(load(path), path)))
    if pixels.dtype == np.float32 and not np.isfinite(pixels).all():
        raise InputError(f"{path} has pixels that are not finite numbers: replace them")
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
    return values.astype(np.float32)
