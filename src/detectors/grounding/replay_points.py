"""The detector that somebody else was: a published log of points, replayed."""

import json
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from src.core import Answer, Answers, InputError, Picture, Question, element_of
from src.core.answers import ERROR, FOUND, Point
from src.core.plain_file import read_bytes
from src.detectors.grounding.screen import nothing_parsed

log = logging.getLogger(__name__)

Place = tuple[str, str]
"""The name of a screenshot, and the id of what is asked for on it."""

LISTS = ("predictions", "details", "results")
POINTS = ("pred", "point", "prediction")
"""Keys under which logs keep their rows, and rows their points."""

PATTERN = "pred_*.json"

MOST = 2**28
"""Bytes of a log."""

FARTHEST = 1e9
"""Pixels; beyond are no screens, and whole numbers that no fraction can be made of."""


@dataclass(frozen=True)
class ReplayPoints:
    """Answers the i-th task of a set with the i-th point of a log, as it stands in the log.

    A row without a point is an error of the format, as it was when the log was written.

    Args:
        tasks: gives all tasks of the set in the order of its file; the configuration chooses it.
        log: the file; its name in ``folder`` is enough. ``None`` for the first of the folder's
            logs.
        folder: where logs lie beside their set.
    """

    tasks: Callable[[], Sequence[Place]]
    log: str | None = None
    folder: str | None = None

    def __post_init__(self) -> None:
        # Another process may work in another folder.
        object.__setattr__(self, "log", str(self._found()))
        places = self.tasks()
        rows = _rows(Path(str(self.log)))
        if len(rows) != len(places):
            raise InputError(
                f"{self.log} has {len(rows)} points, and the set has {len(places)} tasks: it is a "
                "log of another set"
            )
        if len(set(places)) < len(places):
            raise InputError("two tasks of the set are called alike: give them different ids")

    def detect(self, picture: Picture) -> Answers:
        """The stored points of this picture's questions."""
        answers = tuple(self._answer(picture, question) for question in picture.questions)
        return Answers(nothing_parsed(picture.shape), answers)

    def _answer(self, picture: Picture, question: Question) -> Answer:
        place = picture.entry.name, element_of(question.id)
        if place not in self._points:
            raise InputError(
                f"{self.log} has no point for {place[1]} of {place[0]}: it is a log of another set"
            )
        point = self._points[place]
        if point is None:
            return Answer(question.id, ERROR, reason="format: the log has no point")
        return Answer(question.id, FOUND, point)

    @cached_property
    def _points(self) -> dict[Place, Point | None]:
        rows = _rows(Path(str(self.log)))
        return dict(zip(self.tasks(), map(_point, rows), strict=True))

    def _found(self) -> Path:
        home = Path(self.folder or ".").expanduser().absolute()
        if self.log is not None:
            places = Path(self.log).expanduser().absolute(), home / self.log
            found = [place for place in places if place.is_file()]
            if not found:
                raise InputError(f"log {self.log} is no file, neither here nor in {home}")
            return found[0]
        logs = sorted((home if home.is_dir() else home.parent).glob(PATTERN))
        if not logs:
            raise InputError(
                f"log must name a file of points: the folder {home} holds no {PATTERN}"
            )
        if len(logs) > 1:
            others = ", ".join(path.name for path in logs[1:])
            log.warning("%s is replayed; detector.log names another: %s", logs[0].name, others)
        return logs[0]


def _rows(path: Path) -> list[Any]:
    try:
        content = json.loads(read_bytes(path, MOST))
    except (ValueError, RecursionError, MemoryError) as error:
        raise InputError(f"{path} cannot be read as JSON ({error})") from error
    if isinstance(content, dict):
        content = next((content[name] for name in LISTS if name in content), None)
    if not isinstance(content, list):
        raise InputError(f"{path} must hold a list of points, or one under {' or '.join(LISTS)}")
    for number, row in enumerate(content):
        _check(row, f"{path}, row {number}")
    return content


def _check(row: Any, place: str) -> None:
    point = _given(row, place)
    if point is None:
        return
    numbers = isinstance(point, list) and len(point) == 2
    if not numbers or not all(
        isinstance(one, int | float) and abs(one) < FARTHEST for one in point
    ):
        raise InputError(f"{place}: a point is [x, y] in pixels or null, got {point!r:.60}")


def _given(row: Any, place: str) -> Any:
    if not isinstance(row, dict):
        return row
    names = [name for name in POINTS if name in row]
    if not names:
        raise InputError(f"{place} has no {' or '.join(POINTS)}")
    return row[names[0]]


def _point(row: Any) -> Point | None:
    point = _given(row, "")
    return None if point is None else (float(point[0]), float(point[1]))
