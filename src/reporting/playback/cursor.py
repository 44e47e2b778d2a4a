"""The mouse, drawn over a frame."""

import math
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from src.reporting.palette import Colour
from src.reporting.playback.colours import BACKGROUND, ERASER, FOREGROUND, WHITE
from src.reporting.playback.painting import EMPTY, Pointer
from src.reporting.playback.scene import Pixels

Sprite = npt.NDArray[np.float32]
"""(side, side, 4): colours from 0 to 255, then opacity from 0 to 1; the side is odd."""

CROSS_ARM, CROSS_GAP = 12, 3
LINE, SHADOW = 0.75, 1.75
"""Half the thickness of the white line, and of the dark one below it."""

SHADOW_OPACITY, FILLING_OPACITY = 0.6, 0.4


def draw_cursor(picture: Pixels, pointer: Pointer, factor: float) -> None:
    """Put a filled ring of the brush's size where paint is laid, a thin cross elsewhere.

    Args:
        factor: shown pixels per pixel of the pointer's coordinates.
    """
    middle = 0.5 + pointer.radius % 1  # a brush of even width has it on a corner of pixels
    row, column = (int((place + middle) * factor) for place in (pointer.row, pointer.column))
    if pointer.paint == EMPTY:
        sprite = _cross()
    else:
        sprite = _ring(pointer.paint, math.ceil((pointer.radius + 0.5) * factor))
    half = len(sprite) // 2
    top, left = max(row - half, 0), max(column - half, 0)
    below = picture[top : max(row + half + 1, 0), left : max(column + half + 1, 0)]
    height, width = below.shape[:2]
    above = sprite[top - row + half :, left - column + half :][:height, :width]
    colour, opacity = above[..., :3], above[..., 3:]
    below[:] = (below * (1 - opacity) + colour * opacity).round()


@lru_cache(maxsize=64)
def _ring(paint: int, radius: int) -> Sprite:
    rows, columns = _grid(radius + 2)
    distance = np.hypot(rows, columns)
    sprite = np.zeros((*distance.shape, 4), np.float32)
    colour = {1: FOREGROUND, 2: BACKGROUND}.get(paint, ERASER)
    _lay(sprite, colour, FILLING_OPACITY * _within(distance - radius))
    _line(sprite, np.abs(distance - radius))
    return sprite


@lru_cache(maxsize=1)
def _cross() -> Sprite:
    rows, columns = _grid(CROSS_ARM + 2)
    across, along = np.minimum(abs(rows), abs(columns)), np.maximum(abs(rows), abs(columns))
    beyond = np.maximum(along - CROSS_ARM, CROSS_GAP - along)
    sprite = np.zeros((*along.shape, 4), np.float32)
    _line(sprite, np.maximum(across, beyond))
    return sprite


def _grid(half: int) -> npt.NDArray[np.float32]:
    """Rows and columns counted from the middle."""
    steps = np.arange(-half, half + 1, dtype=np.float32)
    return np.stack(np.meshgrid(steps, steps, indexing="ij"))


def _within(distance: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """How much of a pixel lies inside an edge that is this far away; below 0 is inside."""
    share: npt.NDArray[np.float32] = np.clip(0.5 - distance, 0, 1)
    return share


def _line(sprite: Sprite, distance: npt.NDArray[np.float32]) -> None:
    _lay(sprite, (0, 0, 0), SHADOW_OPACITY * _within(distance - SHADOW))
    _lay(sprite, WHITE, _within(distance - LINE))


def _lay(sprite: Sprite, colour: Colour, opacity: npt.NDArray[np.float32]) -> None:
    """Put a colour over what is there."""
    below = sprite[..., 3] * (1 - opacity)
    whole = np.maximum(below + opacity, np.finfo(np.float32).tiny)
    mixture = sprite[..., :3] * below[..., None] + np.multiply.outer(opacity, colour)
    sprite[..., :3] = mixture / whole[..., None]
    sprite[..., 3] = below + opacity
