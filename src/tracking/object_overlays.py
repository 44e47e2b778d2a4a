"""Objects with each kind of error in its colour, and the table that lists them."""

import re
from collections.abc import Iterable, Mapping

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw
from skimage.segmentation import find_boundaries

from src.core import Sample
from src.geometry.masks import ignored
from src.geometry.runs import dense
from src.scoring.comparison import Comparison
from src.scoring.object_errors import KINDS, SPURIOUS
from src.scoring.object_table import Table
from src.scoring.objects import Objects
from src.tracking.overlays import Extremes
from src.tracking.panels import FAINT, INK, MARGIN, PAPER, SWATCH, TEXT_FONT, TITLE_FONT
from src.tracking.pictures import (
    CORRECT,
    MISSED,
    OUTLINE,
    TINT,
    UNSCORED,
    Pixels,
    eight_bit,
    enlarged,
)
from src.tracking.pictures import SPURIOUS as SPURIOUS_COLOUR
from src.tracking.run import Run

# Black, white, a deep blue and an orange beside three of Okabe-Ito keep the seven as far apart as
# the three of the pixel overlay are: 12 CIELAB units, colour-blind (Machado 2009) or not.
COLOURS: Mapping[str, tuple[int, int, int]] = {
    "correct": CORRECT,
    "inexact": (255, 255, 255),
    "split": (32, 32, 224),
    "merge": (240, 170, 0),
    "catastrophe": (0, 0, 0),
    "missed": MISSED,
    "spurious": SPURIOUS_COLOUR,
}
PREDICTED_OUTLINE = (255, 255, 255)
SMALLEST_SIDE = 512
"""The longer side, in pixels, to which small pictures are enlarged."""


def object_overlay(sample: Sample, comparison: Comparison, zoom: int = 1) -> Pixels:
    """True objects in the colour of their kind, spurious ones in theirs, both outlined.

    Args:
        zoom: whole number by which the picture grows, while the outlines stay thin.
    """
    nothing = len(KINDS)
    palette = np.array([*(COLOURS[kind] for kind in KINDS), UNSCORED, UNSCORED])
    truth, prediction = dense(comparison.truth), dense(comparison.prediction)
    kinds = np.append(nothing, comparison.kinds.truth)[truth]
    spurious = np.append(nothing, comparison.kinds.prediction)[prediction] == SPURIOUS
    kinds[spurious & (truth == 0)] = SPURIOUS
    shown = kinds != nothing
    if not sample.truth.counts.all():
        shown |= ignored(sample.truth)
    canvas = np.array(eight_bit(sample.picture.pixels))
    mixed = (1 - TINT) * canvas[shown] + TINT * palette[kinds[shown]]
    canvas[shown] = mixed.round().astype(np.uint8)
    canvas = enlarged(canvas, zoom)
    for labels, colour in ((prediction, PREDICTED_OUTLINE), (truth, OUTLINE)):
        canvas[find_boundaries(enlarged(labels, zoom), connectivity=1, mode="inner")] = colour
    return canvas


def object_panel(sample: Sample, comparison: Comparison, caption: str) -> Pixels:
    """The overlay under the sample's name, over a legend that counts each kind."""
    zoom = max(1, SMALLEST_SIDE // max(*sample.picture.shape, 1))
    overlay = Image.fromarray(object_overlay(sample, comparison, zoom))
    words = [
        f"{kind} {count}"
        for kind, count in zip(KINDS, comparison.kinds.events.tolist(), strict=True)
    ]
    width = max(overlay.width, int(sum(_room(word) for word in words))) + 2 * MARGIN
    top = MARGIN + 52
    sheet = Image.new("RGB", (width, top + overlay.height + 44), PAPER)
    sheet.paste(overlay, (MARGIN, top))
    draw = ImageDraw.Draw(sheet)
    draw.text((MARGIN, MARGIN), sample.name[:60], INK, TITLE_FONT)
    outlines = "outlines: yellow true, white predicted"
    draw.text((MARGIN, MARGIN + 26), f"{caption}   {outlines}", FAINT, TEXT_FONT)
    x, y = float(MARGIN), sheet.height - MARGIN - SWATCH
    for kind, word in zip(KINDS, words, strict=True):
        draw.rectangle((x, y, x + SWATCH, y + SWATCH), fill=COLOURS[kind], outline=FAINT)
        draw.text((x + SWATCH + 6, y + SWATCH / 2), word, INK, TEXT_FONT, anchor="lm")
        x += _room(word)
    return np.asarray(sheet)


def log_object_overlays(
    run: Run, extremes: Extremes, scorer: Objects, folder: str = "objects"
) -> None:
    """Keep a panel of each extreme, as ``objects/worst_1_<name>.png`` and so on."""
    for end, chosen in (("worst", extremes.worst), ("best", extremes.best)):
        for place, one in enumerate(chosen, start=1):
            name = re.sub(r"[^\w.-]+", "_", one.sample.name)[:80]
            comparison = scorer.compare(one.sample, one.prediction)
            pixels = object_panel(one.sample, comparison, f"{extremes.by} {one.score:.3f}")
            run.picture(f"{folder}/{end}_{place}_{name}.png", pixels)


def log_object_table(run: Run, tables: Iterable[Table]) -> None:
    """Keep the objects of all samples as one table, ``tables/objects.parquet``."""
    listed = list(tables)
    if listed:
        run.table("objects", {name: _joined(listed, name) for name in listed[0]})


def _joined(tables: list[Table], name: str) -> npt.NDArray[np.generic]:
    return np.concatenate([table[name] for table in tables])


def _room(word: str) -> float:
    """Pixels that a word of the legend takes with its swatch."""
    return SWATCH + 6 + TEXT_FONT.getlength(word) + 18
