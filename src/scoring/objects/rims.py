"""The outer pixels of objects: boundary IoU."""

from typing import Any

import numpy as np
import numpy.typing as npt

Mask = npt.NDArray[np.bool_]


def rims(labels: npt.NDArray[Any], width: int) -> Mask:
    """Pixels of an object that have another, background or the border within a square of pixels.

    Args:
        width: steps, diagonal ones too, in which the other is reached.
    """
    framed = np.pad(np.asarray(labels), width)
    inside: Mask | None = None
    middle: list[slice] = [slice(None)] * framed.ndim
    for axis in range(framed.ndim):
        # What is the same along one axis, and all of that the same along the next, is the same.
        along = np.moveaxis(framed[tuple(middle)], axis, 0)
        same = _all_within(along[1:] == along[:-1], 2 * width)
        if inside is not None:
            same &= _all_within(np.moveaxis(inside, axis, 0), 2 * width + 1)
        inside = np.moveaxis(same, 0, axis)
        middle[axis] = slice(width, -width)
    rim: Mask = framed[tuple(middle)] != 0
    if inside is not None:
        rim &= ~inside
    return rim


def _all_within(flags: Mask, length: int) -> Mask:
    """Whether all of so many flags in a row are up, by doubling; for every first one."""
    size = 1
    while size < length:
        step = min(size, length - size)
        flags = flags[:-step] & flags[step:]
        size += step
    return flags
