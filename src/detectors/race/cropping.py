"""Lines of text turned upright."""

from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from src.detectors.race.finding import Pixels

Corners = npt.NDArray[np.float64]
"""(4, 2) x and y, from the top left clockwise."""


def size_of(quad: Corners) -> tuple[float, float]:
    """Width and height of a quadrilateral, the longer of its opposite sides."""
    across = np.linalg.norm(quad[1] - quad[0]), np.linalg.norm(quad[2] - quad[3])
    down = np.linalg.norm(quad[3] - quad[0]), np.linalg.norm(quad[2] - quad[1])
    return float(max(across)), float(max(down))


def lower(quad: Corners, share: float) -> Corners:
    """A line with so much of its height, and as many px less of its width."""
    width, height = size_of(quad)
    right = (quad[1] + quad[2] - quad[0] - quad[3]) / 4
    below = (quad[2] + quad[3] - quad[0] - quad[1]) / 4
    right = right * max(1 - (1 - share) * height / max(width, 1e-9), share / 2)
    signs = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
    drawn_in: Corners = quad.mean(axis=0) + signs[:, :1] * right + signs[:, 1:] * below * share
    return drawn_in


def upright(pixels: Pixels, quad: Corners) -> Pixels:
    """What a quadrilateral shows, as a rectangle; beyond the photo its edge is repeated."""
    width, height = (max(round(side), 1) for side in size_of(quad))
    target = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    change: Any = cv2.getPerspectiveTransform(quad.astype(np.float32), target)
    return np.asarray(
        cv2.warpPerspective(
            pixels, change, (width, height), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE
        ),
        np.uint8,
    )
