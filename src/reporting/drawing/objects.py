"""Objects with each kind of error in its colour."""

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw
from skimage.segmentation import find_boundaries

from src.core import Instances, Row, Sample, Table
from src.geometry.masks import ignored
from src.reporting.drawing.framing import FAINT, INK, MARGIN, PAPER, SWATCH, TEXT_FONT, TITLE_FONT
from src.reporting.drawing.pictures import TINT, Pixels, eight_bit, enlarged
from src.reporting.palette import CORRECT, MISSED, OUTLINE, UNSCORED
from src.reporting.palette import SPURIOUS as SPURIOUS_COLOUR
from src.scoring.objects.errors import KINDS
from src.scoring.objects.scorer import OBJECTS
from src.scoring.objects.sums import EVENTS
from src.scoring.scored_labels import scored_labels

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


def object_overlay(sample: Sample, answer: Instances, objects: Table, zoom: int = 1) -> Pixels:
    """True objects in the colour of their kind, spurious ones in theirs, both outlined.

    Args:
        objects: the table of the sample's objects, which knows their kinds.
        zoom: whole number by which the picture grows, while the outlines stay thin.
    """
    truth, prediction, ignore = scored_labels(sample, answer)
    if ignore is not None:
        truth, prediction = np.where(ignore, 0, truth), np.where(ignore, 0, prediction)
    nothing = len(KINDS)
    palette = np.array([*(COLOURS[kind] for kind in KINDS), UNSCORED])
    kinds = _kinds(truth, objects, "truth")
    spurious = _kinds(prediction, objects, "prediction") != nothing
    kinds[spurious & (truth == 0)] = KINDS.index("spurious")
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


def _kinds(labels: npt.NDArray[np.generic], objects: Table, side: str) -> npt.NDArray[np.int64]:
    """The kind of the object at each pixel as a place in ``KINDS``; one after the last for none."""
    own = objects["side"] == side
    ids = objects["id"][own].astype(np.int64)
    order = np.argsort(ids)
    kinds = np.array([KINDS.index(kind) for kind in objects["kind"][own][order].tolist()], int)
    places = np.searchsorted(ids[order], labels).clip(max=max(len(ids) - 1, 0))
    if len(ids) == 0:
        return np.full(labels.shape, len(KINDS))
    return np.where(ids[order][places] == labels, kinds[places], len(KINDS))


def object_panel(sample: Sample, answer: Instances, row: Row, caption: str) -> Pixels:
    """The overlay under the sample's name, over a legend that counts each kind."""
    zoom = max(1, SMALLEST_SIDE // max(*sample.picture.shape, 1))
    overlay = Image.fromarray(object_overlay(sample, answer, row.tables[OBJECTS], zoom))
    words = [f"{kind} {row[event]}" for kind, event in zip(KINDS, EVENTS, strict=True)]
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


def _room(word: str) -> float:
    """Pixels that a word of the legend takes with its swatch."""
    return SWATCH + 6 + TEXT_FONT.getlength(word) + 18
