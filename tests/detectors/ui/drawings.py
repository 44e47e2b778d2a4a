"""Small screens that are drawn with their truth."""

import cv2
import numpy as np
import numpy.typing as npt

Pixels = npt.NDArray[np.uint8]

BUTTON = (60.0, 40.0, 180.0, 76.0)
LABEL_INSIDE = (98.0, 50.0, 142.0, 66.0)
FIELD = (60.0, 120.0, 300.0, 150.0)
ICON = (340.0, 50.0, 360.0, 70.0)


def blank(height: int = 240, width: int = 400, colour: int = 245) -> Pixels:
    """A screen with nothing on it."""
    return np.full((height, width, 3), colour, np.uint8)


def screen() -> Pixels:
    """A filled button with a label, a field with a frame, an icon and a line of text."""
    pixels = blank()
    x1, y1, x2, y2 = map(int, BUTTON)
    pixels[y1:y2, x1:x2] = (40, 90, 200)
    write(pixels, "Save", 98, 66, 0.62, (255, 255, 255))
    x1, y1, x2, y2 = map(int, FIELD)
    cv2.rectangle(pixels, (x1, y1), (x2 - 1, y2 - 1), (120, 120, 120), 1)
    x1, y1, x2, y2 = map(int, ICON)
    cv2.circle(pixels, (350, 60), 9, (30, 30, 30), 2)
    write(pixels, "Nothing was saved yet", 60, 200, 0.55, (20, 20, 20))
    return pixels


def write(
    pixels: Pixels, words: str, x: int, y: int, size: float, colour: tuple[int, int, int]
) -> None:
    """A line of text whose baseline begins at x, y."""
    cv2.putText(pixels, words, (x, y), cv2.FONT_HERSHEY_SIMPLEX, size, colour, 1, cv2.LINE_AA)
