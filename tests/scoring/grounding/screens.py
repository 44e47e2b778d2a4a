"""Screenshots with questions and answers, said in few words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from src.core import (
    Alternative,
    Answer,
    Answers,
    Entry,
    Instances,
    Picture,
    Question,
    Row,
    Sample,
    Scorecard,
    Scorer,
    question_id,
)

Box = tuple[float, float, float, float]
SHAPE = (200, 300)


@dataclass(frozen=True)
class Element:
    """One element of a screen; ``box=None`` for a refusal."""

    id: str
    box: Box | None
    type: str = "button"
    text: str = ""
    polygon: Sequence[tuple[float, float]] | None = None
    scored: bool = True
    words: Mapping[str, str] = field(default_factory=dict)


def truth_of(elements: Sequence[Element], shape: tuple[int, int] = SHAPE) -> Instances:
    """The elements as a dataset gives them."""
    polygons = np.empty(len(elements), object)
    for place, own in enumerate(elements):
        polygons[place] = None if own.polygon is None else np.array(own.polygon, float)
    further = dict.fromkeys(name for own in elements for name in own.words)
    return Instances(
        shape,
        boxes=np.array([own.box or (0, 0, 0, 0) for own in elements], float).reshape(-1, 4),
        ids=np.arange(len(elements)),
        texts=tuple(own.text for own in elements),
        scored=np.array([own.scored and own.box is not None for own in elements], bool),
        extra={
            "element": np.array([own.id for own in elements], str),
            "type": np.array([own.type for own in elements], str),
            "box_type": np.array([_kind(own) for own in elements], str),
            "polygon": polygons,
            "level": np.full(len(elements), "control"),
            **{
                name: np.array([own.words.get(name, "") for own in elements], str)
                for name in further
            },
        },
    )


def _kind(element: Element) -> str:
    if element.box is None:
        return "refusal"
    return "bbox" if element.polygon is None else "polygon"


def screen(
    elements: Sequence[Element],
    asked: Sequence[str | tuple[str, float, float]] | None = None,
    *,
    name: str = "screen",
    shape: tuple[int, int] = SHAPE,
    **tags: str,
) -> Sample:
    """A screenshot; elements are asked for by words, or by a click where one is given."""
    wanted = [own.id for own in elements] if asked is None else asked
    questions: list[Question] = []
    repeats: dict[str, int] = {}
    for own in wanted:
        element = own if isinstance(own, str) else own[0]
        number = repeats[element] = repeats.get(element, -1) + 1
        how: dict[str, Any] = (
            {"instruction": f"the {element}"} if isinstance(own, str) else {"click": own[1:]}
        )
        questions.append(Question(question_id(element, number), **how))
    entry = Entry(f"id-of-{name}", name, "test", f"truth-of-{name}", tags)
    pixels = np.full((*shape, 3), 230, np.uint8)
    return Sample(Picture(entry, pixels, questions=tuple(questions)), truth_of(elements, shape))


def parsed_of(
    boxes: Sequence[Box], types: Sequence[str] | None = None, shape: tuple[int, int] = SHAPE
) -> Instances:
    """What a method took a screen to consist of."""
    extra = {} if types is None else {"type": np.array(types, str)}
    return Instances(
        shape,
        boxes=np.array(boxes, float).reshape(-1, 4),
        scores=np.linspace(1, 0.5, len(boxes)),
        extra=extra,
    )


def answered(
    sample: Sample,
    *said: Box | tuple[float, float] | str | None,
    alternatives: Mapping[int, Sequence[Box]] | None = None,
    parsed: Instances | None = None,
    **spent: float,
) -> Answers:
    """One answer per question: a box, a point, ``None`` for nothing, a text for an error."""
    answers = []
    for number, (question, own) in enumerate(zip(sample.picture.questions, said, strict=True)):
        others = tuple(
            Alternative(_middle(box), box) for box in (alternatives or {}).get(number, ())
        )
        answers.append(_answer(question.id, own, others))
    elements = parsed_of([], shape=sample.truth.shape) if parsed is None else parsed
    return Answers(elements, tuple(answers), spent)


def _answer(id: str, said: Any, others: tuple[Alternative, ...]) -> Answer:
    times: dict[str, Any] = {"parsing_ms": 10.0, "locating_ms": 2.0}
    if said is None:
        return Answer(id, "nothing", **times)
    if isinstance(said, str):
        return Answer(id, "error", reason=said, **times)
    if len(said) == 2:
        return Answer(id, "found", point=said, alternatives=others, **times)
    return Answer(id, "found", point=_middle(said), box=said, alternatives=others, **times)


def _middle(box: Box) -> tuple[float, float]:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def row_of(scorer: Scorer, sample: Sample, answers: Answers) -> Row:
    """As an evaluation makes it."""
    row = scorer.score(sample, answers)
    return replace(row, name=sample.name, id=sample.id, tags=sample.picture.entry.tags)


def card_of(scorer: Scorer, *pairs: tuple[Sample, Answers]) -> Scorecard:
    """The card of these screenshots."""
    return scorer.summarise([row_of(scorer, *pair) for pair in pairs])
