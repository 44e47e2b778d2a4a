"""Runs of equal values: a picture of objects is far shorter when told in runs."""

from typing import Any

import numpy as np
import numpy.typing as npt

from src.core.arrays import signed_ids

Values = npt.NDArray[np.integer[Any]]


def run_starts(*images: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
    """Where, in flat images of one length, any of them changes; the first place counts."""
    changes = np.ones(images[0].shape, np.bool_)
    if len(changes):
        np.not_equal(images[0][1:], images[0][:-1], out=changes[1:])
    for image in images[1:]:
        changes[1:] |= image[1:] != image[:-1]
    return places_of(changes)


def places_of(flags: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
    """Where flags are up; where they are few, looking at eight at a time is ~1.5x faster."""
    whole = flags.size - flags.size % 8
    words = flags[:whole].view(np.uint64)
    busy = np.flatnonzero(words != 0)
    if 8 * len(busy) > whole // 2:
        return np.flatnonzero(flags)
    within = np.flatnonzero(words[busy].view(np.bool_))
    rest = np.flatnonzero(flags[whole:])
    return np.concatenate([8 * busy[within >> 3] + (within & 7), whole + rest])


def ranked(values: Values) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """The distinct values in ascending order, and the place of each value among them."""
    values = values.astype(np.int64)
    low, high = values.min(initial=0), values.max(initial=0)
    if low < 0:
        raise ValueError(f"labels must not be negative, got {low}")
    if high > 16 * len(values) + 65536:
        return np.unique(values, return_inverse=True)
    # A table is ~10x faster than sorting, where the values are not too far apart for one.
    present = np.zeros(high + 1, np.bool_)
    present[values] = True
    places = np.cumsum(present) - 1
    return np.flatnonzero(present), places.take(values)


def dense(labels: Values) -> npt.NDArray[np.int64]:
    """The same objects in the same order, with the values 1, 2, 3, …; background stays 0."""
    flat = labels.ravel()
    starts = run_starts(flat)
    ids, places = ranked(flat[starts])
    shift = 0 if len(ids) and ids[0] == 0 else 1
    return np.repeat(places + shift, np.diff(starts, append=flat.size)).reshape(labels.shape)


def as_labels(image: npt.NDArray[Any], *, stacks: bool = False) -> Values:
    """The image as integers: a boolean one is one object.

    Args:
        stacks: whether a volume of (planes, h, w) will do, too.
    """
    image = np.asarray(image)
    if image.dtype == np.bool_:
        image = image.view(np.uint8)
    if image.ndim not in ((2, 3) if stacks else (2,)) or not np.issubdtype(image.dtype, np.integer):
        wanted = "(h, w) or (planes, h, w)" if stacks else "(h, w)"
        raise ValueError(f"labels must be {wanted} integers, got {image.shape} {image.dtype}")
    return signed_ids(image)
