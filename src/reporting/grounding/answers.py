"""Answers as a table: one row per question."""

import json
from collections.abc import Sequence
from math import isnan, nan
from typing import Any

import numpy as np
import numpy.typing as npt

from src.core import Alternative, Answer, Sample

TABLE = "answers"

PLACES = {"point": ("x", "y"), "box": ("x1", "y1", "x2", "y2")}
"""What an answer may have, to the columns of its numbers."""

PLAIN = ("outcome", "reason", "score", "attempts", "transform_used", "parsing_ms", "locating_ms")
"""What every answer has, by its own names."""


class AnswerTable:
    """Grows by the answers of one screenshot after another."""

    def __init__(self) -> None:
        names = ("name", "id", "question", *PLAIN, "alternatives")
        places = (name for own in PLACES.values() for name in own)
        self._columns: dict[str, list[Any]] = {name: [] for name in (*names, *places)}

    def add(self, sample: Sample, answers: Sequence[Answer]) -> None:
        """What was answered to the questions of a screenshot, with all that an answer knows."""
        for answer in answers:
            row: dict[str, Any] = {"name": sample.name, "id": sample.id, "question": answer.id}
            row |= {name: getattr(answer, name) for name in PLAIN}
            for place, names in PLACES.items():
                numbers = getattr(answer, place) or (nan,) * len(names)
                row |= dict(zip(names, numbers, strict=True))
            row["alternatives"] = json.dumps([_alternative(own) for own in answer.alternatives])
            for name, column in self._columns.items():
                column.append(row[name])

    def __len__(self) -> int:
        return len(self._columns["question"])

    @property
    def columns(self) -> dict[str, npt.NDArray[Any]]:
        """All rows so far."""
        return {name: np.array(column) for name, column in self._columns.items()}


def _alternative(own: Alternative) -> dict[str, Any]:
    """Ranked after the answer; what is not known is ``null``."""
    return {"point": own.point, "box": own.box, "score": None if isnan(own.score) else own.score}
