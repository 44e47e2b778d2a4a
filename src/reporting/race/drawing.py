"""A photo with its bibs and faces, right and wrong, and the links between them."""

from collections.abc import Iterator

from PIL import ImageDraw, ImageFont

from src.core import Row, Sample, Table
from src.reporting.drawing.framing import TEXT_FONT, framed, shrunk
from src.reporting.drawing.pictures import Pixels
from src.reporting.palette import CORRECT, MISSED, OUTLINE, SPURIOUS, UNSCORED
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


def photo_panel(sample: Sample, row: Row, caption: str) -> Pixels:
    """The photo under its name, over a legend; nobody's name is on it."""
    picture, zoom = shrunk(sample.picture.pixels)
    _draw(ImageDraw.Draw(picture), row, zoom)
    return framed([picture], sample.name, [caption], LEGEND)


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
