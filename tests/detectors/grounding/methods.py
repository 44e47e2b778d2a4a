"""Small methods that really look at the pixels, for tests of what stands around methods."""

from dataclasses import dataclass, field

import numpy as np

from src.core import Alternative, Answer, Entry, Instances, Picture, Question
from src.core.answers import FOUND, NOTHING
from src.detectors.grounding.method import Parsed, Pixels

Size = tuple[int, int]


def screenshot(size: Size, *boxes: tuple[int, int, int, int], value: int = 200) -> Pixels:
    """Black, of this width and height, with bright rectangles."""
    pixels = np.zeros((size[1], size[0], 3), np.uint8)
    for x1, y1, x2, y2 in boxes:
        pixels[y1:y2, x1:x2] = value
    return pixels


def picture(pixels: Pixels, *questions: Question) -> Picture:
    return Picture(Entry("id", "screen", "test"), pixels, questions=questions)


@dataclass
class Blobs:
    """Bright rectangles; a click means the one under it, an instruction the largest.

    Args:
        score: of every answer.
        brightest: grey value that a pixel must reach.
    """

    score: float = 0.9
    brightest: int = 100
    parses: list[tuple[int, int]] = field(default_factory=list)

    def parse(self, pixels: Pixels, *, texts: bool) -> Parsed:  # noqa: ARG002
        from scipy import ndimage

        self.parses.append(pixels.shape[:2])
        labels, _ = ndimage.label(pixels[..., 0] >= self.brightest)
        slices = ndimage.find_objects(labels)
        boxes = [[x.start, y.start, x.stop, y.stop] for y, x in slices]
        array = np.asarray(boxes, float).reshape(-1, 4)
        columns = {"type": np.full(len(boxes), "blob")}
        texts_of = tuple("blob" for _ in boxes)
        scores = np.full(len(boxes), self.score)
        return Parsed(
            Instances(pixels.shape[:2], array, scores=scores, texts=texts_of, extra=columns)
        )

    def locate(self, parsed: Parsed, question: Question) -> Answer:
        boxes = parsed.elements.boxes
        assert boxes is not None
        if question.click is not None:
            x, y = question.click
            inside = (
                (boxes[:, 0] <= x) & (x <= boxes[:, 2]) & (boxes[:, 1] <= y) & (y <= boxes[:, 3])
            )
            boxes = boxes[inside]
        order = np.argsort(-(boxes[:, 2:] - boxes[:, :2]).prod(axis=1), kind="stable")
        if not len(order):
            return Answer(question.id, NOTHING)
        places = [self._place(boxes[number]) for number in order[:6]]
        (point, box), *rest = places
        others = tuple(Alternative(*place, self.score / 2) for place in rest)
        return Answer(question.id, FOUND, point, box, self.score, others)

    @staticmethod
    def _place(box: np.ndarray) -> tuple[tuple[float, float], tuple[float, float, float, float]]:
        x1, y1, x2, y2 = map(float, box)
        return ((x1 + x2) / 2, (y1 + y2) / 2), (x1, y1, x2, y2)
