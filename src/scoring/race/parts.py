"""Scores of some photos, and of boxes of some size or kind."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from src.core import Row, Table
from src.scoring.race.sums import BIBS, FACES
from src.scoring.race.words import BIB, FACE, MATCHED, MISSED, TRUTH

BY = (
    "scene",
    "runners",
    "obscured_bib",
    "dark_bib",
    "no_bib",
    "blurry_bib",
    "partial_bib",
    "light_bib",
    "other_banners",
    "no_faces",
    "light_faces",
)
"""What photos are told apart by, wherever a set has it; ``runners`` is how many bibs one shows."""

RUNNERS = "runners"
MANY_RUNNERS = 4

SIZES: Mapping[str, tuple[str, str, tuple[int, ...]]] = {
    BIB: ("bib_width", "x", (50, 100, 200)),
    FACE: ("face_height", "y", (24, 48, 96)),
}
"""Class to the name of its size, its axis, and where its kinds end, in px of the photo."""


def runners_of(row: Row) -> str:
    """How many bibs a photo shows in words; "" where nobody labelled them."""
    count = row[RUNNERS]
    return "" if count < 0 else f"{count:.0f}" if count < MANY_RUNNERS else f"{MANY_RUNNERS}+"


def photo_parts(
    rows: Sequence[Row],
    by: Sequence[str],
    metrics: Callable[[Sequence[Row]], Mapping[str, float]],
) -> dict[str, Mapping[str, float]]:
    """``scene=far`` and so on to the metrics of those photos; nothing for a tag that none has."""
    parts: dict[str, Mapping[str, float]] = {}
    for word in by:
        values = [runners_of(row) if word == RUNNERS else row.tags.get(word, "") for row in rows]
        for value in sorted({*values} - {""}):
            chosen = [row for row, own in zip(rows, values, strict=True) if own == value]
            parts[f"{word}={value}"] = metrics(chosen)
    return parts


def box_parts(boxes: Table) -> dict[str, Mapping[str, float]]:
    """``face_height=24-48`` and so on: recall of the true boxes of that size, tag or scope."""
    parts: dict[str, Mapping[str, float]] = {}
    for name, card in ((BIB, BIBS), (FACE, FACES)):
        scored = (boxes["side"] == TRUTH) & (boxes["class"] == name)
        scored &= np.isin(boxes["kind"], [MATCHED, MISSED])
        for part, chosen in _kinds(name, {key: own[scored] for key, own in boxes.items()}):
            found = boxes["kind"][scored][chosen] == MATCHED
            parts[part] = {f"{card}/recall": float(found.mean()), f"{card}/true": float(len(found))}
    return parts


def _kinds(name: str, boxes: Table) -> Iterator[tuple[str, npt.NDArray[np.bool_]]]:
    """Every part that some of these boxes are in."""
    size, axis, ends = SIZES[name]
    sides = boxes[f"{axis}2"] - boxes[f"{axis}1"]
    place = np.searchsorted(ends, sides, side="right")
    words = [
        f"below {ends[0]}",
        *(f"{low}-{high}" for low, high in pairwise(ends)),
    ]
    for number, word in enumerate([*words, f"from {ends[-1]}"]):
        if (place == number).any():
            yield f"{size}={word}", place == number
    tags = [own.split(",") for own in boxes["tags"].tolist()]
    for tag in sorted({tag for own in tags for tag in own} - {""}):
        yield f"{name}_tag={tag}", np.array([tag in own for own in tags], bool)
    for scope in sorted({*boxes["scope"].tolist()} - {""}):
        yield f"{name}_scope={scope}", boxes["scope"] == scope
