"""Bibs: what is printed on a sheet, and where each digit stands on it."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFont

from src.data.ui_synthetic.fonts import matplotlib_fonts

Colour = tuple[int, int, int]
"""Red, green and blue of 0 to 255."""

Rectangle = tuple[float, float, float, float]
"""Left, top, right and bottom in shares of a sheet."""

FONTS = ("DejaVuSans-Bold", "DejaVuSans", "DejaVuSansMono-Bold", "DejaVuSerif-Bold", "cmb10",
         "cmss10", "STIXGeneralBol", "DejaVuSans-BoldOblique")  # fmt: skip
SHARES = (0.46, 0.06, 0.16, 0.14, 0.06, 0.04, 0.04, 0.04)
PAPERS: tuple[Colour, ...] = ((244, 243, 238), (250, 250, 250), (238, 228, 120), (200, 222, 240),
                              (34, 38, 62), (240, 200, 205))  # fmt: skip
PAPER_SHARES = (0.5, 0.24, 0.08, 0.07, 0.06, 0.05)
INKS: tuple[Colour, ...] = ((18, 18, 22), (20, 36, 110), (170, 20, 28), (16, 90, 50),
                            (214, 110, 40), (128, 128, 134), (96, 150, 200))  # fmt: skip
INK_SHARES = (0.54, 0.14, 0.12, 0.06, 0.05, 0.05, 0.04)
BANDS: tuple[Colour, ...] = ((200, 30, 40), (20, 70, 160), (30, 140, 80), (240, 130, 20),
                             (90, 40, 120), (20, 20, 24))  # fmt: skip
EVENTS = ("CITY RUN", "HARBOUR MILE", "RIVER TRAIL", "OLD TOWN 10K", "LAKE MARATHON", "HILL RACE",
          "FOREST HALF", "NIGHT RUN")  # fmt: skip
SPONSORS = ("northbank", "Aldo Sports", "greenleaf", "MERIDIAN", "fjord water", "Kestrel", "sunny")

WIDEST = 420
"""Pixels of a sheet's own picture."""

CONDENSED, NARROW, HEAVY = 0.4, (0.52, 0.82), (0.0, 0.065)
"""Share of designs with the tall narrow digits that races like, their width to the usual one, and
what is added all round their strokes, in heights of a digit: holes of 0, 6, 8 and 9 close up."""


@dataclass(frozen=True)
class Design:
    """How the sheets of one start group are printed.

    Args:
        ratio: height to width.
        digits: height of the digits, in heights of the sheet.
        level: where their middle stands, likewise.
        narrow: width of the digits to that of the font.
        heavy: what is added all round their strokes, in heights of a digit.
    """

    font: str
    paper: Colour
    ink: Colour
    band: Colour
    event: str
    sponsor: str
    header: float
    ratio: float
    digits: float
    level: float
    footer: bool
    pinned: bool = True
    narrow: float = 1.0
    heavy: float = 0.0


def on_cloth(cloth: tuple[float, float, float]) -> Design:
    """How a number is printed on a shirt: no sheet, digits alone in white or black."""
    red, green, blue = (round(255 * part) for part in cloth)
    dark = red + green + blue < 400
    paper, ink = (red, green, blue), (246, 246, 244) if dark else (20, 20, 24)
    return Design(
        font="DejaVuSans-Bold",
        paper=paper,
        ink=ink,
        band=ink,
        event="",
        sponsor="",
        header=0.0,
        ratio=0.8,
        digits=0.8,
        level=0.5,
        footer=False,
        pinned=False,
    )


def drawn_design(rng: np.random.Generator) -> Design:
    """Any."""
    paper = PAPERS[int(rng.choice(len(PAPERS), p=PAPER_SHARES))]
    ink = INKS[int(rng.choice(len(INKS), p=INK_SHARES))]
    header = float(rng.uniform(0.14, 0.24)) if rng.random() < 0.8 else 0.0
    narrow, heavy = _drawn_strokes(rng.spawn(1)[0])
    return Design(
        font=str(rng.choice(FONTS, p=SHARES)),
        paper=paper,
        ink=(245, 244, 240) if sum(paper) < 300 else ink,
        band=BANDS[int(rng.integers(0, len(BANDS)))],
        event=str(rng.choice(EVENTS)),
        sponsor=str(rng.choice(SPONSORS)),
        header=header,
        ratio=float(rng.uniform(0.68, 0.88)),
        digits=float(rng.uniform(0.3, 0.48)),
        level=float(header / 2 + rng.uniform(0.45, 0.5)),
        footer=bool(rng.random() < 0.6),
        narrow=narrow,
        heavy=heavy,
    )


def _drawn_strokes(rng: np.random.Generator) -> tuple[float, float]:
    """How narrow digits are, and how heavy."""
    if rng.random() >= CONDENSED:
        return 1.0, 0.0
    return float(rng.uniform(*NARROW)), float(rng.uniform(*HEAVY))


@dataclass(frozen=True, eq=False)
class Print:
    """A sheet's own picture and where its digits stand."""

    pixels: npt.NDArray[np.uint8]
    digits: tuple[Rectangle, ...]


@lru_cache(maxsize=128)
def printed(design: Design, number: str, width: int = WIDEST) -> Print:
    """A sheet of a width in pixels, with a number."""
    height = round(width * design.ratio)
    image = Image.new("RGB", (width, height), design.paper)
    pen = ImageDraw.Draw(image)
    if design.header:
        pen.rectangle((0, 0, width, design.header * height), fill=design.band)
        lettered(pen, design.event, (width / 2, design.header * height / 2),
              0.5 * design.header * height, (250, 250, 250))  # fmt: skip
    if design.footer:
        lettered(pen, design.sponsor, (width / 2, 0.93 * height), 0.075 * height, design.band)
    places = _digits(image, design, number, width, height)
    for x in (0.05, 0.95) if design.pinned else ():
        for y in (0.06, 0.94):
            pen.ellipse(_around(x * width, y * height, 0.012 * width), fill=(120, 120, 122))
    return Print(np.asarray(image), places)


def _digits(
    image: Image.Image, design: Design, number: str, width: int, height: int
) -> tuple[Rectangle, ...]:
    """Print the number; where each digit stands."""
    left, top, right, bottom = _face(design.font, 100).getbbox(number or "0")
    across = 0.86 * width / (design.narrow * (right - left))
    size = max(4, round(100 * min(design.digits * height / (bottom - top), across)))
    face = _face(design.font, size)
    left, top, right, bottom = face.getbbox(number or "0")
    rim = round(design.heavy * (bottom - top))
    ink = Image.new("L", (round(right - left) + 2 * rim, round(bottom - top) + 2 * rim))
    ImageDraw.Draw(ink).text(
        (rim - left, rim - top), number, font=face, fill=255, stroke_width=rim, stroke_fill=255
    )
    if design.narrow < 1:
        ink = ink.resize((max(1, round(design.narrow * ink.width)), ink.height))
    x, y = (width - ink.width) / 2, design.level * height - ink.height / 2
    image.paste(Image.new("RGB", ink.size, design.ink), (round(x), round(y)), ink)
    places = []
    for place in range(len(number)):
        before = face.getlength(number[:place]) - left
        edges = face.getbbox(number[place])
        begin, end = (before + edge + side for edge, side in ((edges[0], 0), (edges[2], 2 * rim)))
        box = (x + design.narrow * begin, y + edges[1] - top, x + design.narrow * end,
               y + edges[3] - top + 2 * rim)  # fmt: skip
        places.append((box[0] / width, box[1] / height, box[2] / width, box[3] / height))
    return tuple(places)


def lettered(
    pen: ImageDraw.ImageDraw,
    words: str,
    middle: tuple[float, float],
    size: float,
    ink: Colour,
    name: str = "DejaVuSans-Bold",
    room: float = np.inf,
) -> None:
    """Write words about a middle, no wider than ``room`` px."""
    size = min(size, 100 * room / max(_face(name, 100).getlength(words), 1))
    pen.text(middle, words, font=_face(name, max(4, round(size))), fill=ink, anchor="mm")


def _around(x: float, y: float, radius: float) -> tuple[float, float, float, float]:
    return x - radius, y - radius, x + radius, y + radius


@lru_cache(maxsize=256)
def _face(name: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(matplotlib_fonts() / f"{name}.ttf"), size)
