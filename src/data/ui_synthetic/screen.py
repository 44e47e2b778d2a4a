"""What a generator makes: the pixels of a screen and all that can be pointed at on it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from src.data.ui.elements import Box, Element

CONTROL, LEAF = "control", "leaf"
"""What takes the click, and the text line, glyph or picture in it."""

LOOKS = "looks"
"""The column with a word for what an element shows, such as the name of an icon."""


@dataclass(frozen=True, eq=False)
class Drawn:
    """Pixels, elements, and what holds for the whole screen, such as its theme."""

    pixels: npt.NDArray[np.uint8]
    elements: tuple[Element, ...]
    tags: Mapping[str, str] = field(default_factory=dict)

    @property
    def shape(self) -> tuple[int, int]:
        """Height and width."""
        return self.pixels.shape[0], self.pixels.shape[1]


def longer_side(box: Box) -> float:
    """What is called the size of an element, in pixels."""
    return max(box[2] - box[0], box[3] - box[1])
