"""The panel on which paint appears."""

import numpy as np

from src.reporting.playback.colours import BACKGROUND, FOREGROUND, PAPER, mixed
from src.reporting.playback.painting import Rectangle
from src.reporting.playback.scale import Scale
from src.reporting.playback.scene import Pixels
from src.reporting.playback.sheet import Panel

DIMMING, OPACITY = 0.45, 0.78
"""Shares of dark paper where there is no paint, and of paint where there is."""


class PaintPanel:
    """A dimmed grey picture with the paint so far; only what changed is drawn again."""

    def __init__(self, picture: Pixels, scale: Scale) -> None:
        self._scale = scale
        grey = np.repeat(picture.mean(axis=2, keepdims=True).astype(np.uint8), 3, axis=2)
        self._looks = np.stack(
            [
                mixed(grey, PAPER, DIMMING),
                mixed(grey, FOREGROUND, OPACITY),
                mixed(grey, BACKGROUND, OPACITY),
            ]
        )
        self.pixels: Pixels = self._looks[0].copy()

    @property
    def panel(self) -> Panel:
        """The panel as it stands."""
        legend = {"foreground": FOREGROUND, "background": BACKGROUND}
        return Panel("annotation", self.pixels, legend)

    def update(self, paint: Pixels, changed: Rectangle) -> None:
        """Draw the paint of a part of the painting."""
        part = self._scale.covered(changed)
        rows, columns = slice(part.top, part.bottom), slice(part.left, part.right)
        sampled = paint[self._scale.rows[rows, None], self._scale.columns[columns]]
        for kind, look in enumerate(self._looks):
            where = sampled == kind
            self.pixels[rows, columns][where] = look[rows, columns][where]
