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
    inside = np.asarray(labels)
    rim: Mask = inside != 0
    within: Mask | None = None
    for axis in range(inside.ndim):
        # What is the same along one axis, and all of that the same along the next, is the same.
        along = np.moveaxis(inside, axis, 0)
        same = _all_within(along[1:] == along[:-1], 2 * width)
        if within is not None:
            same &= _all_within(np.moveaxis(within, axis, 0), 2 * width + 1)
        within = np.moveaxis(same, 0, axis)
        inside = np.moveaxis(along[width : max(len(along) - width, width)], 0, axis)
    if within is not None:
        rim[(slice(width, -width),) * rim.ndim] &= ~within
    return rim


def _all_within(flags: Mask, length: int) -> Mask:
    """Whether all of so many flags in a row are up, by doubling; for every first one."""
    size = 1
    while size < length:
        step = min(size, length - size)
        flags = flags[:-step] & flags[step:]
        size += step
    return flags
