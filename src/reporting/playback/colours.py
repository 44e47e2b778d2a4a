"""The colours of a playback that the palette has not, and mixing them with a picture."""

import numpy as np

from src.reporting.palette import Colour
from src.reporting.playback.scene import Pixels

FOREGROUND, BACKGROUND = (240, 62, 62), (64, 200, 96)
"""Paint; red and green as painters of roots know them, apart in lightness as well."""

ERASER = (222, 200, 160)
"""The mouse while it takes paint away; it leaves no colour."""

PAPER, INK, FAINT, WHITE = (24, 24, 27), (244, 244, 245), (161, 161, 170), (255, 255, 255)


def mixed(pixels: Pixels, colour: Colour, share: float) -> Pixels:
    """The pixels with a share of one colour, from 0 (unchanged) to 1."""
    return (pixels * (1 - share) + np.asarray(colour) * share).round().astype(np.uint8)
