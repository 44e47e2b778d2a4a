"""Bibs, faces and links of a photo as marks."""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from src.core import Scorecard, Table
from src.scoring.race import words
from src.scoring.race.boxes import BOXES, CORNERS
from src.scoring.race.sums import LINKS
from src.studio.inspector.marks import (
    MATCHED,
    MISSED,
    SPURIOUS,
    UNSCORED,
    WRONG_LINK,
    WRONG_TEXT,
    Mark,
)

LINK = "link"
LEFT_OUT = (words.UNSCORED, words.DROPPED, words.UNPLACED)

Row = Mapping[str, Any]


def is_race(card: Scorecard) -> bool:
    """Whether a card tells of bibs and faces."""
    return {BOXES, LINKS} <= set(card.tables)


def race_marks(card: Scorecard, photo: int) -> list[Mark]:
    """What became of every box and link of a photo, by its place among the rows."""
    boxes = list(_rows(card.tables[BOXES], photo))
    links = list(_rows(card.tables[LINKS], photo))
    truths = {(row["class"], row["id"]): row for row in boxes if row["side"] == words.TRUTH}
    seen = {(row["side"], row["class"], row["id"]): row for row in boxes}
    marks = [_box(row, truths) for row in boxes if not _is_shown_by_its_partner(row)]
    return marks + [_link(row, seen) for row in links if not _is_shown_by_its_partner(row)]


def _is_shown_by_its_partner(row: Row) -> bool:
    return bool(row["side"] == words.TRUTH and row["kind"] == words.MATCHED)


def _box(row: Row, truths: Mapping[tuple[str, int], Row]) -> Mark:
    """A prediction, or a true box that nobody found."""
    what, box = str(row["class"]), _corners(row)
    text = str(row["text"]) or None
    if row["kind"] in LEFT_OUT:
        return Mark(UNSCORED, what, box, text=text, anchor=_anchor(row))
    if row["side"] == words.TRUTH:
        return Mark(MISSED, what, box, expected=text, anchor=_anchor(row))
    if row["kind"] == words.SPURIOUS:
        return Mark(SPURIOUS, what, box, text=text, score=_number(row["score"]))
    true = truths.get((what, row["partner"]))
    expected = None if true is None else str(true["text"]) or None
    number = words.whole_number(expected)
    wrong = number is not None and words.whole_number(text) != number
    return Mark(
        WRONG_TEXT if wrong else MATCHED,
        what,
        box,
        text=text,
        expected=expected,
        truth=None if true is None else _corners(true),
        score=_number(row["score"]),
        anchor=(what, int(row["partner"])),
    )


def _link(row: Row, seen: Mapping[tuple[str, str, int], Row]) -> Mark:
    side = row["side"]
    bib, face = seen[side, words.BIB, row["bib"]], seen[side, words.FACE, row["face"]]
    ends = [_corners(bib), _corners(face)]
    points = tuple(((x1 + x2) / 2, (y1 + y2) / 2) for x1, y1, x2, y2 in ends)
    if side == words.TRUTH:
        kind = MISSED if row["kind"] == words.MISSED else UNSCORED
        return Mark(kind, LINK, points=points, anchor=(LINK, int(row["bib"])))
    known = {words.MATCHED: MATCHED, words.SPURIOUS: WRONG_LINK}
    worn = (LINK, int(bib["partner"])) if bib["kind"] == words.MATCHED else None
    return Mark(known.get(row["kind"], UNSCORED), LINK, points=points, anchor=worn)


def _anchor(row: Row) -> tuple[str, int] | None:
    return (str(row["class"]), int(row["id"])) if row["side"] == words.TRUTH else None


def _rows(table: Table, photo: int) -> Iterator[Row]:
    """Rows lie in the order of photos."""
    start, end = np.searchsorted(table["photo"], [photo, photo + 1])
    columns = {name: column[start:end].tolist() for name, column in table.items()}
    for place in range(end - start):
        yield {name: column[place] for name, column in columns.items()}


def _corners(row: Row) -> tuple[float, float, float, float]:
    x1, y1, x2, y2 = (round(float(row[name]), 2) for name in CORNERS)
    return x1, y1, x2, y2


def _number(value: float) -> float | None:
    return None if value != value else float(value)
