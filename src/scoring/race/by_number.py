"""Photos of a runner who knows his number: bibs that are read, and linked to a face."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from src.core import Row, Table
from src.scoring.race.boxes import BOXES
from src.scoring.race.search import Search
from src.scoring.race.sums import LINKS
from src.scoring.race.words import (
    BIB,
    DROPPED,
    FACE,
    MATCHED,
    MISSED,
    PREDICTION,
    TRUTH,
    UNSCORED,
    whole_number,
)


@dataclass
class Query:
    """One number: photo to the stage that lost it, "" where it was found; photos by their score."""

    wanted: dict[int, str] = field(default_factory=dict)
    doubtful: set[int] = field(default_factory=set)
    returned: dict[int, float] = field(default_factory=dict)


def searches_by_number(rows: Sequence[Row]) -> Iterator[Search]:
    """One search for each number that some photo shows on a runner whose face is seen.

    A photo is wanted where a link says who wears the number, and returned where the number was
    read on a bib that was linked to a face: what is not linked never reaches anybody. A photo that
    shows the number in another way is neither right nor wrong.
    """
    queries: dict[int, Query] = defaultdict(Query)
    for place, row in enumerate(rows):
        if LINKS in row.tables:
            _add(queries, place, row.tables[BOXES], row.tables[LINKS])
    for number in sorted(queries):
        query = queries[number]
        if query.wanted:
            yield _search(query, len(rows))


def _add(queries: dict[int, Query], photo: int, boxes: Table, links: Table) -> None:
    read = _linked_readings(boxes, links)
    for shown, score in read.items():
        queries[shown].returned[photo] = score
    faces = _found(boxes, FACE)
    wearers = {
        bib: face
        for side, bib, face, kind in zip(
            *(links[name].tolist() for name in ("side", "bib", "face", "kind")), strict=True
        )
        if side == TRUTH and kind != UNSCORED
    }
    partners = _found(boxes, BIB)
    texts = _texts(boxes)
    for bib, text, kind in _bibs(boxes, TRUTH):
        number = whole_number(text)
        if number is None:
            continue
        query = queries[number]
        if kind not in (MATCHED, MISSED) or bib not in wearers:
            query.doubtful.add(photo)
        elif number in read:
            query.wanted[photo] = ""
        elif bib not in partners:
            query.wanted[photo] = "detection"
        elif whole_number(texts[partners[bib]]) != number:
            query.wanted[photo] = "reading"
        else:
            query.wanted[photo] = "link" if wearers[bib] in faces else "detection"


def _search(query: Query, photos: int) -> Search:
    wanted, lost = np.zeros(photos, bool), np.full(photos, "", "U9")
    for photo, stage in query.wanted.items():
        wanted[photo], lost[photo] = True, stage
    beside = query.doubtful - set(query.wanted)
    shown = [photo for photo in query.returned if photo not in beside]
    shown.sort(key=lambda photo: (-query.returned[photo], photo))
    ranking = np.array(shown, np.int64)
    return Search(min(query.wanted), ranking, wanted, len(ranking), lost)


def _linked_readings(boxes: Table, links: Table) -> dict[int, float]:
    """Number to the best score among the bibs that show it and are linked to a face."""
    chosen = (links["side"] == PREDICTION) & (links["kind"] != DROPPED)
    linked = {*links["bib"][chosen].tolist()}
    scores = dict(
        zip(
            boxes["id"][_is(boxes, PREDICTION)].tolist(),
            np.nan_to_num(boxes["score"][_is(boxes, PREDICTION)]).tolist(),
            strict=True,
        )
    )
    read: dict[int, float] = {}
    for bib, text, kind in _bibs(boxes, PREDICTION):
        number = whole_number(text)
        if number is not None and bib in linked and kind != DROPPED:
            read[number] = max(read.get(number, -np.inf), scores[bib])
    return read


def _is(boxes: Table, side: str, name: str = BIB) -> np.ndarray:
    return np.asarray((boxes["side"] == side) & (boxes["class"] == name))


def _bibs(boxes: Table, side: str) -> Iterator[tuple[int, str, str]]:
    chosen = _is(boxes, side)
    columns = (boxes[name][chosen].tolist() for name in ("id", "text", "kind"))
    return zip(*columns, strict=True)


def _texts(boxes: Table) -> dict[int, str]:
    return {bib: text for bib, text, _ in _bibs(boxes, PREDICTION)}


def _found(boxes: Table, name: str) -> dict[int, int]:
    """Id of each true box that was found to that of its prediction."""
    chosen = _is(boxes, TRUTH, name) & (boxes["kind"] == MATCHED)
    return dict(zip(boxes["id"][chosen].tolist(), boxes["partner"][chosen].tolist(), strict=True))
