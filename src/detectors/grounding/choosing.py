"""From parsed elements to the one that is meant."""

from math import nan
from typing import Any

import numpy as np

from src.core import Alternative, Answer, Instances, Question
from src.core.answers import ALTERNATIVES, FOUND, NOTHING, Box, Point
from src.detectors.ui.instructions import LEAST
from src.detectors.ui.wishes import Wish
from src.geometry.boxes import area


def under_click(elements: Instances, question: Question) -> Answer:
    """The smallest element that contains the click; alternatives are those round it, outward."""
    boxes = elements.boxes
    if question.click is None or boxes is None or not len(boxes):
        return Answer(question.id, NOTHING)
    x, y = question.click
    inside = (boxes[:, 0] <= x) & (x <= boxes[:, 2]) & (boxes[:, 1] <= y) & (y <= boxes[:, 3])
    places = np.flatnonzero(inside)
    order = places[np.argsort(area(boxes[places]), kind="stable")]
    return ranked(elements, question.id, order, np.full(len(order), nan))


def by_words(elements: Instances, question: str, instruction: str) -> Answer:
    """The element that an instruction fits best, smaller ones first among equals."""
    boxes = elements.boxes
    if boxes is None or not len(boxes):
        return Answer(question, NOTHING)
    scores = Wish.of(instruction).scores(elements)
    order = np.lexsort((area(boxes), -scores))
    order = order[scores[order] >= LEAST]
    return ranked(elements, question, order, scores[order])


def ranked(
    elements: Instances, question: str, order: np.ndarray[Any, Any], scores: np.ndarray[Any, Any]
) -> Answer:
    """The first of these elements as the answer, the next ones as alternatives."""
    if elements.boxes is None or not len(order):
        return Answer(question, NOTHING)
    first, *rest = (_place(elements.boxes[place].tolist()) for place in order[: ALTERNATIVES + 1])
    others = zip(rest, scores[1:], strict=False)
    alternatives = tuple(Alternative(*place, float(score)) for place, score in others)
    return Answer(question, FOUND, *first, float(scores[0]), alternatives)


def _place(box: list[float]) -> tuple[Point, Box]:
    x1, y1, x2, y2 = box
    return ((x1 + x2) / 2, (y1 + y2) / 2), (x1, y1, x2, y2)
