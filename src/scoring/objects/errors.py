"""What went wrong with each object: split, merged, missed, spurious."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import sparse
from scipy.sparse.csgraph import connected_components

from src.core.arrays import frozen
from src.geometry.overlap import Column, Overlap

Mask = npt.NDArray[np.bool_]

KINDS = ("correct", "inexact", "split", "merge", "catastrophe", "missed", "spurious")
CORRECT, INEXACT, SPLIT, MERGE, CATASTROPHE, MISSED, SPURIOUS = range(len(KINDS))

CORRECT_ABOVE, LINKED_FROM = 60, 10
"""Percent of IoU."""

# By how many true (rows) and predicted (columns) objects are linked: none, one, several.
_KIND = np.array(
    [
        [MISSED, SPURIOUS, SPURIOUS],
        [MISSED, INEXACT, SPLIT],
        [MISSED, MERGE, CATASTROPHE],
    ]
)


@dataclass(frozen=True, eq=False)
class ErrorKinds:
    """The kind of every object as a place in ``KINDS``, and how often each kind happened.

    Args:
        truth, prediction: one kind per object, in the order of the overlap's ids.
        events: one number per kind; a split into three is one event.
    """

    truth: Column
    prediction: Column
    events: Column

    def __post_init__(self) -> None:
        for name in ("truth", "prediction", "events"):
            object.__setattr__(self, name, frozen(getattr(self, name), np.int64))


def error_kinds(overlap: Overlap) -> ErrorKinds:
    """Sort objects into kinds by the graph of their overlaps (after DeepCell's metrics).

    A pair with IoU above 0.6 is correct. The objects left over are linked where their IoU is
    0.1 or more, or where one has more than half of its pixels in the other. Linked together,
    one true and several predicted objects are a split, several and one a merge, several and
    several a catastrophe; one and one are inexact (DeepCell calls those correct, too).
    """
    count = len(overlap.truth_ids)
    rows, columns = overlap.truth_index, overlap.prediction_index
    correct = 100 * overlap.intersection > CORRECT_ABOVE * overlap.union()
    linked = correct | (_linked(overlap) & _left_over(rows, correct) & _left_over(columns, correct))
    nodes = count + len(overlap.prediction_ids)
    links = sparse.coo_array(
        (np.ones(linked.sum(), np.int8), (rows[linked], count + columns[linked])),
        shape=(nodes, nodes),
    )
    groups, group = connected_components(links, directed=False)
    trues = np.bincount(group[:count], minlength=groups).clip(max=2)
    founds = np.bincount(group[count:], minlength=groups).clip(max=2)
    kinds = _KIND[trues, founds]
    kinds[group[rows[correct]]] = CORRECT
    return ErrorKinds(
        truth=kinds[group[:count]],
        prediction=kinds[group[count:]],
        events=np.bincount(kinds, minlength=len(KINDS)),
    )


def splits_and_merges(overlap: Overlap) -> tuple[int, int]:
    """Split true objects and merging predictions as Caicedo et al. 2019 count them.

    A true object is split when more than one prediction has an IoU above 0.1 with it; a
    prediction merges when it has one with more than one true object.
    """
    near = 10 * overlap.intersection > overlap.union()
    splits = np.bincount(overlap.truth_index[near]) > 1
    merges = np.bincount(overlap.prediction_index[near]) > 1
    return int(splits.sum()), int(merges.sum())


def _linked(overlap: Overlap) -> Mask:
    near = 100 * overlap.intersection >= LINKED_FROM * overlap.union()
    inside = 2 * overlap.intersection > np.minimum(
        overlap.truth_sizes[overlap.truth_index],
        overlap.prediction_sizes[overlap.prediction_index],
    )
    return near | inside


def _left_over(objects: Column, correct: Mask) -> Mask:
    """Which overlaps belong to an object that is in no correct pair."""
    taken = np.zeros(objects.max(initial=-1) + 1, np.bool_)
    taken[objects[correct]] = True
    return ~taken[objects]
