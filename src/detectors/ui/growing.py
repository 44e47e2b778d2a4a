"""From a line of text or a small mark to what it may be the label of."""

from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from src.detectors.ui.relief import Relief
from src.geometry.boxes import Boxes, clip

GAPS = (0.7, 1.3)
"""Heights of a line from which on a gap parts it."""

MARGINS = ((0.3, 0.25), (0.6, 0.5), (1.0, 0.8), (1.8, 0.6), (0.8, 0.3))
"""Heights of a line by which it is grown, to the sides and up and down."""

FAINT = 14
"""Step of colour from which on a pixel is ink of a text."""


def tightened(boxes: Boxes, relief: Relief) -> Boxes:
    """Each box shrunk to the ink in it; as it is where there is none."""
    found = boxes.copy()
    for place, box in enumerate(clip(boxes, relief.shape).astype(int)):
        x1, y1, x2, y2 = box
        ink = relief.edges[y1:y2, x1:x2]
        if not ink.size:
            continue
        step = max(FAINT, int(ink.max()) // 3)
        rows, columns = (np.flatnonzero((ink > step).any(axis=axis)) for axis in (1, 0))
        if len(rows) > 2 and len(columns) > 2:
            found[place] = (
                x1 + columns[0] + 1, y1 + rows[0] + 1, x1 + columns[-1], y1 + rows[-1]
            )  # fmt: skip
    return found


def parted(lines: Boxes, relief: Relief) -> Boxes:
    """The pieces of each line between gaps that are wider than those between words."""
    pieces: list[Any] = []
    for x1, y1, x2, y2 in clip(lines, relief.shape).astype(int):
        ink = relief.edges[y1:y2, x1:x2]
        if not ink.size:
            continue
        columns = np.flatnonzero((ink > max(FAINT, int(ink.max()) // 3)).any(axis=0))
        for gap in GAPS:
            ends = np.flatnonzero(np.diff(columns) > gap * (y2 - y1))
            if len(ends):
                starts = np.r_[0, ends + 1]
                stops = np.r_[ends, len(columns) - 1]
                pieces.extend(
                    (x1 + columns[a], y1, x1 + columns[b] + 1, y2)
                    for a, b in zip(starts, stops, strict=True)
                )
    return np.array(pieces, np.float64).reshape(-1, 4)


def grown(lines: Boxes) -> Boxes:
    """Each line with a margin, by several measures."""
    height = lines[:, 3] - lines[:, 1]
    parts = [
        lines + np.stack([-x * height, -y * height, x * height, y * height], axis=1)
        for x, y in MARGINS
    ]
    return np.concatenate(parts) if len(lines) else np.zeros((0, 4))


def rows(lines: Boxes, containers: Boxes) -> Boxes:
    """Each line grown to half way to the lines above and below it, as wide as what contains it."""
    if not len(lines):
        return np.zeros((0, 4))
    top, bottom = _half_way(lines)
    found = []
    shared = _contains(containers, lines)
    size = (containers[:, 2:] - containers[:, :2]).prod(axis=1)
    for place, line in enumerate(lines):
        around = np.flatnonzero(shared[:, place])
        for container in containers[around[np.argsort(size[around], kind="stable")][:4]]:
            y1, y2 = max(top[place], container[1]), min(bottom[place], container[3])
            found.append((container[0], y1, container[2], y2))
        found.append((line[0], top[place], line[2], bottom[place]))
    return np.array(found, np.float64).reshape(-1, 4)


def columns(lines: Boxes) -> Boxes:
    """Each line as the cell of a table without rules: up to where its neighbours begin or end."""
    if not len(lines):
        return np.zeros((0, 4))
    top, bottom = _half_way(lines)
    height = lines[:, 3] - lines[:, 1]
    shared = np.minimum(lines[:, None, 3], lines[None, :, 3]) - np.maximum(
        lines[:, None, 1], lines[None, :, 1]
    )
    level = shared > 0.5 * np.minimum(height[:, None], height[None])
    after = np.where(level & (lines[None, :, 0] >= lines[:, None, 2]), lines[None, :, 0], np.inf)
    before = np.where(level & (lines[None, :, 2] <= lines[:, None, 0]), lines[None, :, 2], -np.inf)
    right, left = after.min(axis=1), before.max(axis=1)
    pad = 0.6 * height
    x1, x2 = lines[:, 0], lines[:, 2]
    spans = (
        (x1 - pad, right - pad), (left + pad, x2 + pad), ((left + x1) / 2, (x2 + right) / 2),
        (x1 - pad, x2 + pad),
    )  # fmt: skip
    grown: Boxes = np.concatenate([np.stack([a, top, b, bottom], axis=1) for a, b in spans])
    kept: Boxes = grown[np.isfinite(grown).all(axis=1)]
    return kept


def blocks(lines: Boxes) -> Boxes:
    """Lines that follow one another as those of one paragraph do, together."""
    count = len(lines)
    if count < 2:
        return np.zeros((0, 4))
    height = lines[:, 3] - lines[:, 1]
    first, second = lines[:, None], lines[None]
    gap = second[..., 1] - first[..., 3]
    mean = (height[:, None] + height[None]) / 2
    alike = np.abs(height[:, None] - height[None]) < 0.35 * mean
    follows = (gap > -0.4 * mean) & (gap < 1.1 * mean)
    left = np.abs(first[..., 0] - second[..., 0]) < 0.6 * mean
    middle = np.abs(first[..., ::2].mean(axis=-1) - second[..., ::2].mean(axis=-1)) < 0.7 * mean
    joined = alike & follows & (left | middle)
    label = np.arange(count)
    for one, other in np.argwhere(joined):
        if one != other:
            label[label == label[other]] = label[one]
    found = []
    for name in np.unique(label):
        own = lines[label == name]
        if len(own) > 1:
            found.append(np.r_[own[:, :2].min(axis=0), own[:, 2:].max(axis=0)])
            order = np.argsort(own[:, 1], kind="stable")
            if len(own) > 2:
                for a, b in pairwise(order):
                    pair = own[[a, b]]
                    found.append(np.r_[pair[:, :2].min(axis=0), pair[:, 2:].max(axis=0)])
    return np.array(found, np.float64).reshape(-1, 4)


def labelled(lines: Boxes, marks: Boxes) -> Boxes:
    """Each line together with the mark beside it or above it."""
    if not len(lines) or not len(marks):
        return np.zeros((0, 4))
    height = lines[:, 3] - lines[:, 1]
    sides = marks[:, 2:] - marks[:, :2]
    found = []
    for line, size in zip(lines, height, strict=True):
        overlap = np.minimum(line[3], marks[:, 3]) - np.maximum(line[1], marks[:, 1])
        level = (overlap > 0.5 * np.minimum(size, sides[:, 1])) & (sides < 4 * size).all(axis=1)
        before, after = line[0] - marks[:, 2], marks[:, 0] - line[2]
        for gap in (before, after):
            near = np.flatnonzero(level & (gap > -2) & (gap < 2 * size))
            if len(near):
                found.append(_union(line, marks[near[np.argmin(gap[near])]]))
        inside = np.minimum(line[2], marks[:, 2]) - np.maximum(line[0], marks[:, 0])
        fits = (inside > 0.5 * np.minimum(line[2] - line[0], sides[:, 0])) & (sides < 8 * size).all(
            axis=1
        )
        for gap in (line[1] - marks[:, 3], marks[:, 1] - line[3]):
            near = np.flatnonzero(fits & (gap > -2) & (gap < 1.6 * size))
            if len(near):
                found.append(_union(line, marks[near[np.argmin(gap[near])]]))
    return np.array(found, np.float64).reshape(-1, 4)


def padded_marks(marks: Boxes, unit: float) -> Boxes:
    """Small marks with the padding of a button without a frame: squares, and half way to others."""
    if not len(marks):
        return np.zeros((0, 4))
    centre = (marks[:, :2] + marks[:, 2:]) / 2
    sides = marks[:, 2:] - marks[:, :2]
    parts = [marks + pad * unit * np.array([-1, -1, 1, 1]) for pad in (2, 4, 7)]
    side = sides.max(axis=1, keepdims=True) / 2
    parts.extend(
        np.concatenate([centre - side - pad * unit, centre + side + pad * unit], axis=1)
        for pad in (1, 4, 8, 12)
    )
    left, right = _half_way(marks[:, [1, 0, 3, 2]])
    top, bottom = _half_way(marks)
    half = np.maximum(side[:, 0] + 4 * unit, (right - left) / 2)
    parts.append(np.stack([left, marks[:, 1] - 4 * unit, right, marks[:, 3] + 4 * unit], axis=1))
    parts.append(np.stack([left, centre[:, 1] - half, right, centre[:, 1] + half], axis=1))
    parts.append(np.stack([left, top, right, bottom], axis=1))
    return np.concatenate(parts)


def _half_way(boxes: Boxes) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """(n,) y half way to the nearest box above and below in the same column, not too far away."""
    height = boxes[:, 3] - boxes[:, 1]
    shared = np.minimum(boxes[:, None, 2], boxes[None, :, 2]) - np.maximum(
        boxes[:, None, 0], boxes[None, :, 0]
    )
    above = boxes[:, None, 1] - boxes[None, :, 3]
    below = boxes[None, :, 1] - boxes[:, None, 3]
    near = shared > 0
    up = np.where(near & (above > -2), np.maximum(above, 0), np.inf).min(axis=1)
    down = np.where(near & (below > -2), np.maximum(below, 0), np.inf).min(axis=1)
    # What has a neighbour on one side only is as wide to the other.
    up, down = np.where(np.isinf(up), down, up), np.where(np.isinf(down), up, down)
    most = 1.5 * height
    up, down = np.minimum(up / 2, most), np.minimum(down / 2, most)
    return boxes[:, 1] - up, boxes[:, 3] + down


def _contains(outer: Boxes, inner: Boxes) -> npt.NDArray[np.bool_]:
    """(n, m) whether a box contains another, give or take 2 px."""
    near = np.all(outer[:, None, :2] <= inner[None, :, :2] + 2, axis=-1)
    far = np.all(outer[:, None, 2:] >= inner[None, :, 2:] - 2, axis=-1)
    return np.asarray(near & far)


def _union(first: npt.NDArray[np.float64], second: npt.NDArray[np.float64]) -> tuple[float, ...]:
    near, far = np.minimum(first[:2], second[:2]), np.maximum(first[2:], second[2:])
    return (*near, *far)
