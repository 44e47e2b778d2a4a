"""Colours by which a person tells neighbours apart: in Label Studio a label has one colour.

So an instance beside another of its name is called ``nucleus ·2``; who reads it back reads
``nucleus``.
"""

import re
from collections.abc import Sequence
from colorsys import hsv_to_rgb

import numpy as np
import numpy.typing as npt

from src.geometry.boxes import intersection

SHADED = re.compile(r" ·\d+$")
"""What follows a name; a middle dot, since people number their own classes."""

MOST, FEWEST = 8, 2
"""Shades of a name; a person who adds an instance needs a second one."""

NEAR = 3.0
"""Pixels between boxes below which two instances need different colours."""

GOLDEN = 0.618034
"""Of a turn, from one hue to the next: no two come close, however many there are."""


def plain_name(label: str) -> str:
    """The name without its shade."""
    return SHADED.sub("", label)


def shaded_name(name: str, shade: int) -> str:
    """The name in a shade; the first is the name itself."""
    return f"{name} ·{shade + 1}" if shade else name


def shades(boxes: npt.NDArray[np.float64], names: Sequence[str]) -> list[int]:
    """One shade per box; neighbours of one name differ as long as there are enough."""
    grown = boxes.reshape(-1, 4) + np.array([-NEAR, -NEAR, NEAR, NEAR]) / 2
    near = intersection(grown, grown) > 0
    chosen: list[int] = []
    for name, row in zip(names, near, strict=True):
        before = zip(chosen, names, row, strict=False)
        taken = [shade for shade, other, is_near in before if is_near and other == name]
        # Of equals the first: few shades, and none twice side by side before all are taken.
        chosen.append(min(range(MOST), key=taken.count))
    return chosen


def colour(number: int) -> str:
    """The colour of a label, by its place among all, as HTML writes it."""
    red, green, blue = hsv_to_rgb(number * GOLDEN % 1, 0.85, 0.95)
    return f"#{round(255 * red):02x}{round(255 * green):02x}{round(255 * blue):02x}"
