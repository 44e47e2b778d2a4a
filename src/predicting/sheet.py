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

    def window(self) -> npt.NDArray[Any]:
        """All of it to look into and to write to, of which memory has what is touched."""
        return np.memmap(self.path, self.dtype, "r+", shape=self.shape)

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
