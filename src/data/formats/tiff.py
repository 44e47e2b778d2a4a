"""TIFF, which Pillow reads in part and tifffile in another part."""

import io
from typing import Any

import numpy as np
import numpy.typing as npt
import tifffile

from src.core import InputError

MAGIC = (b"II*\0", b"MM\0*", b"II+\0", b"MM\0+")


def measure(data: bytes) -> tuple[int, int]:
    """Height and width; raises when the file ends before its pixels do."""
    with tifffile.TiffFile(io.BytesIO(data)) as file:
        page = _page(file)
        for offset, count in zip(page.dataoffsets, page.databytecounts, strict=True):
            if offset + count > len(data):
                raise ValueError(f"pixels reach to byte {offset + count} of {len(data)}")
        sideways = _orientation(page) >= 5
        height, width = page.imagelength, page.imagewidth
        return (width, height) if sideways else (height, width)


def decode(data: bytes) -> npt.NDArray[Any] | None:
    """(h, w) or (h, w, channels) upright; ``None`` where Pillow must decode it."""
    with tifffile.TiffFile(io.BytesIO(data)) as file:
        page = _page(file)
        if page.photometric == tifffile.PHOTOMETRIC.PALETTE:
            return None
        try:
            values = page.asarray()
        except (ValueError, KeyError, ImportError) as error:
            if not _lacks_codec(error):
                raise
            _refuse_what_pillow_would_cut(page)
            return None
        if page.axes == "SYX":
            values = np.moveaxis(values, 0, -1)
        if page.photometric == tifffile.PHOTOMETRIC.MINISWHITE:
            values = _inverted(values)
        return upright(values, _orientation(page))


def upright(values: npt.NDArray[Any], orientation: int) -> npt.NDArray[Any]:
    """Rows from the top and columns from the left, for the EXIF orientations 1 to 8."""
    if orientation >= 5:
        values = values.swapaxes(0, 1)
    if orientation in (3, 4, 7, 8):
        values = values[::-1]
    if orientation in (2, 3, 6, 7):
        values = values[:, ::-1]
    return values


def _page(file: tifffile.TiffFile) -> tifffile.TiffPage:
    series = file.series[0]
    if series.axes not in ("YX", "YXS", "SYX"):
        raise InputError(
            f"holds a stack of the shape {series.shape}: save one grey or RGB picture per file"
        )
    page = series.keyframe
    if page.samplesperpixel not in (1, 3, 4):
        raise InputError(
            f"has {page.samplesperpixel} channels: save one grey or RGB picture per file"
        )
    return page


def _orientation(page: tifffile.TiffPage) -> int:
    tag = page.tags.get("Orientation")
    return 1 if tag is None else int(tag.value)


def _inverted(values: npt.NDArray[Any]) -> npt.NDArray[Any]:
    if values.dtype == bool:
        return ~values
    if not np.issubdtype(values.dtype, np.unsignedinteger):
        raise InputError(f"stores {values.dtype} with white as 0: save it with black as 0")
    return np.iinfo(values.dtype).max - values


def _refuse_what_pillow_would_cut(page: tifffile.TiffPage) -> None:
    """Pillow reads 16-bit colours as 8-bit ones without a word."""
    if page.dtype == np.uint16 and page.samplesperpixel > 1:
        compression = tifffile.COMPRESSION(page.compression).name
        raise InputError(
            f"holds 16-bit colours compressed by {compression}, which cannot be read: "
            "save it uncompressed or install imagecodecs"
        )


def _lacks_codec(error: Exception) -> bool:
    return isinstance(error, ImportError) or "imagecodecs" in str(error)
