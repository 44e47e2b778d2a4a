"""A click as the page tells it; a page may tell anything, so nothing of it is believed unseen."""

from dataclasses import dataclass, replace
from math import isfinite
from typing import Any

from src.core import InputError
from src.curating.proposals import Box, Point, Proposal
from src.curating.recording.folder import BY

KEYS = ("Control", "Shift", "Alt", "Meta")
MOST_BOXES, MOST_LETTERS = 32, 200


@dataclass(frozen=True)
class Clicked:
    """Where a press was, and the boxes of what lies there from narrow to wide."""

    point: Point
    boxes: tuple[Box, ...]
    suggested: int
    text: str = ""
    type: str = ""
    modifiers: tuple[str, ...] = ()

    @classmethod
    def read(cls, told: Any) -> "Clicked":
        """From what the page's script sent."""
        try:
            boxes = tuple(_box(box) for box in told["boxes"][:MOST_BOXES])
            suggested = int(told["suggested"])
            return cls(
                (_number(told["x"]), _number(told["y"])),
                boxes,
                suggested if 0 <= suggested < len(boxes) else 0,
                str(told.get("text") or "")[:MOST_LETTERS],
                str(told.get("type") or "")[:MOST_LETTERS],
                tuple(key for key in KEYS if key in told.get("modifiers", ())),
            )
        except (KeyError, TypeError, ValueError) as error:
            raise InputError(f"the page told a click that cannot be read ({error})") from error

    def moved(self, origin: Point, scale: float) -> "Clicked":
        """In the coordinates of what lies around: scaled, then shifted."""
        left, top = origin
        return replace(
            self,
            point=(left + self.point[0] * scale, top + self.point[1] * scale),
            boxes=tuple(
                (left + x1 * scale, top + y1 * scale, left + x2 * scale, top + y2 * scale)
                for x1, y1, x2, y2 in self.boxes
            ),
        )

    def proposal(self, shape: tuple[int, ...]) -> Proposal:
        """The boxes as far as they lie in a picture of this shape; the click alone if none does."""
        height, width = shape[:2]
        cut = [
            (max(0.0, x1), max(0.0, y1), min(float(width), x2), min(float(height), y2))
            for x1, y1, x2, y2 in self.boxes
        ]
        visible = [place for place, (x1, y1, x2, y2) in enumerate(cut) if x1 < x2 and y1 < y2]
        x, y = self.point
        chain = tuple(cut[place] for place in visible) or ((x - 0.5, y - 0.5, x + 0.5, y + 0.5),)
        place = visible.index(self.suggested) if self.suggested in visible else 0
        return Proposal(BY, chain, place, self.text, self.type, click=self.point)


def _box(sides: Any) -> Box:
    x1, y1, x2, y2 = (_number(side) for side in sides)
    if not (x1 < x2 and y1 < y2):
        raise ValueError(f"no box: {sides}")
    return x1, y1, x2, y2


def _number(value: Any) -> float:
    number = float(value)
    if not isfinite(number):
        raise ValueError(f"no number: {value}")
    return number
