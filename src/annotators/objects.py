"""Connected parts of a mask, and the order in which a person visits places."""

import math
from collections.abc import Callable, Iterator

import numpy as np
import numpy.typing as npt
from scipy import ndimage

from src.annotators.ground import Ground, Places, highest_around
from src.geometry.distance import Mask, equivalent_radius

EIGHT = np.ones((3, 3), bool)
"""A pixel's neighbours, the diagonal ones among them."""

# Px that the depth may rise to a neighbour on a middle line; beside it, it rises by one.
RISE = 0.6


def objects(mask: Mask) -> list[Places]:
    """The pixels, (n, 2), of every connected part."""
    labels, count = ndimage.label(mask, EIGHT)
    return grouped(np.argwhere(mask), labels[mask] - 1, count)


def grouped(places: Places, groups: npt.NDArray[np.integer], count: int) -> list[Places]:
    """Places by the number, from 0 on, of the group that each belongs to."""
    order = np.argsort(groups, kind="stable")
    ends = np.cumsum(np.bincount(groups, minlength=count))
    return np.split(places[order], ends[:-1]) if count else []


def chunky_and_thin(parts: list[Places], ground: Ground) -> tuple[list[Places], Places]:
    """Objects that are filled, and the middle lines of those that are followed.

    Thin is what is narrower than the radius of a circle of its area: some four times as
    long as wide.
    """
    chunks: list[Places] = []
    thin: list[Places] = [np.zeros((0, 2), np.int64)]
    for pixels in parts:
        width = 2 * float(ground.depth[tuple(pixels.T)].max()) - 1
        (thin if width < equivalent_radius(len(pixels)) else chunks).append(pixels)
    places = np.concatenate(thin)
    if not len(places):
        return chunks, places
    cells = tuple(places.T)
    middle = ground.depth[cells] > highest_around(ground.depth)[cells] - RISE
    return chunks, places[middle]


def grown(mask: Mask, reach: int = 1) -> Mask:
    """The mask and what is at most ``reach`` px from it along either axis."""
    larger = mask.copy()
    for axis in (0, 1):
        along = np.moveaxis(larger, axis, 0)
        for _ in range(reach):
            before = along.copy()
            along[1:] |= before[:-1]
            along[:-1] |= before[1:]
    return larger


def nearest_first(entries: npt.ArrayLike, cursor: Callable[[], tuple[int, int]]) -> Iterator[int]:
    """Numbers of things to visit, each time the one nearest to where the cursor is by then.

    Args:
        entries: (things, entries, 2) pixels at which each thing can be entered.
    """
    rows, columns = np.moveaxis(np.array(entries, np.float64), 2, 0)
    for _ in range(len(rows)):
        row, column = cursor()
        away = (rows - row) ** 2
        away += (columns - column) ** 2
        nearest = int(away.argmin()) // rows.shape[1]
        yield nearest
        rows[nearest] = np.inf


def tour(ends: list[list[list[int]]], start: tuple[int, int]) -> Iterator[tuple[int, bool]]:
    """The same for someone who enters each thing at one of its two ends and leaves at the other.

    Yields the number of each, and whether it is entered at its last end.
    """
    way = [start]
    for number in nearest_first(ends, lambda: way[-1]):
        first, last = ((row, column) for row, column in ends[number])
        turned = math.dist(last, way[-1]) < math.dist(first, way[-1])
        way.append(first if turned else last)
        yield number, turned


def nearer_end_first(line: Places, cursor: tuple[int, int]) -> Places:
    """The line, turned round if its end is nearer."""
    start, end = line[0].tolist(), line[-1].tolist()
    return line[::-1] if math.dist(end, cursor) < math.dist(start, cursor) else line
