"""Rasters that are too large for memory: bare numbers in a file, or made from another's rows."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from src.core import Surface


@dataclass(frozen=True)
class Sheet:
    """Rows of numbers in a file, written and read in any order."""

    path: Path
    shape: tuple[int, ...]
    dtype: np.dtype[Any]

    def __post_init__(self) -> None:
        self.path.touch()

    def __getitem__(self, rows: slice) -> npt.NDArray[Any]:
        """The numbers of some rows."""
        low, high, _ = rows.indices(self.shape[0])
        count = max(high - low, 0) * self._row
        with self.path.open("rb") as file:
            file.seek(low * self._row * self.dtype.itemsize)
            values = np.fromfile(file, self.dtype, count)
        return values.reshape(-1, *self.shape[1:])

    def write(self, low: int, values: npt.NDArray[Any], *, lasting: bool = False) -> None:
        """Put rows in their place, where asked to so that they survive a power cut."""
        with self.path.open("r+b") as file:
            file.seek(low * self._row * self.dtype.itemsize)
            file.write(np.ascontiguousarray(values, self.dtype).tobytes())
            if lasting:
                file.flush()
                os.fsync(file.fileno())

    def block(self, rows: slice, columns: slice) -> npt.NDArray[Any]:
        """A part of some rows of a sheet without channels; no more than that is read.

        Not by a map of the file: the system maps what lies around a page, too, and of a wide
        sheet that is nearly everything.
        """
        top, bottom, _ = rows.indices(self.shape[0])
        left, right, _ = columns.indices(self.shape[1])
        values = np.empty((max(bottom - top, 0), max(right - left, 0)), self.dtype)
        with self.path.open("rb", buffering=0) as file:
            for row, own in enumerate(values, top):
                file.seek((row * self._row + left) * self.dtype.itemsize)
                file.readinto(memoryview(own).cast("B"))
        return values

    def write_block(self, top: int, left: int, values: npt.NDArray[Any]) -> None:
        """Put back what ``block`` gave."""
        with self.path.open("r+b", buffering=0) as file:
            for row, own in enumerate(np.ascontiguousarray(values, self.dtype), top):
                file.seek((row * self._row + left) * self.dtype.itemsize)
                file.write(memoryview(own).cast("B"))

    @property
    def _row(self) -> int:
        """Numbers of one row."""
        return prod(self.shape[1:])


@dataclass(frozen=True)
class Mapped:
    """Rows that are made from those of another raster when they are asked for."""

    rows: Surface
    make: Callable[[npt.NDArray[Any]], npt.NDArray[Any]]
    dtype: np.dtype[Any]
    channels: tuple[int, ...] = ()

    @property
    def shape(self) -> tuple[int, ...]:
        """Height, width, and channels if there are any."""
        return (self.rows.shape[0], self.rows.shape[1], *self.channels)

    def __getitem__(self, rows: Any) -> npt.NDArray[Any]:
        """The rows as they are made."""
        return self.make(self.rows[rows]).astype(self.dtype, copy=False)


def block_of(raster: Surface, rows: slice, columns: slice) -> npt.NDArray[Any]:
    """A copy of a part of any raster; of a sheet no more than that is read."""
    if isinstance(raster, Sheet):
        return raster.block(rows, columns)
    return np.asarray(raster[rows])[:, columns].copy()
