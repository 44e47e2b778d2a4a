"""Parts of a screenshot in whole pixels, and the exact way in and back."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from src.core import Alternative, Answer, Instances, Question
from src.core.answers import Box, Point
from src.detectors.grounding.method import Pixels


@dataclass(frozen=True)
class Window:
    """A part of a screenshot; near edge inclusive, far edge exclusive, in pixels."""

    left: int
    top: int
    width: int
    height: int

    @classmethod
    def whole(cls, shape: tuple[int, int]) -> "Window":
        """All of a screenshot of this height and width."""
        return cls(0, 0, shape[1], shape[0])

    @classmethod
    def around(cls, centre: Point, size: tuple[int, int], inside: "Window") -> "Window":
        """A window of this width and height round a point, pushed inside another.

        Where the other is smaller, so is this one.
        """
        width, height = min(size[0], inside.width), min(size[1], inside.height)
        left = _pushed(centre[0] - width / 2, inside.left, inside.right - width)
        top = _pushed(centre[1] - height / 2, inside.top, inside.bottom - height)
        return cls(left, top, width, height)

    @property
    def right(self) -> int:
        """The first column that is outside."""
        return self.left + self.width

    @property
    def bottom(self) -> int:
        """The first row that is outside."""
        return self.top + self.height

    @property
    def box(self) -> Box:
        """xyxy."""
        return float(self.left), float(self.top), float(self.right), float(self.bottom)

    def cut(self, pixels: Pixels) -> Pixels:
        """The pixels inside; a view."""
        return pixels[self.top : self.bottom, self.left : self.right]

    def contains(self, point: Point) -> bool:
        """Whether a point lies inside or on the edge."""
        return self.left <= point[0] <= self.right and self.top <= point[1] <= self.bottom


@dataclass(frozen=True)
class View:
    """A window as a method is shown it, which may be larger or smaller than it is.

    Args:
        shape: height and width of what is shown.
    """

    window: Window
    shape: tuple[int, int]

    def inward(self, question: Question) -> Question:
        """The question in pixels of what is shown."""
        if question.click is None:
            return question
        x, y = (np.asarray(question.click) - self._shift) / self._scale
        return replace(question, click=(float(x), float(y)))

    def outward(self, answer: Answer) -> Answer:
        """The answer in pixels of the screenshot."""
        if answer.point is None:
            return answer
        others = tuple(self._moved(other) for other in answer.alternatives)
        point, box = self._places(answer.point, answer.box)
        return replace(answer, point=point, box=box, alternatives=others)

    def elements(self, elements: Instances, shape: tuple[int, int]) -> Instances:
        """Elements in pixels of a screenshot of this shape."""
        boxes, points = elements.boxes, elements.points
        if boxes is not None:
            boxes = boxes * np.tile(self._scale, 2) + np.tile(self._shift, 2)
        if points is not None:
            points = points * self._scale + self._shift
        return replace(elements, shape=shape, boxes=boxes, points=points)

    def _moved(self, other: Alternative) -> Alternative:
        point, box = self._places(other.point, other.box)
        return replace(other, point=point, box=box)

    def _places(self, point: Point, box: Box | None) -> tuple[Point, Box | None]:
        x, y = np.asarray(point) * self._scale + self._shift
        if box is None:
            return (float(x), float(y)), None
        moved = np.asarray(box) * np.tile(self._scale, 2) + np.tile(self._shift, 2)
        x1, y1, x2, y2 = map(float, moved)
        return (float(x), float(y)), (x1, y1, x2, y2)

    @cached_property
    def _scale(self) -> npt.NDArray[np.float64]:
        """Pixels of the screenshot per pixel shown: by what was cut, not by what was asked for."""
        height, width = self.shape
        return np.array([self.window.width / max(width, 1), self.window.height / max(height, 1)])

    @property
    def _shift(self) -> npt.NDArray[np.float64]:
        return np.array([self.window.left, self.window.top], np.float64)


def _pushed(place: float, low: int, high: int) -> int:
    """The nearest whole pixel between two."""
    return int(min(max(np.floor(place + 0.5), low), high))
