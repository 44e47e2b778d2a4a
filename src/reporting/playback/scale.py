"""How large a picture is shown."""

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
from PIL import Image

from src.reporting.playback.painting import Rectangle
from src.reporting.playback.scene import Pixels

LEAST_SIDE, MOST_SIDE = 384, 800
"""The longer side of a picture as shown, in pixels."""

MOST_ZOOM = 16


@dataclass(frozen=True)
class Scale:
    """Small pictures grow by a whole number, so that pixels stay square; large ones shrink."""

    shape: tuple[int, int]

    @cached_property
    def factor(self) -> float:
        """Shown pixels per pixel of the picture."""
        longer = max(self.shape)
        if longer > MOST_SIDE:
            return MOST_SIDE / longer
        return float(min(math.ceil(LEAST_SIDE / longer), MOST_ZOOM))

    @cached_property
    def shown(self) -> tuple[int, int]:
        """Height and width as shown."""
        height, width = (max(round(side * self.factor), 1) for side in self.shape)
        return height, width

    @cached_property
    def rows(self) -> npt.NDArray[np.intp]:
        """The row of the picture that each shown row comes from."""
        return _sources(self.shape[0], self.shown[0])

    @cached_property
    def columns(self) -> npt.NDArray[np.intp]:
        """The column of the picture that each shown column comes from."""
        return _sources(self.shape[1], self.shown[1])

    def sampled(self, image: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Nearest pixels; for masks."""
        return image[self.rows[:, None], self.columns]

    def resized(self, pixels: Pixels) -> Pixels:
        """The picture as shown; many pixels that become one are averaged."""
        if self.factor >= 1:
            return np.ascontiguousarray(self.sampled(pixels))
        height, width = self.shown
        return np.asarray(Image.fromarray(pixels).resize((width, height), Image.Resampling.BOX))

    def covered(self, part: Rectangle) -> Rectangle:
        """The shown pixels that come from a part of the picture."""
        top, bottom = np.searchsorted(self.rows, (part.top, part.bottom)).tolist()
        left, right = np.searchsorted(self.columns, (part.left, part.right)).tolist()
        return Rectangle(top, left, bottom, right)


def _sources(side: int, shown: int) -> npt.NDArray[np.intp]:
    return ((np.arange(shown) + 0.5) * side / shown).astype(np.intp)
