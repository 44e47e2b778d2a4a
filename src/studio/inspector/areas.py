"""Objects and masks of a picture as marks: what the run's table says, where they are."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from skimage.measure import find_contours

from src.core import Instances, Prediction, Sample, Scorecard, Table
from src.geometry.masks import decode, to_rles
from src.scoring.scored_labels import scored_labels
from src.studio.inspector.marks import MATCHED, MISSED, SPURIOUS, Mark, Points

OBJECTS, MASKS = "objects", "masks"
TRUTH = "truth"

Mask = npt.NDArray[np.bool_]
Outline = Callable[[int], Points]
"""Number or id of something on one side to where it is."""


def has_areas(card: Scorecard) -> bool:
    """Whether a card tells of objects or masks, one by one."""
    return bool({OBJECTS, MASKS} & set(card.tables))


def area_marks(card: Scorecard, name: str, sample: Sample, prediction: Prediction) -> list[Mark]:
    """What became of every true object or mask, and what was made up."""
    if OBJECTS in card.tables:
        truth, found, _ = scored_labels(sample, prediction.consensus)
        outlines = _of_labels(truth), _of_labels(found)
        rows = list(_rows(card.tables[OBJECTS], name, {"matched_id": "partner"}))
        marks = [_mark("object", row, *outlines) for row in rows]
        return marks + [_unpaired(own, outlines[1]) for own in _others(found, rows)]
    outlines = _of_masks(sample.truth), _of_masks(prediction.consensus)
    numbered = _rows(card.tables[MASKS], name, {"number": "id"})
    return [_mark("mask", row, *outlines) for row in numbered]


def _mark(what: str, row: Mapping[str, Any], truth: Outline, found: Outline) -> Mark:
    own, partner, error = row["id"], row["partner"], str(row["kind"])
    if row["side"] != TRUTH:
        return Mark(SPURIOUS, what, points=found(own), text=error)
    if not partner:
        return Mark(MISSED, what, points=truth(own), text=error, anchor=(what, own))
    points = found(partner)
    overlap = float(row["iou"])
    return Mark(MATCHED, what, points=points, text=error, score=overlap, anchor=(what, own))


def _others(found: npt.NDArray[Any], rows: Sequence[Mapping[str, Any]]) -> list[int]:
    """Predictions that touch a true object without being one: the table has no row of theirs."""
    told = {row["id"] for row in rows if row["side"] != TRUTH} | {row["partner"] for row in rows}
    return [own for own in np.unique(found).tolist() if own and own not in told]


def _unpaired(own: int, found: Outline) -> Mark:
    return Mark(SPURIOUS, "object", points=found(own), text="unpaired")


def _rows(table: Table, name: str, called: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    own = np.flatnonzero(np.asarray(table["name"]) == name)
    columns = {called.get(column, column): values[own].tolist() for column, values in table.items()}
    for place in range(len(own)):
        yield {column: values[place] for column, values in columns.items()}


def _of_labels(labels: npt.NDArray[Any]) -> Outline:
    return lambda own: outline(labels == own)


def _of_masks(instances: Instances) -> Outline:
    rles = to_rles(instances) if len(instances) else ()
    return lambda number: outline(decode(rles[number - 1])) if number <= len(rles) else ()


def outline(mask: Mask) -> Points:
    """The longest line round a mask, x and y in px, through the outer edges of its pixels."""
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    if not len(rows):
        return ()
    top, left = rows[0], columns[0]
    part = np.pad(mask[top : rows[-1] + 1, left : columns[-1] + 1], 1)
    line = max(find_contours(part.astype(float), 0.5), key=len)
    return tuple((float(x + left - 0.5), float(y + top - 0.5)) for y, x in line)
