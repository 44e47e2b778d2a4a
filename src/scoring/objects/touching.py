"""Whether objects that touch were told apart."""

import numpy as np
import numpy.typing as npt

from src.geometry.overlap import Overlap
from src.geometry.spans import Values
from src.scoring.objects.matching import majority
from src.scoring.objects.spans import ObjectSpans

Pairs = npt.NDArray[np.int64]


def touching_pairs(labels: Values, runs: ObjectSpans) -> Pairs:
    """(k, 2) places in the runs' ids of objects that share an edge of a pixel, the lower first."""
    first, second = np.concatenate([runs.beside(), _stacked(labels, runs)]).T
    count = max(len(runs.ids), 1)
    keys = np.unique(np.minimum(first, second) * count + np.maximum(first, second))
    return np.stack(np.divmod(keys, count), axis=1)


def _stacked(labels: Values, runs: ObjectSpans) -> Pairs:
    """Objects that meet from row to row or from plane to plane, each pair at least once."""
    flat, width = labels.ravel(), labels.shape[-1]
    # Along a row, what lies above what changes only where a run starts in one of the two rows.
    starts = np.concatenate([runs.starts, np.arange(flat.size // max(width, 1)) * width])
    meetings = [np.zeros((0, 2), flat.dtype)]
    for axis, (stride, side) in enumerate(zip(runs.strides[:-1], labels.shape[:-1], strict=True)):
        along = starts % max(stride * side, 1) if axis else starts
        after, before = starts[along < stride * (side - 1)], starts[along >= stride]
        for step, places in ((stride, after), (-stride, before)):
            here, there = flat.take(places), flat.take(places + step)
            meets = (here != there) & (here != 0) & (there != 0)
            meetings.append(np.stack([here[meets], there[meets]], axis=1))
    return np.searchsorted(runs.ids, np.concatenate(meetings).astype(np.int64))


def separated_and_merged(overlap: Overlap, pairs: Pairs) -> tuple[int, int]:
    """How many of the true pairs lie in two predictions of their own, how many in one.

    An object's own prediction covers more than half of it; a pair in which an object has none
    is neither separated nor merged.
    """
    chosen = majority(overlap)
    has_own = np.zeros(len(overlap.truth_ids), np.bool_)
    has_own[overlap.truth_index[chosen]] = True
    own = np.zeros(len(overlap.truth_ids), np.int64)
    own[overlap.truth_index[chosen]] = overlap.prediction_index[chosen]
    known = pairs[has_own[pairs].all(axis=1)]
    merged = int((own[known[:, 0]] == own[known[:, 1]]).sum())
    return len(known) - merged, merged
