"""Panels side by side, with captions and legends."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from src.reporting.palette import Colour
from src.reporting.playback.colours import FAINT, INK, PAPER
from src.reporting.playback.scene import Pixels

MARGIN, CAPTION_HEIGHT, LEGEND_HEIGHT, SWATCH = 12, 30, 34, 12
LEAST_HEIGHT, LEAST_WIDTH = 64, 264
"""Room for the label and for the widest legend, in pixels."""

TEXT_FONT = ImageFont.load_default(14)


@dataclass(frozen=True, eq=False)
class Panel:
    """A picture, what it is called, and what its colours mean."""

    caption: str
    pixels: Pixels
    legend: Mapping[str, Colour]


class Sheet:
    """Panels of equal size on dark paper, where each picture is found again."""

    def __init__(self, panels: Sequence[Panel]) -> None:
        self._height: int
        self._width: int
        self._height, self._width = panels[0].pixels.shape[:2]
        self._cell_height = max(self._height, LEAST_HEIGHT)
        self._cell_width = max(self._width, LEAST_WIDTH)
        self.pixels = self._drawn(panels)

    def cell(self, frame: Pixels, place: int) -> Pixels:
        """A view of one panel, in a frame of this sheet's size."""
        left = self._left(place)
        rows = slice(CAPTION_HEIGHT, CAPTION_HEIGHT + self._cell_height)
        return frame[rows, left : left + self._cell_width]

    def picture(self, frame: Pixels, place: int) -> Pixels:
        """A view of one panel's picture, which lies in the middle of its cell."""
        top = (self._cell_height - self._height) // 2
        left = (self._cell_width - self._width) // 2
        cell = self.cell(frame, place)
        return cell[top : top + self._height, left : left + self._width]

    def _left(self, place: int) -> int:
        return MARGIN + place * (self._cell_width + MARGIN)

    def _drawn(self, panels: Sequence[Panel]) -> Pixels:
        size = (self._left(len(panels)), CAPTION_HEIGHT + self._cell_height + LEGEND_HEIGHT)
        image = Image.new("RGB", size, PAPER)
        draw = ImageDraw.Draw(image)
        for place, panel in enumerate(panels):
            top = (self._left(place), CAPTION_HEIGHT // 2)
            draw.text(top, panel.caption, FAINT, TEXT_FONT, anchor="lm")
            _legend(draw, self._left(place), size[1] - LEGEND_HEIGHT // 2, panel.legend)
        pixels = np.array(image)
        for place, panel in enumerate(panels):
            self.picture(pixels, place)[:] = panel.pixels
        return pixels


def _legend(
    draw: ImageDraw.ImageDraw, left: int, middle: int, meanings: Mapping[str, Colour]
) -> None:
    top = middle - SWATCH // 2
    for word, colour in meanings.items():
        draw.rounded_rectangle((left, top, left + SWATCH, top + SWATCH), 3, fill=colour)
        left += SWATCH + 7
        draw.text((left, middle), word, INK, TEXT_FONT, anchor="lm")
        left += math.ceil(TEXT_FONT.getlength(word)) + 16
