"""A wrong answer as a picture: its target, what was chosen, and where the click was."""

from math import ceil, floor, isnan

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw

from src.core import Table
from src.reporting.drawing.pictures import Pixels, eight_bit
from src.reporting.palette import CORRECT, MISSED, OUTLINE

MARGIN = 48
"""Pixels of the screenshot round what is shown."""

LEAST, MOST = 320, 640
"""The longer side of a crop in pixels of its picture."""

INK = (0, 0, 0)

Numbers = npt.NDArray[np.float64]


def failure_crop(pixels: npt.NDArray[np.generic], questions: Table, place: int) -> Pixels:
    """The window of a screenshot that explains one answer.

    Args:
        questions: of one screenshot, judged.
        place: of the question among them.
    """
    boxes = [_box(questions, place, before) for before in ("truth_", "")]
    points = [_point(questions, place, before) for before in ("click_", "")]
    if questions["refusal"][place]:
        boxes[0] = None
    left, top, right, bottom = _window(boxes, points, pixels.shape[:2])
    window = eight_bit(np.asarray(pixels[top:bottom, left:right]))
    picture = Image.fromarray(window)
    zoom = _zoom(max(picture.size))
    size = (max(1, round(picture.width * zoom)), max(1, round(picture.height * zoom)))
    way = Image.Resampling.NEAREST if zoom >= 1 else Image.Resampling.LANCZOS
    picture = picture.resize(size, way)
    draw = ImageDraw.Draw(picture)
    for box, colour in zip(boxes, (OUTLINE, MISSED), strict=True):
        if box is not None:
            _frame(draw, (np.array(box) - [left, top, left, top]) * zoom, colour)
    click, point = ((np.array(own) - [left, top]) * zoom for own in points)
    if not np.isnan(click).any():
        _cross(draw, click)
    elif not np.isnan(point).any():
        _dot(draw, point)
    return np.asarray(picture)


def _box(questions: Table, place: int, before: str) -> tuple[float, ...] | None:
    box = tuple(float(questions[f"{before}{name}"][place]) for name in ("x1", "y1", "x2", "y2"))
    return None if any(isnan(own) for own in box) else box


def _point(questions: Table, place: int, before: str) -> tuple[float, float]:
    return float(questions[f"{before}x"][place]), float(questions[f"{before}y"][place])


def _window(
    boxes: list[tuple[float, ...] | None],
    points: list[tuple[float, float]],
    shape: tuple[int, ...],
) -> tuple[int, int, int, int]:
    """Whole pixels round everything that is drawn, inside the screenshot."""
    corners = [corner for box in boxes if box for corner in (box[:2], box[2:])]
    places = np.array([*corners, *(own for own in points if not isnan(own[0]))], float)
    height, width = shape[0], shape[1]
    if not len(places):
        return 0, 0, width, height
    near, far = places.min(axis=0) - MARGIN, places.max(axis=0) + MARGIN
    left, top = (max(0, floor(own)) for own in near)
    right, bottom = min(width, ceil(far[0])), min(height, ceil(far[1]))
    # What was answered may lie outside the screenshot altogether.
    left, top = min(left, width - 1), min(top, height - 1)
    return left, top, max(right, left + 1), max(bottom, top + 1)


def _zoom(longer: int) -> float:
    """Whole where it enlarges, so that pixels stay square."""
    if longer > MOST:
        return MOST / longer
    return float(max(1, LEAST // max(longer, 1)))


def _frame(
    draw: ImageDraw.ImageDraw, box: npt.NDArray[np.float64], colour: tuple[int, ...]
) -> None:
    for wider, ink in ((3, INK), (2, colour), (1, colour)):
        near, far = box[:2] - wider, box[2:] + wider - 1
        draw.rectangle((*near, *np.maximum(near, far)), outline=ink)


def _cross(draw: ImageDraw.ImageDraw, place: Numbers) -> None:
    x, y = place.tolist()
    for width, ink in ((5, INK), (3, CORRECT)):
        draw.line((x - 7, y, x + 7, y), fill=ink, width=width)
        draw.line((x, y - 7, x, y + 7), fill=ink, width=width)


def _dot(draw: ImageDraw.ImageDraw, place: Numbers) -> None:
    x, y = place.tolist()
    draw.ellipse((x - 5, y - 5, x + 5, y + 5), fill=MISSED, outline=INK)
