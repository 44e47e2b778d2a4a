"""Disks of paint, pixel by pixel."""

from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from src.core.arrays import frozen
from src.geometry.distance import Mask, disk

Cells = npt.NDArray[np.int64]
"""Pixels by their number, row after row."""


def stamp(
    painting: npt.NDArray[Any], row: int, column: int, radius: float, paint: int | np.integer[Any]
) -> None:
    """Paint a filled disk, over whatever was there, as far as it lies on the painting."""
    window, footprint = under((painting.shape[0], painting.shape[1]), row, column, radius)
    painting[window][footprint] = paint


def under(
    shape: tuple[int, int], row: int, column: int, radius: float
) -> tuple[tuple[slice, slice], Mask]:
    """The rows and columns of a picture below a brush, and which of their pixels it covers."""
    height, width = shape
    footprint, before = disk(radius), reach(radius)
    top, left = row - before, column - before
    bottom, right = top + len(footprint), left + len(footprint)
    if top < 0 or left < 0 or bottom > height or right > width:
        footprint = footprint[
            max(-top, 0) : max(height - top, 0), max(-left, 0) : max(width - left, 0)
        ]
        top, left = max(top, 0), max(left, 0)
    return (slice(top, max(bottom, 0)), slice(left, max(right, 0))), footprint


def reach(radius: float) -> int:
    """Pixels that a brush covers above and left of the cursor.

    One of an even width covers one more below and on the right, where its middle is.
    """
    return int(radius)


@cache
def footprint_steps(radius: float) -> npt.NDArray[np.int64]:
    """(n, 2) steps from the cursor to the pixels that a brush covers, the shortest first."""
    steps = np.argwhere(disk(radius)) - reach(radius)
    order = np.argsort((steps**2).sum(axis=1), kind="stable")
    nearest: npt.NDArray[np.int64] = frozen(steps[order], np.int64)
    return nearest


def footprints(
    places: npt.NDArray[np.int64], radius: float, shape: tuple[int, int]
) -> tuple[Cells, npt.NDArray[np.bool_] | None]:
    """(n, pixels) cells that a brush covers at each place, and which of them are on the picture.

    Cells beside the picture are 0; ``None`` says that there are none.
    """
    height, width = shape
    most = reach(radius) + 1
    if np.minimum(places, _corner(shape) - places).min() >= most:
        inside: Cells = (places[:, :1] * width + places[:, 1:]) + _flat_steps(radius, width)
        return inside, None
    steps = footprint_steps(radius)
    rows, columns = places[:, :1] + steps[:, 0], places[:, 1:] + steps[:, 1]
    landed = (rows >= 0) & (rows < height) & (columns >= 0) & (columns < width)
    return np.where(landed, rows * width + columns, 0), landed


@cache
def _flat_steps(radius: float, width: int) -> Cells:
    """The steps from cell to cell of a picture so wide."""
    steps = footprint_steps(radius)
    flat: Cells = frozen(steps[:, 0] * width + steps[:, 1], np.int64)
    return flat


@cache
def _corner(shape: tuple[int, int]) -> npt.NDArray[np.int64]:
    """The last pixel of a picture."""
    corner: npt.NDArray[np.int64] = frozen(np.array(shape) - 1, np.int64)
    return corner
