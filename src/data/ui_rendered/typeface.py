"""The project's icons as a font, made when it is needed."""

import io
from itertools import pairwise
from math import cos, hypot, pi, sin

from src.core import InputError
from src.data.ui_rendered.pictograms import FIRST, TYPEFACE, arc_places
from src.data.ui_synthetic.icons import FIELD, ICONS, Icon

UNITS = 1024
"""Of the font, per em."""

THICK = 2.2
"""Width of the lines, on the field of 24."""

ROUND = 16
"""Corners of a circle."""

Contour = list[tuple[float, float]]


def icon_font() -> bytes:
    """A TrueType font with every named icon; the same bytes each time."""
    try:
        from fontTools.fontBuilder import FontBuilder
        from fontTools.pens.ttGlyphPen import TTGlyphPen
    except ImportError as error:
        raise InputError("fonttools, which matplotlib brings along, is not installed") from error
    names = [".notdef", *ICONS]
    glyphs = {}
    for name in names:
        pen = TTGlyphPen(None)
        for contour in contours(ICONS[name]) if name in ICONS else []:
            places = [
                (round(x * UNITS / FIELD), round((FIELD - y) * UNITS / FIELD)) for x, y in contour
            ]
            pen.moveTo(places[0])
            for place in places[1:]:
                pen.lineTo(place)
            pen.closePath()
        glyphs[name] = pen.glyph()
    builder = FontBuilder(UNITS, isTTF=True)
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap({FIRST + at: name for at, name in enumerate(ICONS)})
    builder.setupGlyf(glyphs)
    builder.setupHorizontalMetrics(
        {name: (UNITS, glyphs[name].xMin if glyphs[name].numberOfContours else 0) for name in names}
    )
    builder.setupHorizontalHeader(ascent=UNITS, descent=0)
    builder.setupNameTable(
        {
            "familyName": TYPEFACE,
            "styleName": "Regular",
            "fullName": TYPEFACE,
            "psName": "BrushworkIcons",
            "uniqueFontIdentifier": TYPEFACE,
        }
    )
    builder.setupOS2(sTypoAscender=UNITS, usWinAscent=UNITS, usWinDescent=0)
    builder.setupPost()
    # Without a fixed time the same icons would be another file each second.
    builder.font["head"].created = builder.font["head"].modified = 0
    builder.font.recalcTimestamp = False
    written = io.BytesIO()
    builder.save(written)
    return written.getvalue()


def contours(icon: Icon) -> list[Contour]:
    """Closed outlines, all turning one way, but for the holes of rings, which turn the other."""
    outlines: list[Contour] = []
    for name, numbers in icon:
        if name == "dot":
            outlines.append(_circle(*numbers))
        elif name == "circle":
            x, y, radius = numbers
            outlines += [_circle(x, y, radius + THICK / 2), _circle(x, y, radius - THICK / 2)[::-1]]
        elif name == "rect":
            x1, y1, x2, y2, _ = numbers
            outlines += _stroked([(x1, y1), (x2, y1), (x2, y2), (x1, y2), (x1, y1)])
        elif name == "arc":
            outlines += _stroked(arc_places(numbers, ROUND))
        else:
            places = list(zip(numbers[::2], numbers[1::2], strict=True))
            outlines += _stroked([*places, places[0]] if name == "poly" else places)
    return outlines


def _stroked(places: Contour) -> list[Contour]:
    outlines = []
    for (x1, y1), (x2, y2) in pairwise(places):
        length = hypot(x2 - x1, y2 - y1)
        if length:
            across, along = (y1 - y2) / length * THICK / 2, (x2 - x1) / length * THICK / 2
            outlines.append(
                [
                    (x1 - across, y1 - along),
                    (x2 - across, y2 - along),
                    (x2 + across, y2 + along),
                    (x1 + across, y1 + along),
                ]
            )
    return [*outlines, *(_circle(x, y, THICK / 2) for x, y in places)]


def _circle(x: float, y: float, radius: float) -> Contour:
    turns = [2 * pi * step / ROUND for step in range(ROUND)]
    return [(x + radius * cos(turn), y + radius * sin(turn)) for turn in turns]
