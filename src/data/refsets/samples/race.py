"""Bibs, faces and links of a truth as labels: the way back of ``truth.truth_of``.

Classes are called ``bib`` and ``face``; a class that was not looked for is not labelled, nor are
links where nobody looked for them. ``texts`` are numbers; the columns ``scope``, ``identity``
(empty: nobody), ``tags`` (with commas between them) and ``located`` may be missing.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from src.core import Instances, Sample
from src.data.refsets.ghosts.suggesting import CALLED
from src.data.refsets.labels import Bib, Bibs, Document, Face, Faces, Links, Unfit
from src.data.refsets.samples import columns
from src.data.refsets.words import BIBS, FACES, LINKS, PHOTO_TAGS, SCOPES

USUAL: Mapping[str, tuple[str, str]] = {BIBS: ("bib_obscured", "bib"), FACES: ("uncertain", "keep")}
"""Dimension to the scopes of what is not scored and of what is, where a truth tells no scope."""

SAID = "yes"
"""The value of a sample's tag that is a tag of the photo."""

Rows = Mapping[str, Sequence[int]]


def race_labels(sample: Sample, dimensions: Sequence[str]) -> dict[str, Document]:
    """Dimension to what the truth says in it; boxes have ids below 0."""
    truth, rows = sample.truth, _rows(sample.truth, dimensions)
    made: dict[str, Document] = {}
    if BIBS in rows:
        made[BIBS] = Bibs(tuple(_bib(truth, row) for row in rows[BIBS]), _tags(sample, BIBS))
    if FACES in rows:
        made[FACES] = Faces(tuple(_face(truth, row) for row in rows[FACES]), _tags(sample, FACES))
    if LINKS in dimensions and truth.links is not None and len(rows) == len(CALLED):
        made[LINKS] = _links(truth, rows)
    return made


def _rows(truth: Instances, dimensions: Sequence[str]) -> Rows:
    """Dimension that was looked for to the places of its instances."""
    names = truth.class_names or ()
    if truth.boxes is None or truth.classes is None:
        raise Unfit("has no boxes with classes, as a set of bibs and faces needs", ("truth",))
    rows = {
        dimension: np.flatnonzero(np.isin(truth.classes, places)).tolist()
        for dimension, called in CALLED.items()
        if dimension in dimensions
        and (places := [place for place, name in enumerate(names) if name in called])
    }
    if not rows:
        said = ", ".join(names) or "no names"
        raise Unfit(f"its classes are {said}, the set has {', '.join(dimensions)}", ("truth",))
    return rows


def _bib(truth: Instances, row: int) -> Bib:
    number = columns.text(truth, row) or ""
    with columns.of_row(row):
        return Bib(columns.area(truth, row), number, _scope(truth, row, BIBS), ~row)


def _face(truth: Instances, row: int) -> Face:
    tags = columns.word(truth, "tags", row)
    name = columns.word(truth, "identity", row) or None
    words = tuple(tags.split(",")) if tags else ()
    with columns.of_row(row):
        return Face(columns.area(truth, row), _scope(truth, row, FACES), name, words, ~row)


def _scope(truth: Instances, row: int, dimension: str) -> str:
    """The scope, which must not say something else than the flag by which scorers go."""
    scored = bool(truth.counts[row])
    scope = columns.word(truth, "scope", row) or USUAL[dimension][scored]
    counts = SCOPES[dimension].get(scope, scored)
    if counts != scored and (scored or columns.is_located(truth, row)):
        said = "is scored" if scored else "is not scored"
        raise Unfit(f"{scope!r} contradicts the truth, where it {said}", ("scope",))
    return scope


def _links(truth: Instances, rows: Rows) -> Links:
    known = {} if truth.ids is None else {own: row for row, own in enumerate(truth.ids.tolist())}
    pairs = []
    for place, (bib, face) in enumerate(np.asarray(truth.links).tolist()):
        if known[bib] not in rows[BIBS] or known[face] not in rows[FACES]:
            raise Unfit("must go from a bib to a face", ("links", place))
        pairs.append((~known[bib], ~known[face]))
    return Links(tuple(pairs))


def _tags(sample: Sample, dimension: str) -> tuple[str, ...]:
    tags = sample.picture.entry.tags
    return tuple(tag for tag in PHOTO_TAGS[dimension] if tags.get(tag) == SAID)
