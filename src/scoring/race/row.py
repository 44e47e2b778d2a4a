"""One photo as a row: sums, tables, and what must never be kept."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from src.core import Answers, Instances, Prediction, Table
from src.scoring.race.parts import RUNNERS
from src.scoring.race.people import EMBEDDINGS, IDENTITIES
from src.scoring.race.photo import Photo, rows_of
from src.scoring.race.reading import STATUSES, numbers_of, readings_of
from src.scoring.race.sums import BIBS, COUNTED, FACES, FOUND, LINKS, NUMBERS, OCR, OF_PHOTO
from src.scoring.race.words import BIB, DROPPED, FACE, MATCHED, PREDICTION, TRUTH, UNSCORED

RIGHTNESS, STATUS, MEASURES = "rightness", "status", "measures_faces"
"""Columns besides the sums: how right a photo is, PASS, PARTIAL or MISS, and whether faces were
measured."""


STAGES = ("bibs_ms", "faces_ms", "links_ms", "measures_ms")
"""What a detector says that its stages took, in milliseconds of one core."""


def stage_times(prediction: Prediction) -> dict[str, float]:
    """Stage to its time; ``nan`` where the detector does not say it."""
    spent = prediction.spent if isinstance(prediction, Answers) else {}
    return {stage: float(spent.get(stage, np.nan)) for stage in STAGES}


def photo_values(photo: Photo, links: Table | None, found: Instances) -> dict[str, Any]:
    """The row of a photo: its sums, 0 where it is not scored, and how right it is."""
    sums = dict.fromkeys(OF_PHOTO, 0)
    numbers, reading = numbers_of(photo), readings_of(photo)
    if numbers is not None:
        counts = (1, len(numbers.expected), len(numbers.read), len(numbers.right))
        _put(sums, NUMBERS, counts)
        for status in STATUSES:
            sums[f"{NUMBERS}_{status.lower()}"] = int(numbers.status == status)
    for card, name in ((BIBS, BIB), (FACES, FACE)):
        if name in photo.matched:
            _put(sums, card, (1, *photo.matched[name].sums))
    if reading is not None:
        own = {"compared": reading.compared, "exact": reading.exact, "edits": reading.edits}
        sums |= {f"{OCR}_{name}": value for name, value in own.items()}
    if links is not None:
        _put(sums, LINKS, (1, *_link_sums(links)))
    bibs = photo.truth.get(BIB)
    return {
        RIGHTNESS: rightness(sums),
        STATUS: "" if numbers is None else numbers.status,
        RUNNERS: -1 if bibs is None else int(bibs.named.sum()),
        MEASURES: "embedding" in found.extra,
        **sums,
    }


def _put(sums: dict[str, int], card: str, counts: Sequence[int]) -> None:
    names = (f"{card}_{name}" for name in COUNTED)
    sums |= dict(zip(names, counts, strict=True))


def _link_sums(links: Table) -> tuple[int, int, int]:
    true, right = links["side"] == TRUTH, links["kind"] == MATCHED
    counted = ~np.isin(links["kind"], [UNSCORED, DROPPED])
    predicted = links["side"] == PREDICTION
    return (
        int((true & counted).sum()),
        int((predicted & counted).sum()),
        int((predicted & right).sum()),
    )


def rightness(sums: Mapping[str, int]) -> float:
    """F1 over numbers, boxes and links together; ``nan`` where nothing is there, nor found."""
    right = sum(sums[f"{card}_right"] for card in FOUND)
    both = sum(sums[f"{card}_{side}"] for card in FOUND for side in ("true", "predicted"))
    return 2 * right / both if both else float("nan")


def withheld_tables(truth: Instances, found: Instances) -> dict[str, Table]:
    """Who is on a photo and what its faces measure, by the ids of the boxes."""
    tables: dict[str, Table] = {}
    faces = rows_of(truth, FACE)
    words = {name: _words(truth, name, faces) for name in ("identity", "must", "cannot")}
    if any(own.astype(bool).any() for own in words.values()):
        tables[IDENTITIES] = {"id": _ids(truth, faces), **words}
    seen = rows_of(found, FACE)
    if "embedding" in found.extra and len(seen):
        vectors = np.asarray(found.extra["embedding"][seen], np.float64)
        tables[EMBEDDINGS] = {"id": _ids(found, seen), "vector": vectors}
    return tables


def _ids(instances: Instances, rows: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    return rows + 1 if instances.ids is None else instances.ids[rows]


def _words(truth: Instances, name: str, rows: npt.NDArray[np.int64]) -> npt.NDArray[np.str_]:
    column = truth.extra.get(name)
    return np.full(len(rows), "", "U1") if column is None else column[rows].astype("U")
