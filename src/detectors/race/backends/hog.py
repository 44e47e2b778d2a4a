"""Faces by dlib's histogram of gradients."""

from functools import cached_property
from typing import Any

import numpy as np

from src.core import InputError
from src.detectors.race.finding import Finding, Pixels, finding
from src.detectors.race.packages import require

KEY = "detector: faces by hog"

WINDOW = 80
"""Px; the smallest face that it sees without enlarging the picture."""

MOST_DOUBLINGS = 1
"""Each takes four times as long."""


class HogFaces:
    """Frontal faces; the score is the logistic of the detector's distance."""

    graded = False

    def __init__(self) -> None:
        require(KEY, "dlib")

    def find(self, pixels: Pixels, threshold: float, least: float) -> Finding:
        """Frontal faces; the picture is enlarged where smaller ones are wanted."""
        doublings = min(MOST_DOUBLINGS, int(least < WINDOW / 2))
        adjust = float(np.log(max(threshold, 1e-6) / max(1 - threshold, 1e-6)))
        # A run below its usual line gives windows by the thousand.
        places, distances, _ = self._engine.run(pixels, doublings, max(adjust, -1.0))
        boxes = [(own.left(), own.top(), own.right() + 1, own.bottom() + 1) for own in places]
        scores = 1 / (1 + np.exp(-np.asarray(distances, np.float64)))
        return finding(boxes, scores)

    @cached_property
    def _engine(self) -> Any:
        try:
            import dlib
        except ImportError as error:
            raise InputError(f"{KEY} cannot start ({error})") from error
        return dlib.get_frontal_face_detector()
