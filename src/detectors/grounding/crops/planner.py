"""Who proposes areas to search and judges what was found there."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from src.core import Answer, Question
from src.core.answers import FOUND, Box, Point
from src.detectors.grounding.crops.edges import is_cut
from src.detectors.grounding.screen import Screen
from src.detectors.grounding.window import Window

IS_TARGET, ELSEWHERE, NOT_FOUND = "is_target", "target_elsewhere", "target_not_found"
RESULTS = (IS_TARGET, ELSEWHERE, NOT_FOUND)


@dataclass(frozen=True)
class Check:
    """What became of an answer.

    Args:
        result: one of ``RESULTS``.
        again: where and what to ask once more, when the target is elsewhere.
    """

    result: str
    again: tuple[Window, Question] | None = None


@dataclass(frozen=True)
class Proposal:
    """Areas in which the target may lie, in pixels of the screenshot.

    Args:
        fallback: the answer that stands where no area holds a better one.
    """

    areas: Sequence[Box] = ()
    fallback: Answer | None = None


@runtime_checkable
class Planner(Protocol):
    """Guides a search; may raise ``UnansweredError``."""

    def propose(self, screen: Screen, window: Window, question: Question) -> Proposal:
        """Areas inside a window."""

    def check(self, screen: Screen, window: Window, question: Question, answer: Answer) -> Check:
        """Whether an answer is the target, judged by what the window shows."""


@dataclass(frozen=True)
class Density:
    """Nobody is asked: areas lie where the method itself sees what may be meant.

    These are its answer and the alternatives to it, or else all elements that it sees.
    """

    def propose(self, screen: Screen, window: Window, question: Question) -> Proposal:
        """The more proposals lie in an area, the more votes it gets."""
        answer = screen.ask(window, question)
        if answer.point is not None:
            places = [(answer.point, answer.box)]
            places += [(other.point, other.box) for other in answer.alternatives]
            return Proposal([box or around(point) for point, box in places], answer)
        boxes = screen.elements(window).boxes
        areas = [] if boxes is None else [(x1, y1, x2, y2) for x1, y1, x2, y2 in boxes.tolist()]
        return Proposal(areas, answer)

    def check(self, screen: Screen, window: Window, question: Question, answer: Answer) -> Check:
        """By geometry alone: what a window cuts off lies elsewhere, also what misses the click."""
        if answer.outcome != FOUND or answer.point is None:
            return Check(NOT_FOUND)
        box = answer.box or around(answer.point)
        if question.click is not None and answer.box and not _inside(question.click, box):
            return Check(NOT_FOUND)
        if is_cut(answer, window, screen.whole):
            centre = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
            moved = Window.around(centre, (window.width, window.height), screen.whole)
            return Check(ELSEWHERE, (moved, question) if moved != window else None)
        return Check(IS_TARGET)


def around(point: Point) -> Box:
    """A point as an area."""
    return point[0], point[1], point[0], point[1]


def _inside(point: Point, box: Box) -> bool:
    return box[0] <= point[0] <= box[2] and box[1] <= point[1] <= box[3]
