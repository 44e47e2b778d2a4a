"""Smaller copies of a photo."""

import cv2
import numpy as np

from src.detectors.race.finding import Pixels


def shrunk(pixels: Pixels, longest: int) -> tuple[Pixels, float]:
    """The photo with its longer side at most so many px, and by what it was multiplied."""
    height, width = pixels.shape[:2]
    scale = min(1.0, longest / max(height, width))
    if scale == 1.0:
        return pixels, 1.0
    size = max(round(width * scale), 1), max(round(height * scale), 1)
    return np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), np.uint8), scale


def padded(pixels: Pixels, least: int) -> Pixels:
    """The photo with both sides at least so many px, its last row and column repeated."""
    height, width = pixels.shape[:2]
    below, right = max(least - height, 0), max(least - width, 0)
    if not below and not right:
        return pixels
    edge = cv2.BORDER_REPLICATE
    return np.asarray(cv2.copyMakeBorder(pixels, 0, below, 0, right, edge), np.uint8)
