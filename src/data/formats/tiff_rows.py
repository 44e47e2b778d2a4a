"""A TIFF of any size, of which some rows are decoded at a time."""

from collections.abc import Sequence
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import tifffile

from src.core import InputError
from src.data.files.foreign import spoken

LARGEST_PIECE = 2**28
"""Bytes of a tile or strip when it is decoded: more would have to be in memory at once."""

KEPT = 2
"""Bands of rows that are remembered: two tiles of a net overlap, and a band two rows of tiles."""

LARGEST_ROW = 2**26
"""Bytes of a row of tiles, or of a strip, that is remembered when it was decoded: the next band
begins in it."""


class TiffRows:
    """Grey or colour pixels of a file; ``rows[low:high]`` reads no more than those.

    Args:
        path: of a TIFF with one page that matters, in strips or tiles, its colours interleaved.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        with self._opened() as file:
            page = _page(file, path)
            self._piece = (page.tilelength, page.tilewidth) if page.is_tiled else _strip(page)
            self.dtype = np.dtype(np.uint8 if page.dtype == bool else page.dtype)
            colours = () if page.samplesperpixel <= 2 else (3,)
            self.shape: tuple[int, ...] = (page.imagelength, page.imagewidth, *colours)
            self._inverted = page.photometric == tifffile.PHOTOMETRIC.MINISWHITE
        self._bands: dict[tuple[int, int], npt.NDArray[Any]] = {}
        self._decoded: dict[int, npt.NDArray[Any]] = {}

    def __getitem__(self, rows: Any) -> npt.NDArray[Any]:
        """(n, width) or (n, width, 3) of a slice of rows, or of an array of places."""
        places = np.arange(self.shape[0])[rows]
        if not len(places):
            return np.zeros((0, *self.shape[1:]), self.dtype)
        low, high = int(places.min()), int(places.max()) + 1
        if (low, high) not in self._bands:
            _make_room(self._bands)
            self._bands[low, high] = self._read(low, high)
        band = self._bands[low, high]
        return band if len(places) == high - low and isinstance(rows, slice) else band[places - low]

    def __reduce__(self) -> tuple[Any, ...]:
        return TiffRows, (self.path,)

    def _opened(self) -> tifffile.TiffFile:
        try:
            # A file of the OME kind may name others; what they hold was not asked for.
            return tifffile.TiffFile(self.path, _multifile=False)
        except Exception as error:  # the reader raises nearly anything on damaged bytes
            raise InputError(f"{spoken(self.path)} is no TIFF that can be read: replace it") from (
                error
            )

    def _read(self, low: int, high: int) -> npt.NDArray[Any]:
        with self._opened() as file:
            page = file.pages.first
            if _is_plain(page):
                return self._upright(self._copied(page, low, high))
            band = np.zeros((high - low, *self.shape[1:]), self.dtype)
            if self._piece[0] * band[:1].nbytes > LARGEST_ROW:
                self._fill_all(band, low, page)
                return self._upright(band)
            for number in range(low // self._piece[0], -(-high // self._piece[0])):
                top = number * self._piece[0]
                begin, end = max(top, low), min(top + self._piece[0], high)
                band[begin - low : end - low] = self._row(page, number)[begin - top : end - top]
        return self._upright(band)

    def _row(self, page: Any, number: int) -> npt.NDArray[Any]:
        """One row of tiles, or one strip, as the file has it."""
        if number not in self._decoded:
            _make_room(self._decoded)
            top = number * self._piece[0]
            height = min(self._piece[0], self.shape[0] - top)
            row = np.zeros((height, *self.shape[1:]), self.dtype)
            self._fill_all(row, top, page)
            self._decoded[number] = row
        return self._decoded[number]

    def _fill_all(self, band: npt.NDArray[Any], low: int, page: Any) -> None:
        """Decode every tile or strip that has something of a band."""
        across = -(-self.shape[1] // self._piece[1])
        first, last = low // self._piece[0], -(-(low + len(band)) // self._piece[0])
        for number in range(first * across, last * across):
            self._fill(band, low, page, number)

    def _upright(self, band: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Black as 0."""
        return np.iinfo(band.dtype).max - band if self._inverted else band

    def _copied(self, page: Any, low: int, high: int) -> npt.NDArray[Any]:
        """Rows that lie in the file as they are in memory; many programs write one large strip."""
        width, samples = self.shape[1], page.samplesperpixel
        kind = self.dtype.newbyteorder(page.parent.byteorder)
        handle = page.parent.filehandle
        handle.seek(page.dataoffsets[0] + low * width * samples * kind.itemsize)
        content = handle.read((high - low) * width * samples * kind.itemsize)
        if len(content) < (high - low) * width * samples * kind.itemsize:
            raise InputError(f"{spoken(self.path)} ends before its pixels do: copy it again")
        values = np.frombuffer(content, kind).reshape(high - low, width, samples)
        own = values[..., :3] if len(self.shape) == 3 else values[..., 0]
        return own.astype(self.dtype)

    def _fill(self, band: npt.NDArray[Any], low: int, page: Any, number: int) -> None:
        """Write what one tile or strip has of a band."""
        handle, count = page.parent.filehandle, page.databytecounts[number]
        if not count:
            return
        handle.seek(page.dataoffsets[number])
        try:
            data = handle.read(count)
            piece, place, _ = page.decode(data, number, jpegtables=page.jpegtables)
        except Exception as error:
            raise InputError(
                f"{spoken(self.path)} cannot be decoded ({' '.join(str(error).split()):.200}): "
                "save it uncompressed or with Deflate, in tiles"
            ) from error
        if piece is None:
            return
        _, _, top, left, _ = place
        # Tiles reach beyond the picture.
        piece = piece[0, :, : self.shape[1] - left, : (self.shape[2:] or (1,))[0]]
        begin, end = max(top, low), min(top + piece.shape[0], low + len(band))
        if begin < end:
            part = piece[begin - top : end - top]
            columns = slice(left, left + part.shape[1])
            band[begin - low : end - low, columns] = part if band.ndim == 3 else part[..., 0]


def _make_room(kept: dict[Any, npt.NDArray[Any]]) -> None:
    """Forget the oldest where there are as many as shall be remembered."""
    while len(kept) >= KEPT:
        kept.pop(next(iter(kept)))


def _is_plain(page: Any) -> bool:
    return bool(
        not page.is_tiled and page.compression == 1 and page.is_contiguous and page.dtype != bool
    )


def _strip(page: Any) -> tuple[int, int]:
    rows = page.rowsperstrip if 0 < page.rowsperstrip < page.imagelength else page.imagelength
    return rows, page.imagewidth


def _page(file: tifffile.TiffFile, path: Path) -> Any:
    """The page, if rows of it can be read by themselves."""
    named = spoken(path)
    series = file.series[0]
    if series.axes not in ("YX", "YXS"):
        raise InputError(
            f"{named} holds a stack of the shape {series.shape} ({series.axes}): save one grey or "
            "RGB picture per file, its colours interleaved"
        )
    page = file.pages.first
    if page.samplesperpixel not in (1, 2, 3, 4) or page.photometric not in _SIMPLE:
        raise InputError(
            f"{named} has {page.samplesperpixel} channels as {page.photometric}: save grey or RGB"
        )
    orientation = page.tags.get("Orientation")
    if orientation is not None and int(orientation.value) != 1:
        raise InputError(f"{named} is stored turned or mirrored: save it upright")
    if page.dtype not in (bool, np.uint8, np.uint16, np.float32):
        raise InputError(f"{named} holds {page.dtype} numbers: save it with 8 or 16 bits")
    pieces = (page.tilelength, page.tilewidth) if page.is_tiled else _strip(page)
    if _bytes(pieces, page) > LARGEST_PIECE and not _is_plain(page):
        raise InputError(
            f"{named} is one piece of {pieces[1]}×{pieces[0]} pixels, too large to read in parts: "
            "save it in tiles"
        )
    return page


def _bytes(pieces: Sequence[int], page: Any) -> int:
    return int(prod(pieces) * page.samplesperpixel * page.dtype.itemsize)


_SIMPLE = (
    tifffile.PHOTOMETRIC.MINISBLACK,
    tifffile.PHOTOMETRIC.MINISWHITE,
    tifffile.PHOTOMETRIC.RGB,
)
