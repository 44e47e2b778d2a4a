"""Texts, links, icons and check boxes: what has no frame of its own, or hardly one."""

import numpy as np

from src.data.ui.elements import Box
from src.data.ui_synthetic import words
from src.data.ui_synthetic.canvas import Canvas, icon_mask, ink_size, seen_in, united
from src.data.ui_synthetic.icons import ICONS, drawn_icon
from src.data.ui_synthetic.palette import mixed, readable, shifted, vivid
from src.data.ui_synthetic.plan import LARGEST_TYPE, SMALLEST_TYPE, Plan, Wish

TEXT, LINK, ICON, CHECK_BOX = "text", "link", "icon", "check_box"

THINNEST = 6
"""Pixels; a bare icon is at least so thick, since a thinner one cannot be clicked on."""


FAINT = 3
"""Pixels by which what is visible of a line may be shorter than its ink: soft ends go."""


def text(wish: Wish) -> Plan | None:
    """A line of words; its box is that of the ink."""
    return _line(wish, TEXT, words.HEADINGS + words.NOUNS, wish.chance(0.2), underlined=False)


def link(wish: Wish) -> Plan | None:
    """A coloured line of words, underlined mostly."""
    return _line(wish, LINK, words.LINKS, coloured=True, underlined=wish.chance(0.65))


def _line(
    wish: Wish, type: str, vocabulary: tuple[str, ...], coloured: bool, underlined: bool
) -> Plan | None:
    low, high = wish.sides
    sizes = np.clip([low / 5, high / 5.5], SMALLEST_TYPE + 1, LARGEST_TYPE)
    for _ in range(12):
        font = wish.font(wish.between(*sizes), bold=0.25)
        fitting = [
            phrase for phrase in words.some(wish.rng, vocabulary, 8)
            if low + FAINT <= ink_size(font, phrase)[0] <= min(high, 1.5 * wish.side)
        ]  # fmt: skip
        if fitting:
            break
    else:
        return None
    phrase = fitting[0]
    ground = wish.surface.ground
    ink = (
        wish.surface.ink if not coloured else vivid(wish.rng, ground, wish.between(0.5, 0.72), 3.0)
    )
    if not coloured and wish.chance(0.25):
        ink = mixed(ink, ground, 0.3)
    width, tall = ink_size(font, phrase)
    height = tall + 3 if underlined else tall

    def paint(canvas: Canvas, x: int, y: int) -> Box | None:
        seen = [canvas.text(x, y, phrase, font, ink)]
        if underlined:
            seen.append(canvas.shape((x, y + tall + 2, x + width, y + tall + 3), 0, ink))
        return united(seen)

    # Two lines side by side read as one where less than two blanks part them.
    return Plan(type, width, height, paint, phrase, air=max(9, round(font.size)))


def icon(wish: Wish) -> Plan | None:
    """A bare icon, or one on a tile, whose box is then the tile's."""
    rng, side = wish.rng, wish.side
    name, strokes = drawn_icon(rng)
    thick, solid = wish.between(1.5, 3.2), wish.chance(0.4)
    tiled = wish.chance(0.35)
    colour = (
        wish.surface.ink
        if wish.chance(0.6)
        else vivid(rng, wish.surface.ground, wish.between(0, 1))
    )
    if tiled:
        return _tile(wish, name, strokes, thick, solid)
    reached = seen_in(icon_mask(side, strokes, thick, solid))
    if reached is None:
        return None
    reach = max(reached[2] - reached[0], reached[3] - reached[1])
    grown = round(side * side / reach)
    left, top, right, bottom = seen_in(icon_mask(grown, strokes, thick, solid)) or (0, 0, 0, 0)
    width, height = right - left, bottom - top
    if min(width, height) < THINNEST or not wish.sides[0] <= max(width, height) <= wish.sides[1]:
        return None

    def paint(canvas: Canvas, x: int, y: int) -> Box | None:
        return canvas.icon(x - left, y - top, grown, strokes, colour, thick, solid)

    return Plan(ICON, width, height, paint, looks=name, air=max(8, side // 4))


def _tile(wish: Wish, name: str, strokes: object, thick: float, solid: bool) -> Plan:
    side = wish.side
    ground = wish.surface.ground
    fill = vivid(wish.rng, ground, wish.between(0, 1)) if wish.chance(0.6) else shifted(ground, 1.3)
    radius = float(wish.rng.choice([0, side / 8, side / 4, side / 2]))
    inner = max(8, round(side * wish.between(0.45, 0.65)))
    ink = readable(wish.rng, fill)

    def paint(canvas: Canvas, x: int, y: int) -> Box | None:
        seen = canvas.shape((x, y, x + side, y + side), radius, fill)
        at = (side - inner) // 2
        canvas.icon(x + at, y + at, inner, strokes, ink, thick, solid)  # type: ignore[arg-type]
        return seen

    return Plan(ICON, side, side, paint, looks=name)


def check_box(wish: Wish) -> Plan | None:
    """A little box, ticked or not, and mostly what it stands for."""
    low, high = wish.sides
    box = wish.whole(max(12, round(low * 0.15)), max(14, min(26, round(high * 0.2))))
    ground, radius = wish.surface.ground, float(wish.rng.choice([0, 2, 3, box / 4]))
    ticked = wish.chance(0.5)
    fill = wish.surface.accent if ticked and wish.chance(0.7) else ground
    border = fill if fill != ground else shifted(ground, wish.between(1.9, 4))
    tick = ICONS[str(wish.rng.choice(["check", "check", "check", "close", "minus"]))]
    mark = readable(wish.rng, fill)
    font = wish.font(box * wish.between(0.7, 0.95), bold=0.05)
    gap = wish.whole(4, 8)
    label = ""
    if box < low or wish.chance(0.7):
        room = high - box - gap
        label = next(
            (
                phrase for phrase in words.some(wish.rng, words.OPTIONS, 12)
                if low + FAINT - box - gap <= ink_size(font, phrase)[0] <= room
            ), "",
        )  # fmt: skip
        if not label:
            return None
    long, tall = ink_size(font, label) if label else (0, 0)
    height = max(box, tall)
    width = box + gap + long if label else box

    def paint(canvas: Canvas, x: int, y: int) -> Box | None:
        top = y + (height - box) // 2
        square = (x, top, x + box, top + box)
        seen = [canvas.shape(square, radius, fill)]
        canvas.outline(square, radius, 1 if box < 18 else 2, border)
        if ticked:
            inner = max(8, round(box * 0.8))
            at = (box - inner) // 2
            canvas.icon(x + at, top + at, inner, tick, mark, 3, False)
        if label:
            below = y + (height - tall) // 2
            seen.append(canvas.text(x + box + gap, below, label, font, wish.surface.ink))
        return united(seen)

    return Plan(CHECK_BOX, width, height, paint, label, air=10)
