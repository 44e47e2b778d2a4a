"""Icons on a page: as SVG, or as a letter of a font of icons."""

from collections.abc import Sequence
from math import cos, radians, sin

import numpy as np

from src.data.ui_rendered.markup import Markup, node
from src.data.ui_synthetic.icons import FIELD, ICONS, Icon, Stroke

FIRST = 0xE900
"""Where the icons begin in the font of icons: in the private part of Unicode."""

TYPEFACE = "Brushwork Icons"

LINE, SOLID, DUO, GLYPH, COLOUR = "line", "solid", "duo", "glyph", "colour"
STYLES = (LINE, SOLID, DUO, GLYPH, COLOUR)
"""Lines, filled shapes, lines around a tint, letters of a font, and lines of several colours."""

CURRENT = ("currentColor",)


def svg(
    name: str, icon: Icon, size: float, style: str, thick: float, colours: Sequence[str] = CURRENT
) -> Markup:
    """An icon as SVG of ``size`` CSS pixels, which knows where its ink is.

    Args:
        colours: of its strokes, in turn.
    """
    parts = "".join(
        _drawn(stroke, style, thick, colours[at % len(colours)]) for at, stroke in enumerate(icon)
    )
    x1, y1, x2, y2 = (side / FIELD for side in ink_of(icon, thick))
    return node(
        "svg",
        parts,
        leaf="icon",
        style=f"width:{size:g}px;height:{size:g}px",
        viewBox=f"0 0 {FIELD:g} {FIELD:g}",
        data_looks=name,
        data_ink=f"{x1:.4f},{y1:.4f},{x2:.4f},{y2:.4f}",
    )


def glyph(name: str, size: float) -> Markup:
    """A named icon as a letter."""
    return _letter(chr(FIRST + list(ICONS).index(name)), "glyph", size, name)


def symbol(letter: str, size: float) -> Markup:
    """A sign of an ordinary font, such as a cross or an arrow."""
    return _letter(letter, "sign", size, "")


def _letter(letter: str, cls: str, size: float, name: str) -> Markup:
    look = f"font-size:{size:g}px"
    return node("i", letter, cls=cls, leaf="icon", style=look, data_glyph="1", data_looks=name)


def hues(rng: np.random.Generator, dark: bool) -> list[str]:
    """Two or three colours that show on a dark or on a light ground."""
    lights = (55, 75) if dark else (30, 52)
    return [
        f"hsl({rng.integers(360)},{rng.integers(25, 85)}%,{rng.integers(*lights)}%)"
        for _ in range(int(rng.integers(2, 4)))
    ]


def ink_of(icon: Icon, thick: float) -> tuple[float, float, float, float]:
    """The box of an icon's ink on its field, its lines being ``thick``."""
    boxes = np.array([_reach(stroke) for stroke in icon])
    half = thick / 2
    low = np.maximum(boxes[:, :2].min(axis=0) - half, 0)
    high = np.minimum(boxes[:, 2:].max(axis=0) + half, FIELD)
    return float(low[0]), float(low[1]), float(high[0]), float(high[1])


def _reach(stroke: Stroke) -> tuple[float, float, float, float]:
    name, numbers = stroke
    if name in ("circle", "dot"):
        x, y, radius = numbers
        return x - radius, y - radius, x + radius, y + radius
    if name == "rect":
        return numbers[0], numbers[1], numbers[2], numbers[3]
    places = (
        arc_places(numbers)
        if name == "arc"
        else list(zip(numbers[::2], numbers[1::2], strict=True))
    )
    xs, ys = zip(*places, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def arc_places(numbers: tuple[float, ...], steps: int = 24) -> list[tuple[float, float]]:
    """Points along an arc that is given as x, y, radius, from and to in degrees."""
    x, y, radius, start, end = numbers
    turns = [radians(start + (end - start) * step / steps) for step in range(steps + 1)]
    return [(x + radius * cos(turn), y + radius * sin(turn)) for turn in turns]


def _drawn(stroke: Stroke, style: str, thick: float, colour: str) -> Markup:
    name, numbers = stroke
    fill = colour if style in (SOLID, DUO, COLOUR) else "none"
    paint = {
        "fill": colour if name == "dot" else ("none" if name in ("line", "arc") else fill),
        "stroke": colour,
        "stroke_width": f"{thick:g}",
        "stroke_linecap": "round",
        "stroke_linejoin": "round",
    }
    if style != LINE and name in ("poly", "rect", "circle"):
        paint["fill_opacity"] = "0.6" if style == SOLID else "0.35"
    if name in ("line", "poly"):
        path = " ".join(f"{number:g}" for number in numbers)
        return node("polyline" if name == "line" else "polygon", points=path, **paint)
    if name == "arc":
        path = " ".join(f"{number:.2f}" for place in arc_places(numbers) for number in place)
        return node("polyline", points=path, **paint)
    if name == "rect":
        x1, y1, x2, y2, radius = numbers
        return node(
            "rect",
            x=f"{x1:g}",
            y=f"{y1:g}",
            width=f"{x2 - x1:g}",
            height=f"{y2 - y1:g}",
            rx=f"{radius:g}",
            **paint,
        )
    x, y, reach = (f"{number:g}" for number in numbers)
    return node("circle", cx=x, cy=y, r=reach, **paint)
