"""Buttons, fields and drop-downs: shapes that something is written on."""

from PIL import Image

from src.data.ui.elements import Box
from src.data.ui_synthetic import words
from src.data.ui_synthetic.canvas import Canvas, gradient, ink_size, united
from src.data.ui_synthetic.icons import ICONS, drawn_icon
from src.data.ui_synthetic.palette import (
    VISIBLE,
    Colour,
    contrast,
    mixed,
    readable,
    shifted,
    vivid,
)
from src.data.ui_synthetic.plan import Plan, Wish

BUTTON, FIELD, DROP_DOWN = "button", "text_field", "drop_down"


def button(wish: Wish) -> Plan:
    """Flat, outlined, raised, shaded or bevelled, with words, an icon or both."""
    width, height = _extent(wish, flattest=0.22, squarest=0.55)
    style = str(wish.rng.choice(["flat", "outline", "raised", "shaded", "bevel", "tint"]))
    radius = _radius(wish, height)
    fill, border = _colours(wish, style)
    written = readable(wish.rng, fill)
    padding = max(2, round(height * wish.between(0.12, 0.4)))
    font = wish.font(height * wish.between(0.38, 0.6), bold=0.4)
    tiny = wish.sides[1] <= 80 and width < 36
    text = wish.words(words.SHORT if tiny else words.ACTIONS, font, width - 2 * padding)
    name, icon = drawn_icon(wish.rng)
    side = round(height * wish.between(0.4, 0.6))
    with_icon = not text or wish.chance(0.25)
    thick, solid = wish.between(1.6, 3), wish.chance(0.4)

    def paint(canvas: Canvas, x: int, y: int) -> Box | None:
        box = (x, y, x + width, y + height)
        if style == "raised":
            canvas.shadow(box, radius, max(1, height // 14), wish.between(0.15, 0.4))
        seen = canvas.shape(box, radius, _filling(style, fill, (width, height)))
        if style == "bevel":
            _bevel(canvas, box, fill)
        elif border is not None:
            canvas.outline(box, radius, 1 if height < 30 else wish.whole(1, 2), border)
        long, tall = ink_size(font, text) if text else (0, 0)
        beside = side + max(3, side // 3) if text and with_icon else (side if with_icon else 0)
        if beside + long > width - 4:
            beside = 0 if text else side
        left = x + (width - beside - long) // 2
        if beside:
            canvas.icon(left, y + (height - side) // 2, side, icon, written, thick, solid)
        if text:
            canvas.text(left + beside, y + (height - tall) // 2, text, font, written)
        return seen

    return Plan(BUTTON, width, height, paint, text, "" if text else name)


def text_field(wish: Wish) -> Plan:
    """A box, a filled strip or only a line below, with a hint or a value in it."""
    width, height = _extent(wish, flattest=0.14, squarest=0.4, least=14)
    style = str(wish.rng.choice(["box", "strip", "line", "inset"], p=[0.45, 0.2, 0.15, 0.2]))
    ground = wish.surface.ground
    fill = _paper(wish, style)
    border = shifted(ground, wish.between(1.4, 3))
    radius = _radius(wish, height) if style != "line" else 0.0
    hint = wish.chance(0.5)
    written = mixed(readable(wish.rng, fill), fill, 0.35 if hint else 0.05)
    font = wish.font(height * wish.between(0.36, 0.52), bold=0.03)
    padding = max(3, round(height * wish.between(0.15, 0.35)))
    side = round(height * 0.5)
    icon = ICONS[str(wish.rng.choice(["search", "person", "lock", "envelope", "calendar", "pin"]))]
    before = side + padding if wish.chance(0.25) and width > 4 * height else 0
    room = width - 2 * padding - before
    text = (
        ""
        if wish.chance(0.1) and style != "line"
        else wish.words(words.NOUNS + words.CHOICES, font, room)
    )
    caret = wish.chance(0.1)

    def paint(canvas: Canvas, x: int, y: int) -> Box | None:
        box = (x, y, x + width, y + height)
        seen: list[Box | None] = []
        if style == "line":
            seen.append(canvas.shape((x, y + height - 2, x + width, y + height), 0, border))
        else:
            seen.append(canvas.shape(box, radius, fill))
        if style in ("box", "inset"):
            canvas.outline(box, radius, 1, border)
        if style == "inset":
            canvas.shape((x + 1, y + 1, x + width - 1, y + 2), 0, mixed(border, fill, 0.5))
        if style == "strip":
            canvas.shape((x, y + height - 2, x + width, y + height), 0, wish.surface.accent)
        left = x + padding
        if before:
            top = y + (height - side) // 2
            seen.append(canvas.icon(left, top, side, icon, written, 2.2, False))
            left += before
        if text:
            tall = ink_size(font, text)[1]
            seen.append(canvas.text(left, y + (height - tall) // 2, text, font, written))
        if caret:
            at = left + (ink_size(font, text)[0] + 2 if text and not hint else 0)
            middle = y + height // 4, y + height - height // 4
            if at < x + width - 2:
                canvas.shape((at, middle[0], at + 1, middle[1]), 0, readable(wish.rng, fill))
        return united(seen)

    return Plan(FIELD, width, height, paint, text)


def drop_down(wish: Wish) -> Plan:
    """A chosen value and an arrow, which may stand on a strip of its own."""
    width, height = _extent(wish, flattest=0.16, squarest=0.45, least=14)
    style = str(wish.rng.choice(["box", "flat", "shaded"]))
    ground = wish.surface.ground
    fill = _paper(wish, "box") if style == "box" else _colours(wish, "tint")[0]
    border = shifted(ground, wish.between(1.35, 2.6)) if style != "flat" else None
    radius = _radius(wish, height)
    written = readable(wish.rng, fill)
    font = wish.font(height * wish.between(0.38, 0.52), bold=0.1)
    padding = max(3, round(height * 0.25))
    side = max(6, round(height * wish.between(0.3, 0.5)))
    text = wish.words(words.CHOICES, font, width - 3 * padding - side)
    arrow = ICONS[str(wish.rng.choice(["down", "down", "play"]))]
    if arrow is ICONS["play"]:
        arrow = (("poly", (4.0, 8.0, 20.0, 8.0, 12.0, 17.0)),)
    strip = wish.chance(0.25) and radius < height / 3

    def paint(canvas: Canvas, x: int, y: int) -> Box | None:
        box = (x, y, x + width, y + height)
        seen = canvas.shape(box, radius, _filling(style, fill, (width, height)))
        if border is not None:
            canvas.outline(box, radius, 1, border)
        right = x + width - padding - side
        if strip:
            edge = right - padding // 2 - 1
            canvas.shape((edge, y + 1, edge + 1, y + height - 1), 0, border or shifted(fill))
        canvas.icon(right, y + (height - side) // 2, side, arrow, written, 3, len(arrow[0][1]) == 6)
        if text:
            tall = ink_size(font, text)[1]
            canvas.text(x + padding, y + (height - tall) // 2, text, font, written)
        return seen

    return Plan(DROP_DOWN, width, height, paint, text)


def _extent(wish: Wish, flattest: float, squarest: float, least: int = 9) -> tuple[int, int]:
    """Width and height of a shape that is wider than it is high."""
    width = wish.side
    height = round(width * wish.between(flattest, squarest))
    return width, int(min(width, max(least, height, 18 if width >= 40 else least), 72))


def _radius(wish: Wish, height: int) -> float:
    return float(wish.rng.choice([0.0, 0.0, 2.0, 3.0, 4.0, height / 4, height / 2]))


def _colours(wish: Wish, style: str) -> tuple[Colour, Colour | None]:
    """Fill and border; at least one of them stands out from the surface."""
    rng, ground = wish.rng, wish.surface.ground
    if style == "outline":
        fill = ground if wish.chance(0.6) else mixed(ground, wish.surface.accent, 0.08)
        return fill, wish.surface.accent if wish.chance(0.6) else shifted(ground, 1.8)
    if style in ("tint", "bevel"):
        fill = shifted(ground, wish.between(VISIBLE, 1.6))
        return fill, shifted(ground, 1.7) if wish.chance(0.4) else None
    hue = wish.between(0, 1) if wish.chance(0.4) else None
    fill = wish.surface.accent if hue is None else vivid(rng, ground, hue, least=1.5)
    return fill, mixed(fill, (0, 0, 0), 0.25) if wish.chance(0.25) else None


def _paper(wish: Wish, style: str) -> Colour:
    """What is written on in a field."""
    ground = wish.surface.ground
    if style == "line":
        return ground
    if style == "strip":
        return shifted(ground, wish.between(VISIBLE, 1.4))
    white = (
        (255, 255, 255) if contrast(ground, (255, 255, 255)) < 6 else mixed(ground, (0, 0, 0), 0.4)
    )
    return white if wish.chance(0.6) else ground


def _filling(style: str, fill: Colour, size: tuple[int, int]) -> Colour | Image.Image:
    if style != "shaded":
        return fill
    return gradient(size, mixed(fill, (255, 255, 255), 0.18), mixed(fill, (0, 0, 0), 0.14))


def _bevel(canvas: Canvas, box: Box, fill: Colour) -> None:
    """Light from above: the rim as old desktops have it."""
    x1, y1, x2, y2 = box
    light, dark = mixed(fill, (255, 255, 255), 0.7), mixed(fill, (0, 0, 0), 0.5)
    canvas.shape((x1, y1, x2, y1 + 1), 0, light)
    canvas.shape((x1, y1, x1 + 1, y2), 0, light)
    canvas.shape((x1, y2 - 1, x2, y2), 0, dark)
    canvas.shape((x2 - 1, y1, x2, y2), 0, dark)
