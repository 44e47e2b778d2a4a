"""The windows that only the truth can choose: how much a crop could gain at best."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Any, cast

from annotated_types import Ge, MinLen

from src.core import Answer, Dataset, InputError, Instances, Question, element_of
from src.core.answers import Box
from src.detectors.grounding.screen import Screen, best
from src.detectors.grounding.window import Window
from src.geometry.boxes import iou

Side = Annotated[int, Ge(1)]


@dataclass(frozen=True, eq=False)
class Oracle:
    """Looks at the whole screen and at squares round the true element; the truth picks the answer.

    No method: it is told what it is asked for. It bounds what any choice among these windows could
    reach, is printed apart and has no rank. No detector sees the truth otherwise, so it brings a
    dataset of its own.

    Args:
        truth: the dataset that is evaluated.
        sizes: of the squares, px; a side that the screenshot does not have is cut to its own.
    """

    truth: Dataset
    sizes: Annotated[Sequence[Side], MinLen(1)] = (200, 300, 500)

    def answer(self, screen: Screen, question: Question) -> Answer:
        """The answer that overlaps the truth the most; of a refusal the one on the whole screen."""
        box = self._box(screen, question)
        if box is None:
            return screen.ask(screen.whole, question)
        answers = [screen.ask(window, question) for window in self._windows(screen, question, box)]
        fits = [_fit(answer, box) for answer in answers]
        return best(answer for answer, fit in zip(answers, fits, strict=True) if fit == max(fits))

    def _windows(self, screen: Screen, question: Question, box: Box) -> list[Window]:
        middle = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
        squares = [Window.around(middle, (size, size), screen.whole) for size in self.sizes]
        shown = [
            window
            for window in squares
            if question.click is None or window.contains(question.click)
        ]
        return list(dict.fromkeys([screen.whole, *shown]))

    def _box(self, screen: Screen, question: Question) -> Box | None:
        """The true box of what is asked for; ``None`` where it has none, as a refusal."""
        truth = _truth_of(cast(Hashable, self.truth), screen.id)
        places = [str(name) for name in truth.extra.get("element", ())]
        element = element_of(question.id)
        if truth.boxes is None or element not in places:
            raise InputError(
                f"crop=oracle: the truth of screenshot {screen.id} has no element {element}: "
                "crop.truth must be the dataset that is evaluated"
            )
        x1, y1, x2, y2 = map(float, truth.boxes[places.index(element)])
        return (x1, y1, x2, y2) if x1 < x2 and y1 < y2 else None


@lru_cache(maxsize=2)
def _truth_of(dataset: Any, screenshot: str) -> Instances:
    """Read once for all questions about a screenshot."""
    for entry in dataset.entries:
        if entry.id == screenshot:
            truth: Instances = dataset.read(entry).truth
            return truth
    raise InputError(
        f"crop=oracle knows no truth of screenshot {screenshot}: crop.truth must be the dataset "
        "that is evaluated"
    )


def _fit(answer: Answer, box: Box) -> tuple[float, bool]:
    """IoU with the truth, then whether the point lies in it."""
    overlap = 0.0 if answer.box is None else float(iou([answer.box], [box])[0, 0])
    if answer.point is None:
        return overlap, False
    x, y = answer.point
    return overlap, box[0] <= x <= box[2] and box[1] <= y <= box[3]
