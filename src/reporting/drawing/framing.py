"""Pictures on one sheet, under a title and a caption, over a legend."""

from collections.abc import Collection, Mapping, Sequence

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from src.reporting.drawing.pictures import Pixels, eight_bit
from src.reporting.palette import Colour

MARGIN, SWATCH = 12, 12
ABOVE, BELOW = MARGIN + 52, 44
MOST_SIDE = 960
"""The longer side of each of two pictures, and the least width of a sheet with one, in pixels."""

LARGEST = 1600
"""The longer side of a picture that is alone on its sheet, in pixels."""

PAPER, INK, FAINT = (24, 24, 27), (244, 244, 245), (161, 161, 170)
TITLE_FONT, TEXT_FONT = ImageFont.load_default(18), ImageFont.load_default(14)


def framed(
    pictures: Sequence[Image.Image],
    title: str,
    captions: Sequence[str],
    legend: Mapping[str, Colour],
    *,
    outlined: Collection[str] = (),
    least_width: int = MOST_SIDE,
) -> Pixels:
    """The pictures side by side.

    Args:
        captions: one for all pictures, or one above each.
        legend: what the colours mean.
        outlined: words of the legend whose swatch is an outline, as what it means is.
    """
    inside = sum(picture.width + MARGIN for picture in pictures) - MARGIN
    width = max(inside, least_width) + 2 * MARGIN
    height = ABOVE + max(picture.height for picture in pictures) + BELOW
    sheet = Image.new("RGB", (width, height), PAPER)
    draw, room = ImageDraw.Draw(sheet), width - 2 * MARGIN
    draw.text((MARGIN, MARGIN), cut(title, room, TITLE_FONT), INK, TITLE_FONT)
    x = MARGIN
    for place, picture in enumerate(pictures):
        sheet.paste(picture, (x, ABOVE))
        if place < len(captions):
            own = room if len(captions) == 1 else picture.width
            draw.text((x, MARGIN + 26), cut(captions[place], own, TEXT_FONT), FAINT, TEXT_FONT)
        x += picture.width + MARGIN
    _legend(draw, height - MARGIN - SWATCH, legend, outlined)
    return np.asarray(sheet)


def shrunk(pixels: Pixels, largest: int = LARGEST) -> tuple[Image.Image, float]:
    """The picture, made smaller where it is too large, and how many times its size it has."""
    picture = Image.fromarray(eight_bit(pixels))
    zoom = min(1.0, largest / max(*picture.size, 1))
    if zoom < 1:
        width, height = (max(1, round(side * zoom)) for side in picture.size)
        picture = picture.resize((width, height))
    return picture, zoom


def cut(text: str, room: int, font: ImageFont.ImageFont | ImageFont.FreeTypeFont) -> str:
    """The text, or as much of it as there is room for."""
    if font.getlength(text) <= room:
        return text
    while text and font.getlength(f"{text}…") > room:
        text = text[:-1]
    return f"{text}…"


def _legend(
    draw: ImageDraw.ImageDraw, y: int, legend: Mapping[str, Colour], outlined: Collection[str]
) -> None:
    x = float(MARGIN)
    for word, colour in legend.items():
        swatch = (x, y, x + SWATCH, y + SWATCH)
        if word in outlined:
            draw.rectangle(swatch, outline=colour, width=2)
        else:
            draw.rectangle(swatch, fill=colour)
        draw.text((x + SWATCH + 6, y + SWATCH / 2), word, INK, TEXT_FONT, anchor="lm")
        x += SWATCH + 24 + TEXT_FONT.getlength(word)
