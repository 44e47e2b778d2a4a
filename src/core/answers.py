"""What a detector answers to the questions of one picture."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from math import isfinite, isnan, nan
from types import MappingProxyType

from src.core.instances import Instances

FOUND, NOTHING, ERROR = "found", "nothing", "error"
OUTCOMES = (FOUND, NOTHING, ERROR)
"""How a question ended: with an element, with "there is none", or without an answer."""

ALTERNATIVES = 5
"""At most so many alternatives stand beside an answer."""

Point = tuple[float, float]
Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Alternative:
    """What else the question may have meant.

    Args:
        point: x and y in pixels.
        box: xyxy pixels; ``None`` where only a point is known.
        score: more is surer; ``nan`` where the method gives none.
    """

    point: Point
    box: Box | None = None
    score: float = nan

    def __post_init__(self) -> None:
        _check_place(self.point, self.box)
        object.__setattr__(self, "point", _plain(self.point))
        object.__setattr__(self, "box", None if self.box is None else _plain(self.box))
        object.__setattr__(self, "score", float(self.score))


@dataclass(frozen=True)
class Answer:
    """The answer to one question.

    Args:
        id: of the question.
        outcome: ``found``, ``nothing`` or ``error``; only what is found has a place.
        point: where to click, x and y in pixels.
        box: of the element, xyxy pixels; ``None`` where the method knows points only.
        score: more is surer; ``nan`` where the method gives none.
        alternatives: the next best, in order.
        reason: why there is no answer, in few words.
        attempts: how often the method looked, over transforms and crops.
        transform_used: of the attempt that was answered; ``none`` for the picture as it is.
        parsing_ms: this question's share of parsing; 0 where an earlier one paid for it.
        locating_ms: from the parsed picture to the answer.
    """

    id: str
    outcome: str
    point: Point | None = None
    box: Box | None = None
    score: float = nan
    alternatives: tuple[Alternative, ...] = ()
    reason: str = ""
    attempts: int = 1
    transform_used: str = "none"
    parsing_ms: float = nan
    locating_ms: float = nan

    def __post_init__(self) -> None:
        if self.outcome not in OUTCOMES:
            raise ValueError(f"{self.id}: outcome must be one of {OUTCOMES}, got {self.outcome!r}")
        if (self.outcome == FOUND) != (self.point is not None):
            raise ValueError(f"{self.id}: what is found has a point, and nothing else has one")
        if self.point is None and (self.box is not None or self.alternatives):
            raise ValueError(f"{self.id}: a box or an alternative without a point")
        if len(self.alternatives) > ALTERNATIVES:
            raise ValueError(f"{self.id}: more than {ALTERNATIVES} alternatives")
        if self.attempts < 0:
            raise ValueError(f"{self.id}: attempts must not be negative, got {self.attempts}")
        if self.point is not None:
            _check_place(self.point, self.box)
            object.__setattr__(self, "point", _plain(self.point))
            object.__setattr__(self, "box", None if self.box is None else _plain(self.box))
        object.__setattr__(self, "alternatives", tuple(self.alternatives))
        object.__setattr__(self, "score", float(self.score))


@dataclass(frozen=True, eq=False)
class Answers:
    """The answers to all questions of one picture, and the elements that were seen on the way.

    Args:
        elements: what a method that parses took the screen to consist of; empty for others.
        answers: one per question, in the order of the questions.
        spent: name to amount, such as ``requests`` or ``tokens_in``; summed over pictures.
    """

    elements: Instances
    answers: tuple[Answer, ...] = ()
    spent: Mapping[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "answers", tuple(self.answers))
        spent = {name: float(amount) for name, amount in self.spent.items()}
        if any(isnan(amount) for amount in spent.values()):
            raise ValueError(f"what was spent must be known, got {spent}")
        object.__setattr__(self, "spent", MappingProxyType(spent))
        ids = [answer.id for answer in self.answers]
        if len(set(ids)) < len(ids):
            raise ValueError("two answers have the same id")

    def __reduce__(self) -> tuple[object, ...]:
        return Answers, (self.elements, self.answers, dict(self.spent))

    @property
    def shape(self) -> tuple[int, int]:
        """Height and width of the picture."""
        return self.elements.shape

    @property
    def consensus(self) -> Instances:
        """The elements of the screen."""
        return self.elements

    @property
    def by_tool(self) -> Mapping[str, Instances]:
        """One opinion on what the screen consists of."""
        return self.elements.by_tool

    def among(self, class_names: Collection[str] | None) -> "Answers":
        """The same answers; elements without the classes that were not looked for."""
        return replace(self, elements=self.elements.among(class_names))


def _check_place(point: Point, box: Box | None) -> None:
    if len(point) != 2 or not all(isfinite(place) for place in point):
        raise ValueError(f"a point is x and y, got {point}")
    if box is None:
        return
    if len(box) != 4 or not all(isfinite(place) for place in box):
        raise ValueError(f"a box is x1, y1, x2, y2, got {box}")
    if box[0] > box[2] or box[1] > box[3]:
        raise ValueError(f"a box must be xyxy with x1 <= x2 and y1 <= y2, got {box}")


def _plain(numbers: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(float(number) for number in numbers)
