"""An instruction, answered by the words on the screen: the thing that fits best, as if clicked."""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from src.core import Alternative, Answer, Instances, Question
from src.core.answers import ALTERNATIVES, FOUND, NOTHING
from src.detectors.ui.choice import Point
from src.detectors.ui.elements import TEXT, elements_of
from src.detectors.ui.seen import Seen
from src.detectors.ui.wishes import Wish
from src.geometry.boxes import iou

LEAST = 0.25
"""How well something must fit to be an answer; a guess below that is worth less than none."""

CONSIDERED = 12
"""Things that fit best, each of which is clicked to see what it belongs to."""

Click = Callable[[Point], Alternative | None]
"""From a click to what it means."""


def instructed(seen: Seen, question: Question, click: Click) -> Answer:
    """What an instruction means, with scores that say how well the words fit."""
    wish = Wish.of(question.instruction or "")
    things = named_things(seen)
    fits = wish.scores(things)
    found: list[Alternative] = []
    for place in np.argsort(-fits, kind="stable")[:CONSIDERED]:
        if fits[place] < LEAST or len(found) > ALTERNATIVES:
            break
        assert things.boxes is not None  # noqa: S101 - things on a screen have boxes
        x1, y1, x2, y2 = things.boxes[place]
        meant = click(((x1 + x2) / 2, (y1 + y2) / 2))
        if meant is not None and not any(_same(meant, other) for other in found):
            sure = float(fits[place]) * (0.5 + 0.5 * meant.score)
            found.append(Alternative(meant.point, meant.box, sure))
    if not found:
        return Answer(question.id, NOTHING, reason="nothing on the screen fits the words")
    found.sort(key=lambda one: -one.score)
    best, others = found[0], tuple(found[1 : 1 + ALTERNATIVES])
    return Answer(question.id, FOUND, best.point, best.box, best.score, alternatives=others)


def named_things(seen: Seen) -> Instances:
    """The elements of a screen and its lines of text, with what is written on each."""
    elements = elements_of(seen)
    assert elements.boxes is not None  # noqa: S101 - they have
    types: npt.NDArray[np.str_] = np.concatenate(
        [np.asarray(elements.extra["type"]).astype(str), np.full(len(seen.lines), TEXT)]
    )
    return Instances(
        seen.shape,
        boxes=np.concatenate([elements.boxes, seen.lines]),
        texts=(*(elements.texts or ()), *(seen.texts or (None,) * len(seen.lines))),
        extra={"type": types},
    )


def _same(one: Alternative, other: Alternative) -> bool:
    if one.box is None or other.box is None:
        return one.point == other.point
    return bool(iou([one.box], [other.box])[0, 0] > 0.7)
