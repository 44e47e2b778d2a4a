"""TIFF, which Pillow reads in part and tifffile in another part."""

import io
from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt
import tifffile

from src.core import InputError
from src.data.formats.tiff_pages import refuse_endless

MOST_BYTES = 2**31
"""Of a picture when it is decoded."""

BLANK_BYTES, DENSEST = 2**28, 2000
"""A picture of so many bytes may be stored in a few; of a larger one, a byte stands for so many at
most. Deflate comes to 1032."""

GREY_OR_RGB = ("MINISWHITE", "MINISBLACK", "RGB", "PALETTE")
OF_PILLOW = ("PALETTE", "SEPARATED", "YCBCR")
"""Colours of a palette, of four inks, or of light and tint: Pillow makes red, green and blue."""

MAGIC = (b"II*\0", b"MM\0*", b"II+\0", b"MM\0+")


def measure(data: bytes) -> tuple[int, int]:
    """Height and width; raises when the file ends before its pixels do."""
    with opened(data) as file:
        page = _page(file, len(data))
        sideways = _orientation(page) >= 5
        height, width = page.imagelength, page.imagewidth
        return (width, height) if sideways else (height, width)


def decode(data: bytes) -> npt.NDArray[Any] | None:
    """(h, w) or (h, w, channels) upright; ``None`` where Pillow must decode it."""
    with opened(data) as file:
        page = _page(file, len(data))
        if _colours(page) in OF_PILLOW:
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


def refuse_size(shape: Sequence[int], kind: np.dtype[Any] | None, stored: int) -> None:
    """Raises for a picture without pixels, and for one that would take too much memory.

    Args:
        stored: bytes of the file.
    """
    if not prod(shape) or min(shape) < 0:
        raise InputError("has no pixels: replace it")
    decoded = prod(shape) * (1 if kind is None else kind.itemsize)
    if decoded > min(MOST_BYTES, max(BLANK_BYTES, DENSEST * stored)):
        raise InputError(f"is too large ({shape} {kind}): cut it into tiles")


def opened(data: bytes) -> tifffile.TiffFile:
    """A file that leads neither in circles nor to other files."""
    refuse_endless(data)
    # A file of the OME kind may name others; what they hold was not asked for.
    return tifffile.TiffFile(io.BytesIO(data), _multifile=False)


def _page(file: tifffile.TiffFile, stored: int) -> tifffile.TiffPage:
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
    refuse_size(page.shape, page.dtype, stored)
    _refuse_kind(page)
    # Before room is made for them: otherwise tifffile takes seconds to say the same, and fills
    # what was never stored with zeros.
    pieces = prod(page.chunked)
    if not page.is_contiguous and len(page.dataoffsets) < pieces:
        raise ValueError(f"{len(page.dataoffsets)} of {pieces} pieces of the picture are stored")
    for offset, count in zip(page.dataoffsets, page.databytecounts, strict=True):
        if offset + count > stored:
            raise ValueError(f"pixels reach to byte {offset + count} of {stored}")
    return page


def _colours(page: tifffile.TiffPage) -> str:
    try:
        return tifffile.PHOTOMETRIC(page.photometric).name
    except ValueError:
        return str(page.photometric)


def _refuse_kind(page: tifffile.TiffPage) -> None:
    """Colours and numbers that nobody here knows how to show would be read as others."""
    colours, eight_bit = _colours(page), page.bitspersample == 8
    if colours not in (*GREY_OR_RGB, *OF_PILLOW):
        raise InputError(f"stores colours as {colours}: save it as grey or RGB")
    if colours in ("SEPARATED", "YCBCR") and not eight_bit:
        raise InputError(f"stores colours as {colours} of {page.bitspersample} bits: save RGB")
    if page.dtype is None or page.dtype.kind not in "buif":
        raise InputError(f"holds {page.dtype} numbers: save whole numbers or fractions")


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
