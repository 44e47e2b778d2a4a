"""How large things are, counted some rows at a time: areas, boxes, lengths, mean probabilities."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np
import numpy.typing as npt
from skimage.measure import find_contours
from skimage.morphology import skeletonize

from src.core import Surface
from src.core.instances import Rle
from src.detectors.tiling import edges_of, strips_of
from src.geometry.rle import Runs, compressed
from src.geometry.spans import run_starts
from src.predicting.sheet import block_of
from src.predicting.telling import Tell, nobody

Numbers = npt.NDArray[np.int64]

LINES, AROUND = 1024, 64
"""Side of a block whose middle lines are found together, px, and how much around it is looked at:
as far as a middle line can depend on in things that are not wider."""


@dataclass(frozen=True, eq=False)
class Extents:
    """(highest label + 1,) columns by label; rows and columns are half open.

    Args:
        area: pixels; 0 of a label that nothing has.
        first: flat place of the first pixel, row by row.
    """

    area: Numbers
    first: Numbers
    top: Numbers
    left: Numbers
    bottom: Numbers
    right: Numbers

    def boxes(self) -> npt.NDArray[np.float64]:
        """(n, 4) xyxy of the labels from 1 on."""
        sides = np.column_stack([self.left, self.top, self.right, self.bottom])[1:]
        return sides.astype(np.float64)


def extents_of(labels: Surface) -> Extents:
    """Area, first pixel and box of every label."""
    columns: list[Numbers] = [np.zeros(1, np.int64) for _ in range(6)]
    width = labels.shape[1]
    for low, high in strips_of(labels.shape):
        label, row, left, right = row_runs(np.asarray(labels[low:high]))
        columns = _grown(columns, int(label.max(initial=0)) + 1)
        area, first, top, begin, bottom, end = columns
        row = row + low
        np.add.at(area, label, right - left)
        np.minimum.at(first, label, row * width + left)
        np.minimum.at(top, label, row)
        np.minimum.at(begin, label, left)
        np.maximum.at(bottom, label, row + 1)
        np.maximum.at(end, label, right)
    return Extents(*columns)


def row_runs(strip: npt.NDArray[Any]) -> tuple[Numbers, Numbers, Numbers, Numbers]:
    """Label, row, first column and column after the last of every stretch that has one label."""
    height, width = strip.shape
    # A background column keeps the end of one row apart from the beginning of the next.
    flat = np.zeros((height, width + 1), np.int64)
    flat[:, :width] = strip
    flat = flat.ravel()
    starts = run_starts(flat)
    ends = np.append(starts[1:], flat.size)
    inside = flat[starts] > 0
    starts, ends = starts[inside], ends[inside]
    row = starts // (width + 1)
    return flat[starts], row, starts - row * (width + 1), ends - row * (width + 1)


def _grown(columns: list[Numbers], length: int) -> list[Numbers]:
    """Room for labels that were not met before."""
    more = length - len(columns[0])
    if more <= 0:
        return columns
    far = np.iinfo(np.int64).max
    empty = (0, far, far, far, 0, 0)
    return [
        np.append(column, np.full(more, value))
        for column, value in zip(columns, empty, strict=True)
    ]


def mean_of(labels: Surface, values: Surface, area: Numbers) -> npt.NDArray[np.float64]:
    """(n,) the mean of some values over the labels 1, 2, …"""
    sums = np.zeros(len(area))
    for low, high in strips_of(labels.shape):
        own = np.asarray(labels[low:high]).ravel()
        sums += np.bincount(own, np.asarray(values[low:high]).ravel(), len(area))
    return sums[1:] / np.maximum(area[1:], 1)


def lengths_of(labels: Surface, count: int, tell: Tell = nobody) -> npt.NDArray[np.float64]:
    """(count,) px along the middle lines of the labels 1, 2, …: 1 to a side, √2 to a corner."""
    lengths = np.zeros(count + 1)
    for part, own in _with_surroundings(labels, tell):
        # Zhang's way loses half of a line of two pixels at 45°; Lee's does not.
        line = skeletonize(part > 0, method="lee").astype(bool)
        padded = np.pad(line, 1)
        right, below = padded[1:-1, 2:], padded[2:, 1:-1]
        for other, step in (
            (right, 1.0),
            (below, 1.0),
            (padded[2:, 2:] & ~right & ~below, sqrt(2)),
            (padded[2:, :-2] & ~padded[1:-1, :-2] & ~below, sqrt(2)),
        ):
            counted = part[own][(line & other)[own]]
            lengths += step * np.bincount(counted, minlength=count + 1)
    return lengths[1:]


def _with_surroundings(
    labels: Surface, tell: Tell
) -> Iterator[tuple[npt.NDArray[Any], tuple[slice, slice]]]:
    """Blocks with what is around them, and which part of each is its own."""
    for low, high in edges_of(labels.shape[0], LINES):
        top = max(low - AROUND, 0)
        for left, right in edges_of(labels.shape[1], LINES):
            first = max(left - AROUND, 0)
            own = slice(low - top, high - top), slice(left - first, right - first)
            yield block_of(labels, slice(top, high + AROUND), slice(first, right + AROUND)), own
        tell(high - low)


def outlines_of(labels: Surface, boxes: npt.NDArray[np.float64]) -> list[list[float]]:
    """The outer outline of the labels 1, 2, …: x and y of its corners in turns, px.

    Of an object in several pieces it is that of the longest; holes are not told.
    """
    outlines = []
    for label, (left, top, right, bottom) in enumerate(boxes.astype(np.int64).tolist(), 1):
        own = block_of(labels, slice(top, bottom), slice(left, right)) == label
        found = find_contours(np.pad(own, 1).astype(np.float32), 0.5)
        longest = max(found, key=len, default=np.zeros((0, 2)))
        # A pixel's middle is half a pixel from its corner; the padding is one pixel more.
        corners = longest[:-1, ::-1] - 0.5 + (left, top)
        outlines.append(np.round(corners, 2).ravel().tolist())
    return outlines


def rles_of(labels: Surface) -> tuple[Rle, ...]:
    """COCO's run lengths of the labels 1, 2, … of a picture of any size."""
    height = labels.shape[0]
    parts = [np.zeros((0, 3), np.int64)]
    for low, high in strips_of(labels.shape):
        label, column, top, bottom = row_runs(np.asarray(labels[low:high]).T)
        parts.append(np.column_stack([label, column * height + low + top, bottom - top]))
    runs = np.concatenate(parts)
    runs = runs[np.lexsort((runs[:, 1], runs[:, 0]))]
    begins = np.ones(len(runs), bool)
    begins[1:] = runs[1:, 0] != runs[:-1, 0]
    begins[1:] |= runs[1:, 1] != runs[:-1, 1] + runs[:-1, 2]  # else a seam of two strips
    lengths = np.add.reduceat(runs[:, 2], np.flatnonzero(begins)) if len(runs) else runs[:, 2]
    runs = runs[begins]
    shape = (labels.shape[0], labels.shape[1])
    return compressed(Runs(runs[:, 0] - 1, runs[:, 1], lengths), shape)
