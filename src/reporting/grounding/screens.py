"""A whole screenshot with its targets, right and wrong, and what was chosen."""

import numpy as np
from PIL import Image, ImageDraw

from src.core import Row, Sample
from src.core.answers import ERROR
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
from src.scoring.grounding.tables import QUESTIONS

COLOURS = {
    "right": CORRECT,
    "missed": MISSED,
    "error": UNSCORED,
    "chosen instead": SPURIOUS,
    "click": OUTLINE,
}
LARGEST = 1600
"""The longer side of a screenshot on its panel, in pixels."""


def screen_panel(sample: Sample, row: Row, caption: str) -> Pixels:
    """The screenshot under its name, over a legend."""
    picture = Image.fromarray(eight_bit(sample.picture.pixels))
    zoom = min(1.0, LARGEST / max(*picture.size, 1))
    if zoom < 1:
        picture = picture.resize((round(picture.width * zoom), round(picture.height * zoom)))
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
    for word, colour in COLOURS.items():
        draw.rectangle((x, y, x + SWATCH, y + SWATCH), fill=colour)
        draw.text((x + SWATCH + 6, y + SWATCH / 2), word, INK, TEXT_FONT, anchor="lm")
        x += SWATCH + 24 + TEXT_FONT.getlength(word)
    return np.asarray(sheet)


def _draw(draw: ImageDraw.ImageDraw, row: Row, zoom: float) -> None:
    questions = row.tables[QUESTIONS]
    corners = ("x1", "y1", "x2", "y2")
    for place, kind in enumerate(questions["kind"].tolist()):
        truth, found = (
            [float(questions[before + name][place]) * zoom for name in corners]
            for before in ("truth_", "")
        )
        failed = questions["outcome"][place] == ERROR
        word = "error" if failed else "missed" if kind else "right"
        if not questions["refusal"][place]:
            draw.rectangle(truth, outline=COLOURS[word], width=2)
        if kind and not np.isnan(found).any():
            draw.rectangle(found, outline=COLOURS["chosen instead"], width=2)
        click = [float(questions[f"click_{side}"][place]) * zoom for side in "xy"]
        if not np.isnan(click).any():
            x, y = click
            draw.ellipse((x - 3, y - 3, x + 3, y + 3), fill=COLOURS["click"], outline=(0, 0, 0))
