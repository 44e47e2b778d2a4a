"""Questions about a screenshot as marks: what was meant, what was answered."""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from src.core import Scorecard, Table
from src.core.answers import ERROR, FOUND
from src.scoring.grounding.failures import KINDS
from src.scoring.grounding.tables import QUESTIONS
from src.studio.inspector.marks import MATCHED, MISSED, SPURIOUS, UNSCORED, Corners, Mark

ELEMENT = "element"
CLICKED = 4.0
"""Pixels around a point, where an answer has no box."""

Row = Mapping[str, Any]


def is_grounding(card: Scorecard) -> bool:
    """Whether a card tells of questions, one by one."""
    return {"outcome", "refusal", "kind"} <= set(card.tables.get(QUESTIONS, ()))


def question_marks(card: Scorecard, id: str) -> list[Mark]:
    """What became of every question about a screenshot."""
    table = card.tables[QUESTIONS]
    own = np.flatnonzero(np.asarray(table["id"]).astype(str) == id)
    columns = {name: values[own].tolist() for name, values in table.items()}
    rows = ({name: own[at] for name, own in columns.items()} for at in range(len(own)))
    return [mark for number, row in enumerate(rows) for mark in _marks(number, row)]


def question_counts(card: Scorecard) -> dict[str, dict[str, int]]:
    """Id of a screenshot to how much was right, missed and answered wrongly in it."""
    table = card.tables[QUESTIONS]
    ids, places = np.unique(np.asarray(table["id"]).astype(str), return_inverse=True)
    right, wrong = _right(table), _answered_wrongly(table)
    kinds = {MATCHED: right, MISSED: np.asarray(table["target"]) & ~right, SPURIOUS: wrong}
    counted = {kind: np.bincount(places, own, len(ids)) for kind, own in kinds.items()}
    return {
        own: {kind: int(counts[place]) for kind, counts in counted.items()}
        for place, own in enumerate(ids.tolist())
    }


def _right(table: Table) -> npt.NDArray[np.bool_]:
    answered = np.asarray(table["outcome"]) != ERROR
    return np.asarray(np.asarray(table["target"]) & answered & (np.asarray(table["kind"]) == ""))


def _answered_wrongly(table: Table) -> npt.NDArray[np.bool_]:
    found = np.asarray(table["outcome"]) == FOUND
    return np.asarray(found & (np.asarray(table["kind"]) != ""))


def _marks(number: int, row: Row) -> Iterator[Mark]:
    anchor, truth, answer = (ELEMENT, number), _corners(row, "truth_"), _answer(row)
    meant = str(row["instruction"] or row["text"] or row["type"]) or None
    if not row["target"] and not row["refusal"]:
        yield Mark(UNSCORED, ELEMENT, truth, text=meant, anchor=anchor)
        return
    failed = KINDS.get(str(row["kind"]))
    if row["target"] and failed is None and row["outcome"] != ERROR:
        yield Mark(MATCHED, ELEMENT, answer, truth=truth, score=_number(row["iou"]), anchor=anchor)
        return
    if row["target"]:
        why = str(row["reason"]) if row["outcome"] == ERROR else None
        yield Mark(MISSED, ELEMENT, truth, text=why, expected=meant, anchor=anchor)
    if failed is not None and answer is not None:
        yield Mark(SPURIOUS, ELEMENT, answer, text=failed, anchor=anchor)


def _answer(row: Row) -> Corners | None:
    """The box of an answer, or a little one round its point."""
    if row["outcome"] != FOUND:
        return None
    if row["x1"] == row["x1"]:
        return _corners(row, "")
    x, y = float(row["x"]), float(row["y"])
    return x - CLICKED, y - CLICKED, x + CLICKED, y + CLICKED


def _corners(row: Row, before: str) -> Corners:
    x1, y1, x2, y2 = (round(float(row[before + name]), 2) for name in ("x1", "y1", "x2", "y2"))
    return x1, y1, x2, y2


def _number(value: float) -> float | None:
    return None if value != value else float(value)
