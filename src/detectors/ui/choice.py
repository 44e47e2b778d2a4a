"""The candidates that a click may have meant, and what a ranker is told of each."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from src.detectors.ui import agreement, traits
from src.detectors.ui.candidates import TEXT_HEIGHT
from src.detectors.ui.seen import Seen
from src.geometry.boxes import Boxes, area, intersection

Point = tuple[float, float]
Columns = npt.NDArray[np.float64]

SIGMA = 0.18
"""Spread of human clicks, in sides of what they mean."""

ALIKE = 0.75
"""IoU from which on two candidates are the same thing."""

CLICK = ("off_x", "off_y", "click_fit", "nearest_side")
LINE = ("on_line", "line_iou", "line_ratio", "line_inside")
KIN = (
    "worth", "worth_rank", "worth_gap", "rank", "ways", "alike", "alike_ways", "alike_worth",
    "outer_ratio", "inner_ratio", "outer_border", "inner_border", "outer_worth", "inner_worth",
    "count",
)  # fmt: skip
NAMES = (*traits.NAMES, *CLICK, *LINE, *KIN, *agreement.NAMES)
"""What is told of each candidate, in this order."""


@dataclass(frozen=True, eq=False)
class Choice:
    """The candidates at a click.

    Args:
        places: (n,) among all of the screenshot.
        boxes: xyxy px.
        rows: (n, ``NAMES``).
    """

    places: npt.NDArray[np.intp]
    boxes: Boxes
    rows: npt.NDArray[np.float32]


def choice_at(seen: Seen, click: Point) -> Choice:
    """All candidates that contain a click."""
    places = containing(seen.boxes, click)
    boxes = seen.boxes[places]
    known = seen.traits[places].astype(np.float64)
    parts = [
        known,
        _click(seen, boxes, click),
        _line(seen, boxes, click),
        _kin(seen, places),
        agreement.agreement(seen, boxes, click),
    ]
    return Choice(places, boxes, np.concatenate(parts, axis=1).astype(np.float32))


def containing(boxes: Boxes, click: Point) -> npt.NDArray[np.intp]:
    """The boxes that a click lies in, give or take a pixel."""
    x, y = click
    near = (boxes[:, 0] <= x + 1) & (boxes[:, 1] <= y + 1)
    return np.flatnonzero(near & (boxes[:, 2] >= x - 1) & (boxes[:, 3] >= y - 1))


def _click(seen: Seen, boxes: Boxes, click: Point) -> Columns:
    text = seen.unit * TEXT_HEIGHT
    sides = np.maximum(boxes[:, 2:] - boxes[:, :2], 1)
    off = np.abs((np.array(click) - (boxes[:, :2] + boxes[:, 2:]) / 2) / sides)
    # The density of a human click on this box: the nearer the middle and the smaller, the likelier.
    fit = -(np.minimum(off, 0.6) ** 2).sum(axis=1) / (2 * SIGMA**2)
    fit -= np.log((sides / text).prod(axis=1))
    nearest = ((0.5 - off) * sides).min(axis=1)
    return np.column_stack([off, fit, np.clip(nearest / text, -1, 10)])


def _line(seen: Seen, boxes: Boxes, click: Point) -> Columns:
    """How a candidate lies to the line of text under the click."""
    under = containing(seen.lines, click)
    if not len(under):
        return np.zeros((len(boxes), len(LINE)))
    line_size = np.maximum(area(seen.lines[under]), 1)
    line = under[np.argmin(line_size)]
    own, size = float(line_size.min()), np.maximum(area(boxes), 1)
    shared = intersection(boxes, seen.lines[line : line + 1])[:, 0]
    return np.column_stack(
        [np.ones(len(boxes)), shared / (size + own - shared), np.log(size / own), shared / own]
    )


def _kin(seen: Seen, places: npt.NDArray[np.intp]) -> Columns:
    """How a candidate stands among the others at the click."""
    count, boxes = len(places), seen.boxes[places]
    if not count:
        return np.zeros((0, len(KIN)))
    size, worth = np.maximum(area(boxes), 1), seen.worth[places].astype(np.float64)
    border = seen.traits[places][:, traits.NAMES.index("border_least")].astype(np.float64)
    ways = np.bitwise_count(seen.sources[places]).astype(np.float64)
    shared = intersection(boxes, boxes)
    alike = shared / (size[:, None] + size - shared) > ALIKE
    # Row in column: the candidate of the row lies within that of the column.
    within = (shared / size[:, None] > 0.95) & ~alike
    ratio = np.log(size[None] / size[:, None])
    return np.column_stack(
        [
            worth, _ranks(-worth), worth - worth.max(), _ranks(size),
            ways, np.log1p(alike.sum(axis=1)), np.log1p(alike @ ways),
            np.where(alike, worth[None], 0).max(axis=1),
            np.where(within, ratio, 9.0).min(axis=1), np.where(within.T, -ratio, 9.0).min(axis=1),
            np.where(within, border[None], 0).max(axis=1),
            np.where(within.T, border[None], 0).max(axis=1),
            np.where(within, worth[None], 0).max(axis=1),
            np.where(within.T, worth[None], 0).max(axis=1),
            np.full(count, np.log1p(count)),
        ]
    )  # fmt: skip


def _ranks(values: Columns) -> Columns:
    """0 for the smallest, towards 1 for the largest."""
    ranks: Columns = np.argsort(np.argsort(values, kind="stable"), kind="stable") / len(values)
    return ranks
