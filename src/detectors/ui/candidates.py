"""All boxes on a screenshot that may be an element, and which ways led to each."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from src.detectors.ui import growing
from src.detectors.ui.components import flat_boxes, ink_boxes
from src.detectors.ui.lines import Lines
from src.detectors.ui.relief import Relief
from src.detectors.ui.sight import LEVELS
from src.geometry.boxes import Boxes, clip

CLASSICAL = (
    "ink", "flat", "cell", "line", "piece", "grown", "row", "block", "labelled", "padded",
)  # fmt: skip
"""The ways to a box without a net."""

SOURCES = (*CLASSICAL, *(f"net_{level}" for level in LEVELS))
"""All ways to a box; a candidate has one bit for each that led to it."""

TEXT_HEIGHT = 14.0
"""Px of a line of text on an ordinary screen, by which sizes are measured."""

UNITS = (0.5, 4.0)
"""Text that is smaller or larger than this, in text heights, is not what a screen is set in."""

MARK = (5, 72)
"""Px, at an ordinary text height, of the sides of a mark such as an icon."""

MOST_MARKS = 1200
"""On a photograph everything is a mark."""

STEP = 0.03
"""Boxes whose edges differ by less than this share of their shorter side are one."""


@dataclass(frozen=True, eq=False)
class Candidates:
    """Boxes that may be elements.

    Args:
        boxes: xyxy pixels.
        sources: (n,) bits of ``SOURCES``.
        lines: lines of text, as tight as their ink.
        unit: height of the text of this screen in ordinary ones.
    """

    boxes: Boxes
    sources: npt.NDArray[np.int64]
    lines: Boxes
    unit: float


def find_candidates(relief: Relief, lines: Boxes) -> Candidates:
    """Candidates of a screenshot.

    Args:
        lines: of text, as wide as a reader takes them.
    """
    tight = growing.tightened(lines, relief)
    unit = text_unit(tight)
    ink, flat = ink_boxes(relief, unit), flat_boxes(relief)
    pieces = growing.parted(tight, relief)
    words = np.concatenate([tight, pieces])
    marks = _marks(ink, tight, unit)
    joined = growing.labelled(words, marks)
    containers = flat[(flat[:, 2:] - flat[:, :2]).prod(axis=1) > 400]
    seeds = _unique(np.concatenate([words, marks, flat[:MOST_MARKS]]))
    parts = {
        "ink": ink,
        "flat": flat,
        "cell": Lines.of(relief).cells(seeds, relief.shape),
        "line": np.concatenate([tight, lines]),
        "piece": pieces,
        "grown": growing.grown(np.concatenate([words, joined])),
        "row": np.concatenate(
            [growing.rows(np.concatenate([words, joined]), containers), growing.columns(words)]
        ),
        "block": growing.blocks(tight),
        "labelled": joined,
        "padded": growing.padded_marks(marks, unit),
    }
    boxes = np.concatenate([parts[name] for name in CLASSICAL])
    bits = np.repeat(1 << np.arange(len(CLASSICAL)), [len(parts[name]) for name in CLASSICAL])
    boxes, bits = merged(clip(boxes, relief.shape), bits)
    return Candidates(boxes, bits, tight, unit)


def text_unit(lines: Boxes) -> float:
    """Median height of the lines, in ordinary text heights; 1 without any."""
    if not len(lines):
        return 1.0
    height = float(np.median(lines[:, 3] - lines[:, 1]))
    # Ink without its ascenders and descenders is about three quarters of a line.
    return float(np.clip(height / (0.75 * TEXT_HEIGHT), *UNITS))


def merged(boxes: Boxes, bits: npt.NDArray[np.int64]) -> tuple[Boxes, npt.NDArray[np.int64]]:
    """Each box once, with the bits of all that are nearly the same; the first stays as it is."""
    sides = boxes[:, 2:] - boxes[:, :2]
    real = (sides >= 2).all(axis=1)
    boxes, bits, sides = boxes[real], bits[real], sides[real]
    # The step is a power of two, so that boxes of nearly one size are rounded alike.
    least = np.maximum(1.0, 2.0 ** np.round(np.log2(np.maximum(STEP * sides.min(axis=1), 1.0))))
    keys = np.column_stack([np.round(boxes / least[:, None]), least]).astype(np.int64)
    _, first, place = np.unique(keys, axis=0, return_index=True, return_inverse=True)
    together = np.zeros(len(first), np.int64)
    np.bitwise_or.at(together, place.ravel(), bits)
    order = np.argsort(first, kind="stable")
    return boxes[first[order]], together[order]


def _marks(ink: Boxes, lines: Boxes, unit: float) -> Boxes:
    """Pieces of ink of the size of an icon that are no part of a text."""
    sides = ink[:, 2:] - ink[:, :2]
    low, high = (side * unit for side in MARK)
    fits = (sides.max(axis=1) >= low) & (sides.max(axis=1) <= high)
    ratio = sides.max(axis=1) / np.maximum(sides.min(axis=1), 1)
    marks = _unique(ink[fits & (ratio < 3)])
    if len(lines):
        middle = (marks[:, :2] + marks[:, 2:]) / 2
        x, y = middle[:, :1], middle[:, 1:]
        inside = (lines[:, 0] <= x) & (x <= lines[:, 2]) & (lines[:, 1] <= y) & (y <= lines[:, 3])
        wide = (lines[:, 2] - lines[:, 0]) > 2 * (lines[:, 3] - lines[:, 1])
        marks = marks[~(inside & wide).any(axis=1)]
    return marks[:MOST_MARKS]


def _unique(boxes: Boxes) -> Boxes:
    return merged(boxes, np.zeros(len(boxes), np.int64))[0]
