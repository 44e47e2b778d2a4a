"""How well the painted pixels of the validation pictures are told apart."""

import math
from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from src.scoring.pixels import pixel_ratios
from src.training.tiles import AnnotatedPicture, Mask

Counts = npt.NDArray[np.int64]
"""True positives, false positives, false negatives, true negatives."""


def painted_counts(predicted: Mask, picture: AnnotatedPicture) -> Counts:
    """Right and wrong pixels among those that were painted."""
    fore, back = picture.painted
    hits, alarms = int((predicted & fore).sum()), int((predicted & back).sum())
    return np.array([hits, alarms, int(fore.sum()) - hits, int(back.sum()) - alarms], np.int64)


def counted_f1(counts: Counts) -> float:
    """F1 of painted pixels; undefined, not 0, where no foreground was painted."""
    hits, _, misses, _ = counts
    return float(pixel_ratios(counts)[0]) if hits + misses else math.nan


def painted_f1(
    find: Callable[[AnnotatedPicture], Mask], pictures: Sequence[AnnotatedPicture]
) -> float:
    """F1 of the painted pixels of all pictures."""
    counts = sum(
        (painted_counts(find(picture), picture) for picture in pictures), np.zeros(4, np.int64)
    )
    return counted_f1(counts)
