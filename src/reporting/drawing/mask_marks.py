"""Masks drawn on a picture: an outline each, and a word beside it that hides no other word."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFont
from scipy import ndimage

from src.core.instances import Rle
from src.geometry.masks import decode
from src.reporting.drawing.framing import INK, PAPER
from src.reporting.drawing.pictures import Pixels
from src.reporting.palette import Colour

LINE, FILL = 2, 0.4
"""Pixels of an outline, and how much of its colour fills a mask without a partner."""

FONT, FONT_HEIGHT, STROKE = ImageFont.load_default(14), 14, 2
Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


@dataclass(frozen=True)
class Mark:
    """One mask, the word at it, if any, and whether it is filled."""

    rle: Rle
    word: str
    filled: bool


def drawn(picture: Image.Image, marks: Sequence[Mark], colour: Colour) -> Image.Image:
    """The picture with its masks outlined; what is filled lies below all outlines."""
    canvas = np.array(picture)
    masks = [_shown(mark.rle, picture.size) for mark in marks]
    for mark, mask in zip(marks, masks, strict=True):
        if mark.filled:
            canvas[mask] = ((1 - FILL) * canvas[mask] + FILL * np.array(colour)).astype(np.uint8)
    for mask in masks:
        _outline(canvas, mask, colour)
    sheet = Image.fromarray(canvas)
    draw = ImageDraw.Draw(sheet)
    words = [
        (mark.word, *_place(mask)) for mark, mask in zip(marks, masks, strict=True) if mark.word
    ]
    for (word, _, _), (left, top, right, bottom) in zip(
        words, placed(words, sheet.size), strict=True
    ):
        middle = ((left + right) / 2, (top + bottom) / 2)
        draw.text(middle, word, INK, FONT, "mm", stroke_width=STROKE, stroke_fill=PAPER)
    return sheet


def _shown(rle: Rle, size: tuple[int, int]) -> npt.NDArray[np.bool_]:
    """The mask at the picture's size; no mask becomes too small to be seen."""
    full = Image.fromarray(decode(rle).astype(np.uint8) * 255)
    smaller = size[0] < full.width
    resampling = Image.Resampling.BOX if smaller else Image.Resampling.NEAREST
    return np.asarray(full.resize(size, resampling)) > 0


def _outline(canvas: Pixels, mask: npt.NDArray[np.bool_], colour: Colour) -> None:
    """The outermost pixels of a mask, found within the box around it."""
    for rows, columns in ndimage.find_objects(mask.astype(np.uint8)):
        inside = np.pad(mask[rows, columns], 1)
        edge = inside & ~ndimage.binary_erosion(inside, np.ones((3, 3)), LINE)
        canvas[rows, columns][edge[1:-1, 1:-1]] = colour


def _place(mask: npt.NDArray[np.bool_]) -> tuple[Point, Box]:
    """Where a word belongs, the centroid or else the deepest pixel; and the box of the mask."""
    for rows, columns in ndimage.find_objects(mask.astype(np.uint8)):
        inside = np.pad(mask[rows, columns], 1)
        row, column = (int(axis.mean()) for axis in np.nonzero(inside))
        if not inside[row, column]:
            depth = ndimage.distance_transform_edt(inside)
            row, column = (int(axis) for axis in np.unravel_index(depth.argmax(), depth.shape))
        middle = columns.start + column - 0.5, rows.start + row - 0.5
        return middle, (columns.start, rows.start, columns.stop, rows.stop)
    return (0, 0), (0, 0, 0, 0)


def placed(words: Sequence[tuple[str, Point, Box]], size: tuple[int, int]) -> list[Box]:
    """Boxes of words: in their masks, below those that are too small, apart where there is room.

    Args:
        words: each with where it belongs and the box of its mask.
        size: width and height of the picture.
    """
    taken: list[Box] = []
    for word, (x, y), (left, top, right, bottom) in words:
        width, height = FONT.getlength(word) + 2 * STROKE, FONT_HEIGHT + 2 * STROKE
        if right - left < 1.3 * width or bottom - top < 2 * height:
            x, y = (left + right) / 2, bottom + height / 2
        x = min(max(x, width / 2), size[0] - width / 2)
        heights = [y + step * way * height for step in range(5) for way in (1, -1)]
        middles = [min(max(middle, height / 2), size[1] - height / 2) for middle in heights]
        boxes = [(x - width / 2, m - height / 2, x + width / 2, m + height / 2) for m in middles]
        free = (box for box in boxes if not any(_meet(box, other) for other in taken))
        taken.append(next(free, boxes[0]))
    return taken


def _meet(first: Box, second: Box) -> bool:
    return (
        first[0] < second[2]
        and second[0] < first[2]
        and first[1] < second[3]
        and second[1] < first[3]
    )
