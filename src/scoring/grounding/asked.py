"""The questions of one screenshot with their truth and their answers, as columns."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import nan
from typing import Any

import numpy as np
import numpy.typing as npt

from src.core import Answer, Answers, InputError, Instances, Prediction, Question, Sample, Table
from src.core.answers import ERROR
from src.core.questions import element_of

REFUSAL, POLYGON, BOX = "refusal", "polygon", "bbox"
"""What a target is; a refusal is none, and the right answer is that there is nothing."""

FIRST = 3
"""The answer and its best alternatives that are looked at together."""

KNOWN = ("element", "type", "box_type", "polygon", "level")
"""Columns of the truth that have a meaning here; its other words are free columns."""

CLICK, INSTRUCTION = "click", "instruction"
NOWHERE, NO_BOX = (nan, nan), (nan, nan, nan, nan)
UNANSWERED = "the detector failed"


@dataclass(frozen=True, eq=False)
class Asked:
    """What one screenshot was asked, the elements that were meant, and what was answered.

    Args:
        places: (n,) of the elements that were meant among those of the truth.
        boxes: (n, 4) of those elements; zeros for a refusal.
        polygons: their corners where they are polygons.
        points: (n, 3, 2) of the answer and its first alternatives; ``nan`` for none.
        found: (n, 3, 4) boxes of the same.
    """

    questions: tuple[Question, ...]
    answers: tuple[Answer, ...]
    elements: Instances
    truth: Instances
    places: npt.NDArray[np.int64]
    boxes: npt.NDArray[np.float64]
    polygons: tuple[npt.NDArray[np.float64] | None, ...]
    points: npt.NDArray[np.float64]
    found: npt.NDArray[np.float64]

    @classmethod
    def of(cls, sample: Sample, prediction: Prediction) -> "Asked":
        """Bring together what belongs to the same question."""
        questions, truth = sample.picture.questions, sample.truth
        answers = answers_of(sample, prediction)
        places = _places(sample)
        known = np.zeros((0, 4)) if truth.boxes is None else truth.boxes
        return cls(
            questions=questions,
            answers=answers,
            elements=prediction.consensus,
            truth=truth,
            places=places,
            boxes=known[places],
            polygons=_polygons(truth, places),
            points=_candidates(answers, "point", NOWHERE),
            found=_candidates(answers, "box", NO_BOX),
        )

    def words(self, name: str, default: str = "") -> npt.NDArray[np.str_]:
        """A column of the truth, for each question; ``default`` where nobody knows it."""
        column = self.truth.extra.get(name)
        if column is None:
            return np.full(len(self.questions), default)
        return np.asarray(column)[self.places].astype(str)

    @property
    def texts(self) -> npt.NDArray[np.str_]:
        """What is written on each element that was meant."""
        texts = self.truth.texts
        return np.array([(texts[place] or "") if texts else "" for place in self.places], str)

    @property
    def refusal(self) -> npt.NDArray[np.bool_]:
        """(n,) whether there is nothing to be found."""
        return np.asarray(self.words("box_type") == REFUSAL)

    @property
    def target(self) -> npt.NDArray[np.bool_]:
        """(n,) whether there is something to be found, and hit or miss counts."""
        return self.truth.counts[self.places] & ~self.refusal

    def columns(self) -> dict[str, npt.NDArray[Any]]:
        """One row per question: what was asked, what was meant, what was answered."""
        questions, answers = self.questions, self.answers
        sides = self.boxes[:, 2:] - self.boxes[:, :2]
        clicks = np.array([one.click or NOWHERE for one in questions], float).reshape(-1, 2)
        height, width = self.truth.shape
        return {
            "question": _texts(one.id for one in questions),
            "element": _texts(element_of(one.id) for one in questions),
            "asked": _texts(CLICK if one.click else INSTRUCTION for one in questions),
            "instruction": _texts(one.instruction or "" for one in questions),
            **_coordinates("click_", clicks),
            "width": np.full(len(questions), width),
            "height": np.full(len(questions), height),
            "target": self.target,
            "refusal": self.refusal,
            "type": self.words("type"),
            "level": self.words("level"),
            "text": self.texts,
            "box_type": self.words("box_type", BOX),
            **_coordinates("truth_", self.boxes),
            "longer_side": sides.max(axis=1, initial=0.0),
            "shorter_side": sides.min(axis=1, initial=np.inf),
            "outcome": _texts(one.outcome for one in answers),
            "reason": _texts(one.reason for one in answers),
            **_coordinates("", self.points[:, 0]),
            **_coordinates("", self.found[:, 0]),
            "score": np.array([one.score for one in answers], float),
            "attempts": np.array([one.attempts for one in answers], np.int64),
            "transform_used": _texts(one.transform_used for one in answers),
        }

    def times(self) -> Table:
        """Milliseconds of each answer: what no two runs share."""
        return {
            "parsing_ms": np.array([one.parsing_ms for one in self.answers], float),
            "locating_ms": np.array([one.locating_ms for one in self.answers], float),
        }


def answers_of(sample: Sample, prediction: Prediction) -> tuple[Answer, ...]:
    """One per question, in their order; all of them errors where the detector failed."""
    questions = sample.picture.questions
    if isinstance(prediction, Answers):
        if [one.id for one in prediction.answers] != [one.id for one in questions]:
            raise InputError(
                f"{sample.name}: the detector answered {len(prediction.answers)} questions, and "
                f"not, or not in their order, the {len(questions)} that were asked"
            )
        return prediction.answers
    if len(prediction.consensus):
        raise InputError(
            f"{sample.name}: this detector finds things and answers no questions; set detector to "
            "one that does, such as ui_fused"
        )
    return tuple(Answer(one.id, ERROR, reason=UNANSWERED) for one in questions)


def spent_by(prediction: Prediction) -> Table:
    """What a detector says that it spent on a picture, by name."""
    spent: Mapping[str, float] = prediction.spent if isinstance(prediction, Answers) else {}
    return {"what": _texts(spent), "amount": np.array([*spent.values()], float)}


def _places(sample: Sample) -> npt.NDArray[np.int64]:
    names = sample.truth.extra.get("element", np.zeros(0, str))
    known = {str(name): place for place, name in enumerate(names.tolist())}
    places = []
    for question in sample.picture.questions:
        element = element_of(question.id)
        if element not in known:
            raise InputError(f"{sample.name}: element {element!r} is asked for and has no truth")
        places.append(known[element])
    return np.array(places, np.int64)


def _polygons(
    truth: Instances, places: npt.NDArray[np.int64]
) -> tuple[npt.NDArray[np.float64] | None, ...]:
    corners, kinds = truth.extra.get("polygon"), truth.extra.get("box_type")
    if corners is None or kinds is None or POLYGON not in kinds:
        return ()
    return tuple(corners[place] if kinds[place] == POLYGON else None for place in places)


def _candidates(
    answers: Sequence[Answer], name: str, absent: tuple[float, ...]
) -> npt.NDArray[np.float64]:
    """(answers, 3, …) of the answer itself and of what it would have said next."""
    rows = [
        [getattr(one, name) or absent for one in (answer, *answer.alternatives[: FIRST - 1])]
        for answer in answers
    ]
    padded = [row + [absent] * (FIRST - len(row)) for row in rows]
    return np.array(padded, float).reshape(len(answers), FIRST, len(absent))


def _coordinates(before: str, values: npt.NDArray[np.float64]) -> dict[str, npt.NDArray[Any]]:
    names = ("x", "y") if values.shape[1] == 2 else ("x1", "y1", "x2", "y2")
    return {before + name: values[:, place] for place, name in enumerate(names)}


def _texts(values: Iterable[str]) -> npt.NDArray[np.str_]:
    return np.array([*values], np.str_)
