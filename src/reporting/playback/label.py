"""Which picture, when and what: the words over the first panel."""

import math

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from src.reporting.palette import OUTLINE
from src.reporting.playback.colours import INK, PAPER, mixed
from src.reporting.playback.scene import Pixels

CORNER, PADDING, LINE_HEIGHT, DARKNESS = 8, 8, 20, 0.72
FONT = ImageFont.load_default(15)


class Label:
    """A dark plate on a picture with its index, the phase, and the simulated time.

    Args:
        below: what the plate lies on; it does not change.
        seconds: how long the whole annotation takes.
    """

    def __init__(self, below: Pixels, title: str, seconds: float) -> None:
        self._seconds = seconds
        width = max(FONT.getlength(text) for text in (title, self._time(seconds)))
        below = below[CORNER:, CORNER:]
        below = below[: 2 * LINE_HEIGHT + PADDING, : math.ceil(width) + 2 * PADDING]
        self._plate = Image.fromarray(mixed(below, PAPER, DARKNESS))
        self._write(self._plate, 0, title, INK)

    def draw(self, picture: Pixels, moment: float) -> None:
        """Put the plate on the picture, with the time."""
        plate = self._plate.copy()
        self._write(plate, 1, self._time(moment), OUTLINE)
        picture[CORNER:, CORNER:][: plate.height, : plate.width] = np.asarray(plate)

    def _time(self, moment: float) -> str:
        return f"{moment:.1f} / {self._seconds:.1f} s"

    @staticmethod
    def _write(plate: Image.Image, line: int, text: str, colour: tuple[int, int, int]) -> None:
        middle = PADDING / 2 + (line + 0.5) * LINE_HEIGHT
        ImageDraw.Draw(plate).text((PADDING, middle), text, colour, FONT, anchor="lm")
