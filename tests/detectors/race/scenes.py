"""Small photos of runners, drawn: shirts, sheets with digits, and the astronaut's face."""

from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt
from matplotlib import get_data_path
from PIL import Image, ImageDraw, ImageFont
from skimage.data import astronaut

from src.core import Entry, Picture

SHAPE = (480, 720)
PAPER, INK, BAND, SHIRT = (244, 243, 238), (18, 18, 22), (200, 30, 40), (60, 90, 160)
PORTRAIT = (130, 20, 340, 290)
"""Where the head is in the astronaut's picture, xyxy."""
FACE = (0.25, 0.22, 0.7, 0.83)
"""Where the face is in that, in shares."""

Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Runner:
    """Somebody at a place, with a number; the sheet's left top and width are px of the photo."""

    number: str
    sheet: tuple[int, int] = (200, 260)
    width: int = 130

    @property
    def bib(self) -> Box:
        """The sheet, xyxy."""
        x, y = self.sheet
        return x, y, x + self.width, y + round(0.78 * self.width)

    @property
    def head(self) -> tuple[int, int, int, int]:
        """Where the head is pasted."""
        middle, (_, y) = self.sheet[0] + self.width // 2, self.sheet
        high = round(1.7 * self.width)
        wide = round(high * (PORTRAIT[2] - PORTRAIT[0]) / (PORTRAIT[3] - PORTRAIT[1]))
        return middle - wide // 2, y - high - 30, middle - wide // 2 + wide, y - 30

    @property
    def face(self) -> Box:
        """The face, xyxy."""
        left, top, right, bottom = self.head
        wide, high = right - left, bottom - top
        return (
            left + FACE[0] * wide, top + FACE[1] * high,
            left + FACE[2] * wide, top + FACE[3] * high,
        )  # fmt: skip


@cache
def photo(*runners: Runner, shape: tuple[int, int] = SHAPE) -> npt.NDArray[np.uint8]:
    """A photo of these runners on grass."""
    rng = np.random.default_rng(0)
    grass = rng.normal((70, 110, 60), 6, (*shape, 3)).clip(0, 255).astype(np.uint8)
    image = Image.fromarray(grass)
    pen = ImageDraw.Draw(image)
    for runner in runners:
        x, y, right, bottom = runner.bib
        pen.rectangle((x - 40, y - 35, right + 40, bottom + 300), fill=SHIRT)
        _print(pen, runner)
        left, top, right, bottom = runner.head
        head = Image.fromarray(astronaut()).crop(PORTRAIT).resize((right - left, bottom - top))
        image.paste(head, (left, top))
    return np.asarray(image)


def picture(*runners: Runner, name: str = "photo") -> Picture:
    """The same as a detector is shown it."""
    return Picture(Entry(f"id-of-{name}", name, "test"), photo(*runners))


def _print(pen: ImageDraw.ImageDraw, runner: Runner) -> None:
    x, y, right, bottom = runner.bib
    pen.rectangle((x, y, right, bottom), fill=PAPER)
    pen.rectangle((x, y, right, y + 0.18 * (bottom - y)), fill=BAND)
    size = min(0.55 * (bottom - y), 1.2 * (right - x) / len(runner.number))
    font = ImageFont.truetype(f"{get_data_path()}/fonts/ttf/DejaVuSans-Bold.ttf", round(size))
    middle = (x + right) / 2, y + 0.58 * (bottom - y)
    pen.text(middle, runner.number, font=font, fill=INK, anchor="mm")
