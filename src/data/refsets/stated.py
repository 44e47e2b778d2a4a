"""Pairs of faces that people stated, beside the faces of a photo."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from src.core import Instances
from src.data.refsets.store.pairs import Pair
from src.data.refsets.words import KINDS_OF_PAIRS

Stated = Mapping[str, Mapping[int, Sequence[int]]]
"""Kind of a pair to a face to the faces that it must, or cannot, be one person with."""


def stated(pairs: Sequence[Pair]) -> Stated:
    """The same pairs by face."""
    found: dict[str, dict[int, list[int]]] = {kind: {} for kind in KINDS_OF_PAIRS}
    for pair in pairs:
        for face, other in ((pair.first, pair.second), (pair.second, pair.first)):
            found[pair.kind].setdefault(face, []).append(other)
    return found


def with_pairs(truth: Instances, pairs: Stated) -> Instances:
    """The truth with the columns ``must`` and ``cannot``: ids with commas between, "" for none."""
    if truth.ids is None or not any(pairs.values()):
        return truth
    columns = {
        kind: np.array([",".join(map(str, own.get(face, ()))) for face in truth.ids.tolist()], str)
        for kind, own in pairs.items()
    }
    plain = {kind: own if len(own) else np.zeros(0, "U1") for kind, own in columns.items()}
    return replace(truth, extra={**truth.extra, **plain})
