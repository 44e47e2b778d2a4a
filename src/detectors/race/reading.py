"""Lines of text and what they say, by RapidOCR."""

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any

import cv2
import numpy as np
import numpy.typing as npt
from annotated_types import Ge, Le

from src.detectors.ocr import text_engine
from src.detectors.race.finding import Pixels
from src.detectors.race.packages import require
from src.detectors.race.scaling import padded, shrunk
from src.geometry.boxes import Boxes, iou

KEY = "detector: numbers on bibs"

Quads = npt.NDArray[np.float64]
"""(n, 4, 2) x and y of corners, from the top left clockwise as the text runs."""

LEAST_SIDE = 64
"""Px; a thinner picture is padded. RapidOCR would enlarge a strip of one pixel to 10 GB."""

MOST_SIDE = 20_000
"""Px; no photo is as large when RapidOCR sees it."""

LINE = 48
"""Px; the height in which the net reads a line."""

ALIKE = 0.7
"""IoU from which on two lines are one."""

LONGEST_LINE = 8.0
"""Heights; what is longer is no number."""


@dataclass(frozen=True)
class NumberReader:
    """Finds lines in a whole photo, and reads single crops.

    Args:
        longest: px; a larger photo is shrunk to it before lines are looked for.
        again: px of a second, smaller copy, on which large lines are found; ``None`` for none.
        least_line: of the score of being a line, 0 to 1.
    """

    longest: Annotated[int, Ge(64), Le(10_000)] = 1600
    again: Annotated[int, Ge(64), Le(10_000)] | None = 800
    least_line: Annotated[float, Ge(0), Le(1)] = 0.4

    def __post_init__(self) -> None:
        require(KEY, "rapidocr", "onnxruntime")

    def __getstate__(self) -> dict[str, Any]:
        # A session of onnxruntime cannot be sent to another process.
        return {name: value for name, value in self.__dict__.items() if name != "_engine"}

    @property
    def settings(self) -> str:
        """All that decides what it reads."""
        return f"{self.longest} {self.again} {self.least_line}"

    def lines(self, pixels: Pixels) -> Quads:
        """Corners of the lines of text in pixels of the photo; nothing is read."""
        first = self._lines(pixels, self.longest)
        if self.again is None or max(pixels.shape[:2]) <= self.again:
            return first
        second = self._lines(pixels, self.again)
        new = (iou(boxes_of(second), boxes_of(first)) < ALIKE).all(axis=1)
        return np.concatenate([first, second[new]])

    def _lines(self, pixels: Pixels, longest: int) -> Quads:
        small, scale = shrunk(pixels, longest)
        return self.lines_in(small) / scale

    def lines_in(self, pixels: Pixels) -> Quads:
        """Corners of the lines of text in a picture as large as it is."""
        # Whatever is not said here stays as it was in the call before.
        seen = self._engine(
            np.ascontiguousarray(padded(pixels, LEAST_SIDE)[..., ::-1]),
            use_det=True,
            use_cls=False,
            use_rec=False,
            text_score=0.0,
            box_thresh=self.least_line,
        )
        if seen.boxes is None or not len(seen.boxes):
            return np.zeros((0, 4, 2))
        return np.asarray(seen.boxes, np.float64).reshape(-1, 4, 2)

    def word(self, crop: Pixels) -> tuple[str, float]:
        """What a crop of one line says, and how sure that is."""
        height, width = crop.shape[:2]
        if not height or not width or width > LONGEST_LINE * height:
            return "", 0.0
        size = max(round(width * LINE / height), 8), LINE
        way = cv2.INTER_AREA if height > LINE else cv2.INTER_CUBIC
        line = np.asarray(cv2.resize(crop, size, interpolation=way), np.uint8)
        seen = self._engine(
            np.ascontiguousarray(padded(line, LINE)[..., ::-1]),
            use_det=False,
            use_cls=False,
            use_rec=True,
            text_score=0.0,
            box_thresh=self.least_line,
        )
        return (str(seen.txts[0]), float(seen.scores[0])) if seen.txts else ("", 0.0)

    @cached_property
    def _engine(self) -> Any:
        """Built when the first photo comes; photos are shrunk before it sees them."""
        return text_engine(KEY, longest=MOST_SIDE, shortest=LEAST_SIDE)


def boxes_of(quads: Quads) -> Boxes:
    """(n, 4) xyxy that hold quadrilaterals."""
    return np.concatenate([quads.min(axis=1), quads.max(axis=1)], axis=1).reshape(-1, 4)
