"""What the pixels say of a box: its borders, its filling, its padding; for many boxes at once."""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from src.detectors.ui.relief import Pixels, Relief
from src.geometry.boxes import Boxes, clip

Columns = npt.NDArray[np.float32]
"""(n, features)."""

NAMES = (
    "border_left", "border_top", "border_right", "border_bottom",
    "step_left", "step_top", "step_right", "step_bottom",
    "ink", "flat", "ink_at_edge", "ink_outside", "fill_contrast", "fill_contrast_least",
    "pad_left", "pad_top", "pad_right", "pad_bottom",
)  # fmt: skip
"""What is told of each box, in this order."""

SEEN = 8
"""Step of colour from which on a border is seen."""

INK, FLAT = 14, 3
"""Steps of colour from which on a pixel is inked, and up to which it is flat."""

BAND = 2
"""Px of the bands just inside and outside of a border."""


def described(boxes: Boxes, pixels: Pixels, relief: Relief) -> Columns:
    """(n, ``NAMES``) of boxes that lie in the picture."""
    if not len(boxes) or not pixels.size:
        return np.zeros((len(boxes), len(NAMES)), np.float32)
    whole = _whole(boxes, relief.shape)
    ink = _Table.of((relief.edges > INK).astype(np.uint8))
    flat = _Table.of((relief.edges <= FLAT).astype(np.uint8))
    sides = _sides(whole, relief)
    area = _area(whole)
    inner, outer = _shrunk(whole, BAND), _whole(whole + BAND * OUTWARD, relief.shape)
    columns = [
        *sides,
        ink.sums(whole) / area,
        flat.sums(whole) / area,
        _band(ink, whole, inner),
        _band(ink, outer, whole),
        *_contrasts(whole, inner, outer, pixels),
        *_paddings(whole, ink),
    ]
    return np.stack(columns, axis=1).astype(np.float32)


OUTWARD = np.array([-1, -1, 1, 1])


@dataclass(frozen=True, eq=False)
class _Table:
    """A summed-area table: the sum over any box at the cost of four look-ups."""

    sums_to: npt.NDArray[np.int32]

    @classmethod
    def of(cls, values: Pixels) -> "_Table":
        return cls(np.asarray(cv2.integral(values), np.int32))

    def sums(self, boxes: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
        """(n,) or (n, channels)."""
        x1, y1, x2, y2 = boxes.T
        table = self.sums_to
        total = table[y2, x2].astype(np.int64) - table[y1, x2] - table[y2, x1] + table[y1, x1]
        return np.asarray(total, np.float64)


def _whole(boxes: npt.NDArray[np.generic], shape: tuple[int, int]) -> npt.NDArray[np.int64]:
    """Whole pixels inside the picture, at least one by one."""
    height, width = shape
    rounded = np.round(clip(boxes, shape)).astype(np.int64)
    rounded[:, 0] = np.minimum(rounded[:, 0], width - 1)
    rounded[:, 1] = np.minimum(rounded[:, 1], height - 1)
    rounded[:, 2:] = np.maximum(rounded[:, 2:], rounded[:, :2] + 1)
    return rounded


def _shrunk(boxes: npt.NDArray[np.int64], by: int) -> npt.NDArray[np.int64]:
    """Smaller by so many pixels all round; nothing where there is no room."""
    near = np.minimum(boxes[:, :2] + by, (boxes[:, :2] + boxes[:, 2:]) // 2)
    far = np.maximum(boxes[:, 2:] - by, near)
    return np.concatenate([near, far], axis=1)


def _area(boxes: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
    area: npt.NDArray[np.float64] = (boxes[:, 2:] - boxes[:, :2]).prod(axis=1).astype(np.float64)
    return area


def _band(
    table: _Table, outer: npt.NDArray[np.int64], inner: npt.NDArray[np.int64]
) -> npt.NDArray[np.float64]:
    """Mean between an inner and an outer box."""
    area = _area(outer) - _area(inner)
    return (table.sums(outer) - table.sums(inner)) / np.maximum(area, 1)


def _sides(boxes: npt.NDArray[np.int64], relief: Relief) -> list[npt.NDArray[np.float64]]:
    """Of each side, how much of it is a border, then how large a step; within a pixel."""
    x1, y1, x2, y2 = boxes.T
    across = _along(relief.across)
    down = _along(np.ascontiguousarray(relief.down.T))
    height, width = relief.shape
    seen, steps = [], []
    for (share, size), place, low, high, last in (
        (across, x1, y1, y2, width), (down, y1, x1, x2, height),
        (across, x2, y1, y2, width), (down, y2, x1, x2, height),
    ):  # fmt: skip
        # The edge of the picture is as good a border as any.
        outside = (place <= 1) | (place >= last - 1)
        at = np.minimum(place, last - 1)
        length = high - low
        own_share = (share[high, at] - share[low, at]) / length
        own_size = (size[high, at] - size[low, at]) / length
        seen.append(np.where(outside, 1.0, own_share))
        steps.append(np.where(outside, 0.5, own_size / 255))
    return [*seen, *steps]


def _along(steps: Pixels) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    """Sums down the columns of borders that are seen, and of the steps; a pixel beside counts."""
    near = cv2.dilate(steps, np.ones((1, 3), np.uint8))
    height, width = steps.shape
    tables = []
    for values in ((near > SEEN), near):
        table = np.zeros((height + 1, width), np.int32)
        np.cumsum(values, axis=0, dtype=np.int32, out=table[1:])
        tables.append(table)
    return tables[0], tables[1]


def _contrasts(
    boxes: npt.NDArray[np.int64],
    inner: npt.NDArray[np.int64],
    outer: npt.NDArray[np.int64],
    pixels: Pixels,
) -> list[npt.NDArray[np.float64]]:
    """How far the colour just inside is from that just outside: all round, and of the like side."""
    table = _Table.of(pixels)
    around = _ring(table, outer, boxes)
    within = _ring(table, boxes, inner)
    whole = np.abs(around - within).max(axis=1) / 255
    sides = [
        np.abs(_side(table, boxes, outer, side) - _side(table, inner, boxes, side)).max(axis=1)
        for side in range(4)
    ]
    return [whole, np.min(sides, axis=0) / 255]


def _ring(
    table: _Table, outer: npt.NDArray[np.int64], inner: npt.NDArray[np.int64]
) -> npt.NDArray[np.float64]:
    area = np.maximum(_area(outer) - _area(inner), 1)[:, None]
    mean: npt.NDArray[np.float64] = (table.sums(outer) - table.sums(inner)) / area
    return mean


def _side(
    table: _Table, inner: npt.NDArray[np.int64], outer: npt.NDArray[np.int64], side: int
) -> npt.NDArray[np.float64]:
    """Mean colour between two boxes on one side: left, top, right, bottom."""
    strip = inner.copy()
    if side < 2:
        strip[:, side + 2] = inner[:, side]
        strip[:, side] = outer[:, side]
    else:
        strip[:, side - 2] = inner[:, side]
        strip[:, side] = outer[:, side]
    mean: npt.NDArray[np.float64] = table.sums(strip) / np.maximum(_area(strip), 1)[:, None]
    return mean


def _paddings(boxes: npt.NDArray[np.int64], ink: _Table) -> list[npt.NDArray[np.float64]]:
    """Px from each side to the first ink inside, its own border not counted; by bisection."""
    inside = _shrunk(boxes, BAND)
    total = ink.sums(inside)
    paddings = []
    for side in range(4):
        low = np.zeros(len(boxes))
        along = side % 2
        high = (inside[:, along + 2] - inside[:, along]).astype(np.float64)
        span = high.copy()
        for _ in range(int(np.ceil(np.log2(max(2.0, float(high.max(initial=1)))))) + 1):
            half = np.floor((low + high) / 2)
            strip = inside.copy()
            if side < 2:
                strip[:, side + 2] = inside[:, side] + half.astype(np.int64)
            else:
                strip[:, side - 2] = inside[:, side] - half.astype(np.int64)
            empty = ink.sums(strip) == 0
            low, high = np.where(empty, half, low), np.where(empty, high, half)
        paddings.append(np.where(total > 0, low + BAND, span / 2 + BAND))
    return paddings
