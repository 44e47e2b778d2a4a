"""Every box of a photo as a row of a table, true and predicted, and what became of it."""

import numpy as np
import numpy.typing as npt

from src.core import Instances, Table
from src.core.row import joined
from src.scoring.race.matching import NOBODY, Matched
from src.scoring.race.photo import Photo, Seen
from src.scoring.race.words import (
    CLASSES,
    DROPPED,
    MATCHED,
    MISSED,
    PREDICTION,
    SPURIOUS,
    TRUTH,
    UNPLACED,
    UNSCORED,
)

BOXES = "boxes"
CORNERS = ("x1", "y1", "x2", "y2")


def box_table(photo: Photo, truth: Instances) -> Table:
    """True and predicted boxes one below another.

    ``side``, ``class``, ``id``, corners in px, ``text``, ``score``, ``scope``, ``tags``, ``kind``,
    ``partner`` (id on the other side, -1 for none) and ``iou`` with it.
    """
    tables = [_empty()]
    for name in CLASSES:
        own, found = photo.truth.get(name), photo.prediction.get(name)
        matched = photo.matched.get(name)
        if own is not None:
            tables.append(_true_rows(name, own, found, matched, truth))
        if found is not None:
            tables.append(_predicted_rows(name, own, found, matched))
    return joined(tables)


def _true_rows(
    name: str, own: Seen, found: Seen | None, matched: Matched | None, truth: Instances
) -> Table:
    places = np.full(len(own), NOBODY) if matched is None else matched.found()
    kinds = np.where(places == NOBODY, MISSED, MATCHED).astype("U10")
    kinds[~own.counts] = UNSCORED
    kinds[~own.placed] = UNPLACED
    if matched is None:
        kinds[own.counts] = UNPLACED
    shared = np.zeros(len(own)) if matched is None else np.append(matched.iou, 0.0)[places]
    ids = np.zeros(0, np.int64) if found is None else found.ids
    return _rows(TRUTH, name, own) | {
        "scope": _texts(truth, "scope", own),
        "tags": _texts(truth, "tags", own),
        "kind": kinds,
        "partner": np.append(ids, NOBODY).astype(np.int64)[places],
        "iou": shared,
    }


def _predicted_rows(name: str, own: Seen | None, found: Seen, matched: Matched | None) -> Table:
    kinds = np.full(len(found), UNPLACED, "U10")
    partner, shared = np.full(len(found), NOBODY), np.zeros(len(found))
    if matched is not None and own is not None:
        kinds = np.where(matched.right, MATCHED, np.where(matched.dropped, DROPPED, SPURIOUS))
        partner, shared = np.append(own.ids, NOBODY)[matched.partner], matched.iou
    return _rows(PREDICTION, name, found) | {
        "scope": np.full(len(found), "", "U1"),
        "tags": np.full(len(found), "", "U1"),
        "kind": kinds.astype("U10"),
        "partner": partner.astype(np.int64),
        "iou": shared.astype(np.float64),
    }


def _rows(side: str, name: str, seen: Seen) -> dict[str, npt.NDArray[np.generic]]:
    return {
        "side": np.full(len(seen), side, "U10"),
        "class": np.full(len(seen), name, "U4"),
        "id": seen.ids.astype(np.int64),
        **{corner: seen.boxes[:, place] for place, corner in enumerate(CORNERS)},
        "text": np.array([text or "" for text in seen.texts], str).astype("U"),
        "score": seen.scores,
    }


def _texts(truth: Instances, column: str, own: Seen) -> npt.NDArray[np.str_]:
    words = truth.extra.get(column)
    return np.full(len(own), "", "U1") if words is None else words[own.rows].astype("U")


def _empty() -> Table:
    """No row, with all columns: a photo of which nothing is known has them too."""
    nothing = Seen.of(Instances((1, 1)), CLASSES[0])
    words = dict.fromkeys(("scope", "tags", "kind"), np.zeros(0, "U1"))
    return (
        _rows(TRUTH, CLASSES[0], nothing)
        | words
        | {
            "partner": np.zeros(0, np.int64),
            "iou": np.zeros(0),
        }
    )
