"""A photo with its bibs and faces, right and wrong, and the links between them."""

from collections.abc import Iterator

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from src.core import Row, Sample, Table
from src.reporting.drawing.panels import (
    FAINT,
    INK,
    MARGIN,
    MOST_SIDE,
    PAPER,
    SWATCH,
    TEXT_FONT,
    TITLE_FONT,
    cut,
)
from src.reporting.drawing.pictures import (
    CORRECT,
    MISSED,
    OUTLINE,
    SPURIOUS,
    UNSCORED,
    Pixels,
    eight_bit,
)
from src.scoring.race import words
from src.scoring.race.boxes import BOXES, CORNERS
from src.scoring.race.sums import LINKS

COLOURS = {
    words.MATCHED: CORRECT,
    words.MISSED: MISSED,
    words.SPURIOUS: SPURIOUS,
    words.UNSCORED: UNSCORED,
    words.DROPPED: UNSCORED,
}
LEGEND = {
    "right": CORRECT,
    "missed": MISSED,
    "made up": SPURIOUS,
    "does not count": UNSCORED,
    "the true box": OUTLINE,
}
LARGEST = 1600
"""The longer side of a photo on its panel, in px."""


def photo_panel(sample: Sample, row: Row, caption: str) -> Pixels:
    """The photo under its name, over a legend; nobody's name is on it."""
    picture = Image.fromarray(eight_bit(sample.picture.pixels))
    zoom = min(1.0, LARGEST / max(*picture.size, 1))
    if zoom < 1:
        picture = picture.resize(
            (max(1, round(picture.width * zoom)), max(1, round(picture.height * zoom)))
        )
    _draw(ImageDraw.Draw(picture), row, zoom)
    width = max(picture.width, MOST_SIDE) + 2 * MARGIN
    top = MARGIN + 52
    sheet = Image.new("RGB", (width, top + picture.height + 44), PAPER)
    sheet.paste(picture, (MARGIN, top))
    draw = ImageDraw.Draw(sheet)
    room = width - 2 * MARGIN
    draw.text((MARGIN, MARGIN), cut(sample.name, room, TITLE_FONT), INK, TITLE_FONT)
    draw.text((MARGIN, MARGIN + 26), cut(caption, room, TEXT_FONT), FAINT, TEXT_FONT)
    x, y = float(MARGIN), sheet.height - MARGIN - SWATCH
    for word, colour in LEGEND.items():
        draw.rectangle((x, y, x + SWATCH, y + SWATCH), fill=colour)
        draw.text((x + SWATCH + 6, y + SWATCH / 2), word, INK, TEXT_FONT, anchor="lm")
        x += SWATCH + 24 + TEXT_FONT.getlength(word)
    return np.asarray(sheet)


def _draw(draw: ImageDraw.ImageDraw, row: Row, zoom: float) -> None:
    boxes = row.tables[BOXES]
    texts = {
        bib: text
        for side, bib, text in _columns(boxes, "side", "id", "text")
        if side == words.TRUTH
    }
    for side, kind, text, partner, *corners in _columns(
        boxes, "side", "kind", "text", "partner", *CORNERS
    ):
        place = [corner * zoom for corner in corners]
        if side == words.TRUTH and kind == words.MATCHED:
            draw.rectangle(place, outline=OUTLINE, width=1)
            continue
        colour = COLOURS.get(kind, UNSCORED)
        draw.rectangle(place, outline=colour, width=3)
        wrong = kind == words.MATCHED and text and text != texts.get(partner)
        label = f"{text} (is {texts.get(partner)})" if wrong else text
        if label:
            _label(draw, (place[0], place[1]), label, MISSED if wrong else colour)
    _draw_links(draw, row, zoom)


def _draw_links(draw: ImageDraw.ImageDraw, row: Row, zoom: float) -> None:
    links, boxes = row.tables.get(LINKS), row.tables[BOXES]
    centres = {
        (side, name, own): ((x1 + x2) / 2 * zoom, (y1 + y2) / 2 * zoom)
        for side, name, own, x1, y1, x2, y2 in _columns(boxes, "side", "class", "id", *CORNERS)
    }
    for side, bib, face, kind in _columns(links, "side", "bib", "face", "kind") if links else ():
        if side == words.TRUTH and kind == words.MATCHED:
            continue
        ends = [centres[side, words.BIB, bib], centres[side, words.FACE, face]]
        draw.line(ends, fill=COLOURS[kind], width=2)


def _label(
    draw: ImageDraw.ImageDraw, corner: tuple[float, float], text: str, colour: tuple[int, int, int]
) -> None:
    """A word above a box, or in it where there is no room above."""
    font: ImageFont.ImageFont | ImageFont.FreeTypeFont = TEXT_FONT
    x, y = corner[0], max(corner[1] - 18, 0)
    draw.rectangle((x, y, x + font.getlength(text) + 6, y + 17), fill=colour)
    draw.text((x + 3, y), text, (0, 0, 0), font)


def _columns(table: Table, *names: str) -> Iterator[tuple]:  # type: ignore[type-arg]
    return zip(*(table[name].tolist() for name in names), strict=True)
