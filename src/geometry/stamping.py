"""Disks of paint, pixel by pixel."""

from typing import Any

import numpy as np
import numpy.typing as npt

from src.geometry.distance import disk


def stamp(
    painting: npt.NDArray[Any], row: int, column: int, radius: int, paint: int | np.integer[Any]
) -> None:
    """Paint a filled disk, over whatever was there, as far as it lies on the painting."""
    height, width = painting.shape
    top, left = max(row - radius, 0), max(column - radius, 0)
    bottom, right = min(row + radius + 1, height), min(column + radius + 1, width)
    if top >= bottom or left >= right:
        return
    rows = slice(top - row + radius, bottom - row + radius)
    columns = slice(left - column + radius, right - column + radius)
    painting[top:bottom, left:right][disk(radius)[rows, columns]] = paint
