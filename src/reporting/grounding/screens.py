"""A whole screenshot with its targets, right and wrong, and what was chosen."""

import numpy as np
from PIL import ImageDraw

from src.core import Row, Sample
from src.core.answers import ERROR
from src.reporting.drawing.framing import framed, shrunk
from src.reporting.drawing.pictures import Pixels
from src.reporting.palette import CORRECT, MISSED, OUTLINE, SPURIOUS, UNSCORED
from src.scoring.grounding.tables import QUESTIONS

COLOURS = {
    "right": CORRECT,
    "missed": MISSED,
    "error": UNSCORED,
    "chosen instead": SPURIOUS,
    "click": OUTLINE,
}


def screen_panel(sample: Sample, row: Row, caption: str) -> Pixels:
    """The screenshot under its name, over a legend."""
    picture, zoom = shrunk(sample.picture.pixels)
    _draw(ImageDraw.Draw(picture), row, zoom)
    return framed([picture], sample.name, [caption], COLOURS)


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
