"""Small windows round the click."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from annotated_types import Ge, MinLen

from src.core import Answer, Question
from src.core.answers import FOUND, Point
from src.detectors.grounding.crops.edges import is_cut
from src.detectors.grounding.screen import Screen, best
from src.detectors.grounding.window import Window

Side = Annotated[int, Ge(1)]


@dataclass(frozen=True)
class Fixed:
    """Squares round the click, in order, until one shows a whole element that is sure enough.

    An instruction has no click: the method's own answer on the whole screen stands in for it.

    Args:
        sizes: of the squares, px; a side that the screenshot does not have is cut to its own.
    """

    sizes: Annotated[Sequence[Side], MinLen(1)] = (200, 300, 500)

    def answer(self, screen: Screen, question: Question) -> Answer:
        """The first whole and sure one, else the surest of all."""
        answers = [screen.ask(screen.whole, question)] if question.click is None else []
        centre = question.click or answers[0].point
        whole = [answer for answer in answers if answer.outcome == FOUND]
        for window in () if centre is None else self._windows(screen, centre):
            answer = screen.ask(window, question)
            answers.append(answer)
            if answer.outcome == FOUND and not is_cut(answer, window, screen.whole):
                whole.append(answer)
                if screen.transforms.enough(answer):
                    return answer
        # What a window cuts may be the rest of something larger; the widest shows the most of it.
        return best(whole or reversed(answers))

    def _windows(self, screen: Screen, centre: Point) -> list[Window]:
        windows = (Window.around(centre, (size, size), screen.whole) for size in self.sizes)
        return list(dict.fromkeys(windows))
