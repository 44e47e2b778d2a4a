"""Faces by OpenCV's cascade of Haar features."""

from functools import cached_property
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from src.core import InputError
from src.detectors.race.finding import Finding, Pixels, finding
from src.geometry.boxes import xyxy_from_xywh

CASCADE = "haarcascade_frontalface_default.xml"
STEP = 1.1
"""Between one size of the window and the next."""

USUAL = 5
"""Neighbours that a face needs by default: the score of a face with so many is 0.5."""

SMALLEST = 20
"""Px; the cascade's own window."""


class HaarFaces:
    """Viola and Jones; the score tells by how many neighbouring windows a face was seen."""

    graded = False

    def __init__(self) -> None:
        if not hasattr(cv2, "CascadeClassifier") or not _file().is_file():
            raise InputError(
                "detector: faces by haar need OpenCV below 5, which has the cascades: "
                "pip install 'opencv-python-headless<5'"
            )

    def find(self, pixels: Pixels, threshold: float, least: float) -> Finding:
        """Faces whose windows were seen often enough."""
        grey = cv2.equalizeHist(cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY))
        side = max(SMALLEST, round(least))
        boxes, neighbours = self._cascade.detectMultiScale2(
            grey, scaleFactor=STEP, minNeighbors=neighbours_at(threshold), minSize=(side, side)
        )
        counts = np.asarray(neighbours, np.float64).reshape(-1)
        places = xyxy_from_xywh(np.asarray(boxes, np.float64).reshape(-1, 4))
        return finding(places, counts / (counts + USUAL))

    @cached_property
    def _cascade(self) -> Any:
        return cv2.CascadeClassifier(str(_file()))


def neighbours_at(threshold: float) -> int:
    """The fewest neighbours whose score reaches a threshold, at least one."""
    if threshold >= 1:
        return 1_000_000
    return max(1, int(np.ceil(USUAL * threshold / (1 - threshold) - 1e-9)))


def _file() -> Path:
    return Path(cv2.__file__).parent / "data" / CASCADE
