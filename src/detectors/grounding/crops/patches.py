"""Areas of a screenshot as windows to search: large enough, not too long, voted for, few."""

from collections.abc import Sequence
from math import ceil, floor

import numpy as np
import numpy.typing as npt

from src.core.answers import Box, Point
from src.detectors.grounding.window import Window
from src.geometry.boxes import iou

Size = tuple[int, int]
"""Width and height, px."""


def dilated(box: Box, smallest: Size, longest: float, inside: Window) -> list[Window]:
    """Windows that show a box: grown to the smallest size, and halved while they are too long.

    Args:
        longest: most that one side may be of the other; a window of the smallest size may be
            longer where ``inside`` leaves it no choice.
    """
    left, right = _span(box[0], box[2], inside.left, inside.right)
    top, bottom = _span(box[1], box[3], inside.top, inside.bottom)
    size = max(right - left, smallest[0]), max(bottom - top, smallest[1])
    window = Window.around(((left + right) / 2, (top + bottom) / 2), size, inside)
    if window.width > max(longest * window.height, smallest[0]):
        middle = window.left + window.width // 2
        halves = [(window.left, middle), (middle, window.right)]
        boxes = [(low, window.top, high, window.bottom) for low, high in halves]
    elif window.height > max(longest * window.width, smallest[1]):
        middle = window.top + window.height // 2
        halves = [(window.top, middle), (middle, window.bottom)]
        boxes = [(window.left, low, window.right, high) for low, high in halves]
    else:
        return [window]
    return [part for half in boxes for part in dilated(half, smallest, longest, inside)]


def votes(
    windows: Sequence[Window], points: Sequence[Point], spread: float
) -> npt.NDArray[np.float64]:
    """(n,) how many points lie in each window, one at the centre counting fully.

    ``exp(-d² / (2 spread²))`` with d the distance to the centre in units of the sides; a point
    outside has no vote.
    """
    boxes = np.asarray([window.box for window in windows], np.float64).reshape(-1, 1, 4)
    places = np.asarray(points, np.float64).reshape(1, -1, 2)
    sides = np.maximum(boxes[..., 2:] - boxes[..., :2], 1)
    away = (places - (boxes[..., 2:] + boxes[..., :2]) / 2) / sides
    inside = (np.abs(away) <= 0.5).all(axis=2)
    weights = np.exp(-(away**2).sum(axis=2) / (2 * spread**2))
    total: npt.NDArray[np.float64] = np.where(inside, weights, 0).sum(axis=1)
    return total


def apart(
    windows: Sequence[Window], weights: npt.NDArray[np.float64], overlap: float
) -> list[Window]:
    """The windows from most to fewest votes, without those that overlap one before them."""
    order = np.argsort(-weights, kind="stable")
    boxes = np.asarray([window.box for window in windows], np.float64).reshape(-1, 4)
    shared = iou(boxes, boxes)
    kept: list[int] = []
    for place in order.tolist():
        if all(shared[place, other] < overlap for other in kept):
            kept.append(place)
    return [windows[place] for place in kept]


def _span(low: float, high: float, first: int, last: int) -> tuple[int, int]:
    """The whole pixels that an interval touches, inside another."""
    begin = min(max(floor(low), first), last)
    return begin, min(max(ceil(high), begin), last)
