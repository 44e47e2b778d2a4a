"""Instances of a picture that is never in memory as a whole: strips are labelled, then joined."""

import logging
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from src.core import Surface
from src.detectors.separation import Separation, components, split_touching
from src.detectors.tiling import edges_of, strips_of
from src.predicting.measuring import Extents, extents_of
from src.predicting.sheet import Sheet
from src.predicting.telling import Tell, nobody

log = logging.getLogger(__name__)

Numbers = npt.NDArray[np.int64]

BLOCK, WIDEST, AROUND = 1024, 2048, 16
"""Pixels: what touches is split in blocks of this side, objects up to this wide or tall, with so
much around them that neither distances nor their smoothing see where a block ends."""


def separated(mask: Surface, separation: Separation, folder: Path, tell: Tell = nobody) -> Sheet:
    """A label image of the foreground as ``separation.labels`` gives it, in a file.

    Args:
        mask: of booleans.
        folder: for the file, which is overwritten.
    """
    sheet = Sheet(folder / "labels.raw", (mask.shape[0], mask.shape[1]), np.dtype(np.int32))
    if separation.instances == "foreground":
        for low, high in strips_of(mask.shape):
            sheet.write(low, mask[low:high])
            tell(high - low)
        return sheet
    splits = separation.instances == "watershed" and separation.min_distance > 0
    count, seams, above = 0, [], None
    for low, high in strips_of(mask.shape):
        labels = components(np.asarray(mask[low:high], bool))
        found = int(labels.max(initial=0))
        labels[labels > 0] += count
        count += found
        if above is not None:
            seams.append(touching(above, labels[0]))
        sheet.write(low, labels)
        above = labels[-1]
        tell(0.0 if splits else high - low)
    relabel(sheet, united(count, seams))
    if splits:
        split_all(sheet, separation.min_distance, tell)
    return sheet


def touching(above: npt.NDArray[Any], below: npt.NDArray[Any]) -> Numbers:
    """(n, 2) labels of one row and of the next that touch, corners included."""
    pairs = []
    for shift in (-1, 0, 1):
        upper = above[max(-shift, 0) : len(above) - max(shift, 0)]
        lower = below[max(shift, 0) : len(below) + min(shift, 0)]
        both = (upper > 0) & (lower > 0)
        pairs.append(np.column_stack([upper[both], lower[both]]))
    return np.unique(np.concatenate(pairs), axis=0).astype(np.int64)


def united(count: int, seams: list[Numbers]) -> Numbers:
    """(count + 1,) label to the object that it is a part of; 0 stays 0."""
    pairs = np.concatenate([np.zeros((0, 2), np.int64), *seams])
    links = coo_array((np.ones(len(pairs), bool), (pairs[:, 0], pairs[:, 1])), (count + 1,) * 2)
    owner: Numbers = connected_components(links, directed=False)[1].astype(np.int64)
    return owner


def relabel(sheet: Sheet, table: Numbers) -> None:
    """Replace every label by what a table says."""
    for low, high in strips_of(sheet.shape):
        sheet.write(low, table[sheet[low:high]])


def split_all(sheet: Sheet, min_distance: int, tell: Tell = nobody) -> None:
    """Split what touches, block by block; objects that are too large for that stay whole."""
    extents = extents_of(sheet)
    count = len(extents.area) - 1
    sides = np.maximum(extents.bottom - extents.top, extents.right - extents.left)
    large = int((sides[1:] > WIDEST).sum())
    if large:
        log.warning("%d objects wider than %d px are not split where they touch", large, WIDEST)
    for low, high in edges_of(sheet.shape[0], BLOCK):
        for left, right in edges_of(sheet.shape[1], BLOCK):
            begins = (extents.top >= low) & (extents.top < high) & (sides <= WIDEST)
            begins &= (extents.left >= left) & (extents.left < right) & (extents.area > 0)
            begins[0] = False
            if begins.any():
                count += _split_block(sheet, extents, begins, min_distance, count)
        tell(high - low)


def _split_block(
    sheet: Sheet, extents: Extents, begins: npt.NDArray[np.bool_], min_distance: int, count: int
) -> int:
    """Split those objects that begin in a block; says how many labels were given."""
    low, left = int(extents.top[begins].min()), int(extents.left[begins].min())
    high, right = int(extents.bottom[begins].max()), int(extents.right[begins].max())
    top, first = max(low - AROUND, 0), max(left - AROUND, 0)
    window = sheet.block(slice(top, high + AROUND), slice(first, right + AROUND))
    pieces = split_touching(window > 0, min_distance)
    # What an earlier block split has labels that are beyond the table.
    known = np.append(begins, False)
    own = known[np.minimum(window, len(begins))]
    window[own] = pieces[own] + count
    sheet.write_block(top, first, window)
    return int(pieces.max(initial=0))


@dataclass(frozen=True, eq=False)
class Numbered:
    """Labels 1, 2, … in the order in which a reader of lines meets them.

    Args:
        before: (count,) what each was called before.
    """

    labels: Surface
    before: Numbers

    def __len__(self) -> int:
        return len(self.before)


def numbered(labels: Surface, min_area: int = 0) -> Numbered:
    """The same objects with new labels, without those that are smaller than ``min_area``."""
    extents = extents_of(labels)
    kept = np.flatnonzero((extents.area > 0) & (extents.area >= min_area))
    kept = kept[kept > 0]
    before = kept[np.argsort(extents.first[kept], kind="stable")]
    table = np.zeros(len(extents.area), np.int64)
    table[before] = np.arange(1, len(before) + 1)
    if isinstance(labels, Sheet):
        relabel(labels, table)
        return Numbered(labels, before)
    return Numbered(table[np.asarray(labels[:])].astype(np.int32), before)
