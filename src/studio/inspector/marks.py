"""What is drawn on a photo of a run."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from src.geometry.boxes import iou

MATCHED, MISSED, SPURIOUS = "matched", "missed", "spurious"
WRONG_TEXT, WRONG_LINK, UNSCORED = "wrong_text", "wrong_link", "unscored"
KINDS = (MATCHED, MISSED, SPURIOUS, WRONG_TEXT, WRONG_LINK, UNSCORED)

SAME = 0.5
"""IoU from which on two spurious boxes of two runs are one mistake."""

Corners = tuple[float, float, float, float]
Points = tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Mark:
    """One thing in a photo, and what became of it.

    Args:
        what: bib, face, link, object or mask.
        box: xyxy px; ``None`` of what is no box.
        points: x and y px of an outline, or of the two ends of a link.
        text: what was read, or the kind of error; ``expected`` is what is there.
        truth: xyxy px of the true box of what was found.
        anchor: the true thing that it is about; ``None`` of what is made up.
    """

    kind: str
    what: str
    box: Corners | None = None
    points: Points | None = None
    text: str | None = None
    expected: str | None = None
    truth: Corners | None = None
    score: float | None = None
    anchor: tuple[str, int] | None = None

    def as_json(self) -> dict[str, Any]:
        """As the page is told it."""
        told = dict(vars(self))
        del told["anchor"]
        return told

    @property
    def outcome(self) -> tuple[str | None, ...]:
        """What two runs are compared by; boxes that lie a little elsewhere are no change."""
        return self.kind, self.what, self.text


def counts(marks: Sequence[Mark]) -> dict[str, int]:
    """How many there are of each kind that there is."""
    found = [mark.kind for mark in marks]
    return {kind: found.count(kind) for kind in KINDS if kind in found}


def changed(first: Sequence[Mark], second: Sequence[Mark]) -> tuple[list[Mark], list[Mark]]:
    """The marks of each of two runs on one photo that the other has not."""
    return _without(first, second), _without(second, first)


def _without(own: Sequence[Mark], others: Sequence[Mark]) -> list[Mark]:
    known = {(mark.anchor, mark.outcome) for mark in others if mark.anchor is not None}
    free = [mark for mark in others if mark.anchor is None]
    kept = []
    for mark in own:
        if mark.anchor is not None:
            if (mark.anchor, mark.outcome) not in known:
                kept.append(mark)
            continue
        twin = next((other for other in free if _alike(mark, other)), None)
        if twin is None:
            kept.append(mark)
        else:
            free.remove(twin)
    return kept


def _alike(one: Mark, other: Mark) -> bool:
    if one.outcome != other.outcome or one.box is None or other.box is None:
        return one.outcome == other.outcome and one.points == other.points
    return bool(iou(np.array([one.box]), np.array([other.box]))[0, 0] >= SAME)
