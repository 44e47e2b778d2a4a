"""Painting with soft edges, and knowing which pixels it reached."""

from collections.abc import Iterable
from functools import lru_cache
from math import cos, radians, sin

import numpy as np
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from src.data.ui.elements import Box
from src.data.ui_synthetic.fonts import Font
from src.data.ui_synthetic.icons import FIELD, Icon
from src.data.ui_synthetic.palette import Colour, mixed

FINER = 4
"""Shapes are drawn so many times larger and then made small, which softens their edges."""

WASH = 165
"""Of 255: how dark solid icons are within their lines, so that what is drawn there can be seen."""

SEEN = 64
"""Of 255: how much of a pixel must be covered before it is part of what is visible."""

Size = tuple[int, int]
"""Width and height in pixels."""


class Canvas:
    """A picture that is painted through masks; every stroke tells the box of what it left."""

    def __init__(self, width: int, height: int, colour: Colour) -> None:
        self.image = Image.new("RGB", (width, height), colour)

    def stamp(self, mask: Image.Image, x: int, y: int, paint: Colour | Image.Image) -> Box | None:
        """Paint where the mask is; ``None`` where nothing can be seen of it."""
        self.image.paste(paint, (x, y, x + mask.width, y + mask.height), mask)
        reached = seen_in(mask)
        if reached is None:
            return None
        left, top, right, bottom = reached
        return x + left, y + top, x + right, y + bottom

    def shape(self, box: Box, radius: float, paint: Colour | Image.Image) -> Box | None:
        """A rectangle with round corners."""
        x1, y1, x2, y2 = (int(side) for side in box)
        return self.stamp(rounded((x2 - x1, y2 - y1), radius), x1, y1, paint)

    def outline(self, box: Box, radius: float, width: int, paint: Colour) -> Box | None:
        """The rim of such a rectangle, ``width`` px thick."""
        x1, y1, x2, y2 = (int(side) for side in box)
        return self.stamp(rim((x2 - x1, y2 - y1), radius, width), x1, y1, paint)

    def text(self, x: int, y: int, words: str, font: Font, paint: Colour) -> Box | None:
        """Words whose ink begins at x, y."""
        left, top, right, bottom = ink(font, words)
        mask = Image.new("L", (right - left, bottom - top))
        ImageDraw.Draw(mask).text((-left, -top), words, fill=255, font=font)
        return self.stamp(mask, x, y, paint)

    def icon(
        self, x: int, y: int, side: int, icon: Icon, paint: Colour, thick: float, solid: bool
    ) -> Box | None:
        """An icon in a square; ``thick`` is the width of its lines in 24ths of the side."""
        return self.stamp(icon_mask(side, icon, thick, solid), x, y, paint)

    def shadow(self, box: Box, radius: float, drop: int, strength: float) -> None:
        """A soft shadow below a shape; no part of what is visible of the shape."""
        x1, y1, x2, y2 = (int(side) for side in box)
        spread = 2 * drop + 2
        mask = Image.new("L", (x2 - x1 + 2 * spread, y2 - y1 + 2 * spread))
        mask.paste(rounded((x2 - x1, y2 - y1), radius), (spread, spread))
        soft = mask.filter(ImageFilter.BoxBlur(drop)).filter(ImageFilter.BoxBlur(drop))
        self.stamp(
            soft.point([round(v * strength) for v in range(256)]),
            x1 - spread,
            y1 - spread + drop,
            (0, 0, 0),
        )


def seen_in(mask: Image.Image) -> tuple[int, int, int, int] | None:
    """The box of what is visible of a mask."""
    return mask.point(_SEEN).getbbox()


def united(boxes: Iterable[Box | None]) -> Box | None:
    """The box of all boxes that are there."""
    known = [box for box in boxes if box is not None]
    if not known:
        return None
    sides = list(zip(*known, strict=True))
    return min(sides[0]), min(sides[1]), max(sides[2]), max(sides[3])


def ink(font: Font, words: str) -> tuple[int, int, int, int]:
    """Where the ink of words lies, from the place they are drawn at."""
    left, top, right, bottom = font.getbbox(words)
    return int(left), int(top), max(int(right), int(left) + 1), max(int(bottom), int(top) + 1)


def ink_size(font: Font, words: str) -> Size:
    """Width and height of the ink of words."""
    left, top, right, bottom = ink(font, words)
    return right - left, bottom - top


def gradient(size: Size, first: Colour, second: Colour, across: bool = False) -> Image.Image:
    """From one colour to another, downwards or to the right."""
    width, height = size
    steps = width if across else height
    ramp = [mixed(first, second, step / max(1, steps - 1)) for step in range(steps)]
    line = np.array(ramp, np.uint8)[None] if across else np.array(ramp, np.uint8)[:, None]
    return Image.fromarray(np.broadcast_to(line, (height, width, 3)).copy())


@lru_cache(maxsize=512)
def rounded(size: Size, radius: float) -> Image.Image:
    """The mask of a rectangle with round corners."""
    if radius <= 0:
        return Image.new("L", size, 255)
    mask, pen = _large(size)
    far = (FINER * size[0] - 1, FINER * size[1] - 1)
    pen.rounded_rectangle((0, 0, *far), FINER * min(radius, *(side / 2 for side in size)), fill=255)
    return mask.reduce(FINER)


@lru_cache(maxsize=512)
def rim(size: Size, radius: float, width: int) -> Image.Image:
    """The mask of the rim of such a rectangle."""
    outer = rounded(size, radius)
    inside = (size[0] - 2 * width, size[1] - 2 * width)
    if min(inside) <= 0:
        return outer
    hole = Image.new("L", size)
    hole.paste(rounded(inside, max(0.0, radius - width)), (width, width))
    return ImageChops.subtract(outer, hole)


def icon_mask(side: int, icon: Icon, thick: float, solid: bool) -> Image.Image:
    """The mask of an icon; solid ones are filled where they are closed."""
    mask, pen = _large((side, side))
    scale = FINER * side / FIELD
    width = max(FINER, round(thick * scale))
    half = width / 2  # Pillow draws rims inwards; half of a line lies outside its path
    for name, numbers in icon:
        places = [number * scale for number in numbers]
        if name in ("line", "poly"):
            _polyline(pen, places, width, closed=name == "poly", filled=solid)
        elif name == "rect":
            x1, y1, x2, y2, radius = places
            around = (x1 - half, y1 - half, x2 + half, y2 + half)
            fill = WASH if solid else None
            pen.rounded_rectangle(around, radius + half, fill=fill, outline=255, width=width)
        elif name == "dot":
            pen.ellipse(_ring(places, half), fill=255)
        elif name == "arc":
            pen.arc(_ring(places, half), numbers[3], numbers[4], fill=255, width=width)
            for turn in (radians(numbers[3]), radians(numbers[4])):
                x, y = places[0] + places[2] * cos(turn), places[1] + places[2] * sin(turn)
                pen.ellipse((x - half, y - half, x + half, y + half), fill=255)
        else:
            fill = WASH if solid else None
            pen.ellipse(_ring(places, half), fill=fill, outline=255, width=width)
    return mask.reduce(FINER)


def _polyline(
    pen: ImageDraw.ImageDraw, places: list[float], width: int, closed: bool, filled: bool
) -> None:
    if closed and filled:
        pen.polygon(places, fill=WASH)
    path = [*places, *places[:2]] if closed else places
    pen.line(path, fill=255, width=width, joint="curve")
    radius = width / 2
    for x, y in zip(path[::2], path[1::2], strict=True):
        pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=255)


def _ring(places: list[float], half: float) -> tuple[float, float, float, float]:
    """The box of a circle and of half the width of its line."""
    x, y, radius = places[:3]
    reach = radius + half
    return x - reach, y - reach, x + reach, y + reach


def _large(size: Size) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    mask = Image.new("L", (FINER * size[0], FINER * size[1]))
    return mask, ImageDraw.Draw(mask)


_SEEN = [255 * (value >= SEEN) for value in range(256)]
