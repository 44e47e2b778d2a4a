"""What is known of every candidate before anybody clicks."""

import numpy as np
import numpy.typing as npt

from src.detectors.ui import borders
from src.detectors.ui.candidates import SOURCES, TEXT_HEIGHT, Candidates
from src.detectors.ui.relief import Pixels, Relief
from src.detectors.ui.seen import Traits
from src.detectors.ui.sight import LEVELS, Sight
from src.geometry.boxes import Boxes, area, intersection

Columns = npt.NDArray[np.float64]

SHAPE = ("log_width", "log_height", "log_aspect", "share_of_width", "share_of_height")
SIDES = (
    "border_mean", "border_least", "step_least", "border_rows", "border_columns",
    "uneven_x", "uneven_y", "pad_least", "pad_most",
)  # fmt: skip
TEXT = ("lines_inside", "lines_cut", "text_share")
SCREEN = ("unit", "portrait", "log_screen")
VOTES = ("votes", "vote_spread", "vote_present", "vote_quality")
NAMES = (
    *SHAPE, *borders.NAMES, *SIDES, *TEXT, *SCREEN,
    *(f"by_{name}" for name in SOURCES),
    *(f"{name}_{level}" for level in LEVELS for name in VOTES),
)  # fmt: skip
"""What is told, in this order."""

GRID = np.stack(np.meshgrid(*(np.array([0.15, 0.38, 0.62, 0.85]),) * 2), axis=-1).reshape(-1, 2)
"""Where in a box the net is asked whether it sees the box from there, in sides."""

LARGEST = 220.0
"""Px of the longer side up to which the net sees a box well; larger ones on a coarser scale."""

MOST_PADDING = 8.0
"""Heights of the text; more is as good as endless."""

CHUNK = 4096
"""Candidates that are held against all lines of text at once."""


def traits_of(
    candidates: Candidates, pixels: Pixels, relief: Relief, sight: Sight | None
) -> Traits:
    """(n, ``NAMES``) in half precision, so that what is kept and what is new are the same."""
    boxes, unit = candidates.boxes, candidates.unit
    text = unit * TEXT_HEIGHT
    drawn = borders.described(boxes, pixels, relief).astype(np.float64)
    parts = [
        _shape(boxes, relief.shape, text),
        np.column_stack([drawn[:, :-4], np.minimum(drawn[:, -4:] / text, MOST_PADDING)]),
        _sides(boxes, drawn, text),
        _text(boxes, candidates.lines),
        np.tile(_screen(relief.shape, unit), (len(boxes), 1)),
        (candidates.sources[:, None] >> np.arange(len(SOURCES))) & 1,
        votes(sight, boxes),
    ]
    return np.concatenate(parts, axis=1).astype(np.float16)


def votes(sight: Sight | None, boxes: Boxes) -> Columns:
    """Whether the net sees this very box from all over it, on the scale that suits its size."""
    count = len(boxes)
    told = np.zeros((count, len(LEVELS), len(VOTES)))
    if sight is None:
        return told.reshape(count, len(LEVELS) * len(VOTES))
    sides = boxes[:, 2:] - boxes[:, :2]
    points = boxes[:, None, :2] + sides[:, None] * GRID
    factors = np.array([max(scale) for scale in sight.scales])
    fits = sides.max(axis=1)[:, None] * factors <= LARGEST
    chosen = np.where(fits.any(axis=1), fits.argmax(axis=1), len(factors) - 1)
    for scale in range(len(factors)):
        own = np.flatnonzero(chosen == scale)
        seen, present, quality = sight.at(points[own].reshape(-1, 2), scale)
        overlap = _seen_from(seen.reshape(len(own), len(GRID), len(LEVELS), 4), boxes[own])
        present, quality = (
            value.reshape(len(own), len(GRID), len(LEVELS)) for value in (present, quality)
        )
        told[own] = np.stack(
            [overlap.mean(axis=1), overlap.std(axis=1), present.mean(axis=1), quality.mean(axis=1)],
            axis=-1,
        )
    return told.reshape(count, len(LEVELS) * len(VOTES))


def _shape(boxes: Boxes, shape: tuple[int, int], text: float) -> Columns:
    sides = np.maximum(boxes[:, 2:] - boxes[:, :2], 1)
    picture = np.array([shape[1], shape[0]])
    return np.column_stack(
        [np.log(sides / text), np.log(sides[:, 0] / sides[:, 1]), sides / picture]
    )


def _sides(boxes: Boxes, drawn: Columns, text: float) -> Columns:
    seen, steps, pads = drawn[:, :4], drawn[:, 4:8], drawn[:, -4:]
    sides = np.maximum(boxes[:, 2:] - boxes[:, :2], 1)
    return np.column_stack(
        [
            seen.mean(axis=1), seen.min(axis=1), steps.min(axis=1),
            seen[:, 1::2].min(axis=1), seen[:, ::2].min(axis=1),
            np.abs(pads[:, 0] - pads[:, 2]) / sides[:, 0],
            np.abs(pads[:, 1] - pads[:, 3]) / sides[:, 1],
            np.minimum(pads.min(axis=1) / text, MOST_PADDING),
            np.minimum(pads.max(axis=1) / text, MOST_PADDING),
        ]
    )  # fmt: skip


def _text(boxes: Boxes, lines: Boxes) -> Columns:
    told = np.zeros((len(boxes), len(TEXT)))
    size, line_size = np.maximum(area(boxes), 1), np.maximum(area(lines), 1)
    for start in range(0, len(boxes) if len(lines) else 0, CHUNK):
        own = slice(start, start + CHUNK)
        shared = intersection(boxes[own], lines)
        inside = shared / line_size
        told[own] = np.column_stack(
            [
                np.minimum((inside > 0.8).sum(axis=1), 20),
                np.minimum(((inside > 0.12) & (inside < 0.8)).sum(axis=1), 10),
                np.minimum(shared.sum(axis=1) / size[own], 1),
            ]
        )
    return told


def _screen(shape: tuple[int, int], unit: float) -> tuple[float, float, float]:
    height, width = max(shape[0], 1), max(shape[1], 1)
    return float(np.log(unit)), float(np.log(height / width)), float(np.log(height * width))


def _seen_from(seen: npt.NDArray[np.float64], boxes: Boxes) -> Columns:
    """(n, points, levels) IoU of what is seen from places in a box with the box itself."""
    own = boxes[:, None, None]
    shared = np.minimum(seen[..., 2:], own[..., 2:]) - np.maximum(seen[..., :2], own[..., :2])
    inner = np.maximum(shared, 0).prod(axis=-1)
    areas = [(one[..., 2:] - one[..., :2]).prod(axis=-1) for one in (seen, own)]
    overlap: Columns = inner / np.maximum(areas[0] + areas[1] - inner, 1)
    return overlap
