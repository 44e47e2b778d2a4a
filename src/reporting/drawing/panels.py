"""A picture beside its overlay, with a caption and a legend."""

import math
from collections.abc import Mapping

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from src.core import Instances, Sample
from src.reporting.drawing.pictures import (
    CORRECT,
    MISSED,
    OUTLINE,
    SPURIOUS,
    UNSCORED,
    Pixels,
    eight_bit,
    enlarged,
    overlay,
)

LEAST_SIDE, MOST_SIDE = 384, 960
"""The longer side of each picture on the panel, in pixels."""

MARGIN, SWATCH, LEAST_WIDTH = 12, 12, 520
PAPER, INK, FAINT = (24, 24, 27), (244, 244, 245), (161, 161, 170)
TITLE_FONT, TEXT_FONT = ImageFont.load_default(18), ImageFont.load_default(14)


def panel(sample: Sample, prediction: Instances, numbers: Mapping[str, float]) -> Pixels:
    """Picture and overlay side by side under the sample's name and numbers."""
    zoom = _zoom(max(*sample.picture.shape, 1))
    pictures = [
        _fitted(enlarged(eight_bit(sample.picture.pixels), zoom)),
        _fitted(overlay(sample, prediction, zoom)),
    ]
    width = max(2 * pictures[0].width + 3 * MARGIN, LEAST_WIDTH)
    top = MARGIN + 52
    sheet = Image.new("RGB", (width, top + pictures[0].height + 44), PAPER)
    for place, picture in enumerate(pictures):
        sheet.paste(picture, (MARGIN + place * (picture.width + MARGIN), top))
    draw = ImageDraw.Draw(sheet)
    room = width - 2 * MARGIN
    values = "   ".join(f"{name} {number:.3f}" for name, number in numbers.items())
    draw.text((MARGIN, MARGIN), cut(sample.name, room, TITLE_FONT), INK, TITLE_FONT)
    draw.text((MARGIN, MARGIN + 26), cut(values, room, TEXT_FONT), FAINT, TEXT_FONT)
    _legend(draw, sheet.height - MARGIN - SWATCH, unscored=not sample.truth.counts.all())
    return np.asarray(sheet)


def _zoom(longer_side: int) -> int:
    """How many times larger a small picture is shown, so that its pixels stay square."""
    return 1 if 2 * longer_side > MOST_SIDE else math.ceil(LEAST_SIDE / longer_side)


def _fitted(pixels: Pixels) -> Image.Image:
    """The picture, made smaller where it is too large."""
    picture = Image.fromarray(pixels)
    if max(picture.size) > MOST_SIDE:
        picture.thumbnail((MOST_SIDE, MOST_SIDE), Image.Resampling.LANCZOS)
    return picture


def cut(text: str, room: int, font: ImageFont.ImageFont | ImageFont.FreeTypeFont) -> str:
    """The text, or as much of it as there is room for."""
    if font.getlength(text) <= room:
        return text
    while text and font.getlength(f"{text}…") > room:
        text = text[:-1]
    return f"{text}…"


def _legend(draw: ImageDraw.ImageDraw, y: int, *, unscored: bool) -> None:
    meanings = {"correct": CORRECT, "missed": MISSED, "spurious": SPURIOUS}
    if unscored:
        meanings["not scored"] = UNSCORED
    x = MARGIN
    for word, colour in meanings.items():
        draw.rectangle((x, y, x + SWATCH, y + SWATCH), fill=colour)
        x = _word(draw, x + SWATCH + 6, y, word)
    draw.rectangle((x, y, x + SWATCH, y + SWATCH), outline=OUTLINE, width=2)
    _word(draw, x + SWATCH + 6, y, "true outline")


def _word(draw: ImageDraw.ImageDraw, x: int, y: int, word: str) -> int:
    """Write a word beside its swatch, and give where the next swatch begins."""
    draw.text((x, y + SWATCH / 2), word, INK, TEXT_FONT, anchor="lm")
    return x + math.ceil(TEXT_FONT.getlength(word)) + 18
