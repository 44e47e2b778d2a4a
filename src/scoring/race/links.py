"""Who wears which bib: true links, predicted links, and what becomes of each."""

from collections.abc import Mapping, Sequence

import numpy as np

from src.core import Table
from src.geometry.boxes import iou
from src.scoring.greedy import match_greedy
from src.scoring.race.photo import Photo, Seen
from src.scoring.race.words import (
    ABSENT,
    BIB,
    CLASSES,
    DROPPED,
    FACE,
    MATCHED,
    MISSED,
    PREDICTION,
    SPURIOUS,
    TRUTH,
    UNSCORED,
)

Pair = tuple[int, int]
"""Ids of a bib and of a face."""


def link_table(photo: Photo, least: float, unscored: str) -> Table | None:
    """All links of a photo: ``side``, ``bib``, ``face`` (ids) and ``kind``.

    A predicted link is right when both of its boxes are true ones and belong together. A link at a
    box that does not count does not count either. ``None`` where nobody labelled links, or looked
    for them, or where a box has no coordinates.
    """
    if photo.true_links is None or photo.predicted_links is None:
        return None
    if not set(CLASSES) <= set(photo.matched):
        return None
    true: set[Pair] = {(bib, face) for bib, face in photo.true_links.tolist()}
    predicted: list[Pair] = [(bib, face) for bib, face in photo.predicted_links.tolist()]
    if unscored == ABSENT:
        partners, counted = _linked_partners(photo, predicted, least), true
        out: dict[str, set[int]] = {name: set() for name in CLASSES}
    else:
        partners = _partners(photo)
        out = {name: _dropped(photo, name) for name in CLASSES}
        scored = {name: _scored(photo.truth[name]) for name in CLASSES}
        counted = {pair for pair in true if pair[0] in scored[BIB] and pair[1] in scored[FACE]}
    meant = {pair: (partners[BIB].get(pair[0]), partners[FACE].get(pair[1])) for pair in predicted}
    right = {pair for pair in predicted if meant[pair] in counted}
    seen = {meant[pair] for pair in right}
    rows = [
        (TRUTH, *pair, (MATCHED if pair in seen else MISSED) if pair in counted else UNSCORED)
        for pair in sorted(true)
    ]
    for pair in predicted:
        beside = pair[0] in out[BIB] or pair[1] in out[FACE]
        rows.append(
            (PREDICTION, *pair, DROPPED if beside else MATCHED if pair in right else SPURIOUS)
        )
    return _table(rows)


def _table(rows: Sequence[tuple[str, int, int, str]]) -> Table:
    sides, bibs, faces, kinds = zip(*rows, strict=True) if rows else ((), (), (), ())
    return {
        "side": np.array(sides, "U10"),
        "bib": np.array(bibs, np.int64),
        "face": np.array(faces, np.int64),
        "kind": np.array(kinds, "U10"),
    }


def _partners(photo: Photo) -> dict[str, Mapping[int, int]]:
    """By class: id of a prediction to the id of the truth that it is."""
    partners: dict[str, Mapping[int, int]] = {}
    for name, matched in photo.matched.items():
        own = np.flatnonzero(matched.right)
        true = photo.truth[name].ids[matched.partner[own]]
        partners[name] = dict(
            zip(photo.prediction[name].ids[own].tolist(), true.tolist(), strict=True)
        )
    return partners


def _linked_partners(
    photo: Photo, predicted: Sequence[Pair], least: float
) -> dict[str, Mapping[int, int]]:
    """The same as the origin has it: linked boxes alone, against all that are drawn."""
    partners: dict[str, Mapping[int, int]] = {}
    for end, name in enumerate((BIB, FACE)):
        truth, found = photo.truth[name], photo.prediction[name]
        linked = np.flatnonzero(np.isin(found.ids, [pair[end] for pair in predicted]))
        pairs = match_greedy(iou(truth.boxes, found.boxes[linked]), least, inclusive=True)
        own = found.ids[linked[pairs.prediction_index]].tolist()
        partners[name] = dict(zip(own, truth.ids[pairs.truth_index].tolist(), strict=True))
    return partners


def _dropped(photo: Photo, name: str) -> set[int]:
    return {*photo.prediction[name].ids[photo.matched[name].dropped].tolist()}


def _scored(truth: Seen) -> set[int]:
    return {*truth.ids[truth.counts].tolist()}
