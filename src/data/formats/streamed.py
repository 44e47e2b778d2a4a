"""PNG and TIFF that are written some rows at a time, and are there whole or not at all."""

import struct
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import tifffile

from src.core import Surface
from src.data.files.whole import becoming

TILE = 256
"""Side of a tile of a TIFF, px."""

STRIP = 32
"""Rows that are made together: what a raster is made from may be many times as large."""

SIGNATURE = b"\x89PNG\r\n\x1a\n"
COLOUR_TYPES = {1: 0, 3: 2, 4: 6}
"""Channels to what PNG calls them: grey, colours, colours with alpha."""


def write_png(path: Path, rows: Surface) -> None:
    """8- or 16-bit PNG, grey, in colours or with alpha; memory holds a band of it."""
    channels = rows.shape[2] if len(rows.shape) == 3 else 1
    bits = 8 * rows.dtype.itemsize
    head = struct.pack(
        ">IIBBBBB", rows.shape[1], rows.shape[0], bits, COLOUR_TYPES[channels], 0, 0, 0
    )
    packer = zlib.compressobj(1)
    with becoming(path) as partial, partial.open("wb") as file:
        file.write(SIGNATURE + _chunk(b"IHDR", head))
        for band in _bands(rows):
            lines = band.astype(band.dtype.newbyteorder(">"), copy=False).reshape(len(band), -1)
            # Every line begins with its filter, 0 for none.
            plain = np.zeros((len(band), 1 + lines.shape[1] * lines.itemsize), np.uint8)
            plain[:, 1:] = np.ascontiguousarray(lines).view(np.uint8)
            file.write(_chunk(b"IDAT", packer.compress(plain.tobytes())))
        file.write(_chunk(b"IDAT", packer.flush()) + _chunk(b"IEND", b""))


def write_tiff(path: Path, rows: Surface) -> None:
    """Tiled TIFF compressed by Deflate, of which viewers read what they show."""
    big = rows.shape[0] * rows.shape[1] * rows.dtype.itemsize >= 2**31
    with becoming(path) as partial, tifffile.TiffWriter(partial, bigtiff=big) as file:
        file.write(
            _tiles(rows),
            shape=rows.shape,
            dtype=rows.dtype,
            tile=(TILE, TILE),
            compression="zlib",
            compressionargs={"level": 1},
            photometric="minisblack",
            metadata=None,
            maxworkers=1,
        )


def _tiles(rows: Surface) -> Iterator[npt.NDArray[Any]]:
    for low in range(0, rows.shape[0], TILE):
        high = min(low + TILE, rows.shape[0])
        band = np.empty((high - low, *rows.shape[1:]), rows.dtype)
        for top in range(low, high, STRIP):
            band[top - low : top - low + STRIP] = rows[top : min(top + STRIP, high)]
        for left in range(0, rows.shape[1], TILE):
            yield band[:, left : left + TILE]


def _bands(rows: Surface) -> Iterator[npt.NDArray[Any]]:
    for low in range(0, rows.shape[0], STRIP):
        yield rows[low : low + STRIP]


def _chunk(kind: bytes, content: bytes) -> bytes:
    if not content and kind == b"IDAT":
        return b""
    body = kind + content
    return struct.pack(">I", len(content)) + body + struct.pack(">I", zlib.crc32(body))
