"""Dark photos made brighter before nets that were taught by day look at them."""

import cv2
import numpy as np

from src.detectors.race.finding import Pixels

DARK = 0.35
"""Mean brightness, 0 to 1, below which a photo is made as bright as this."""

STRONGEST = 3.0
"""The most that shadows are raised: beyond, noise is all that there is."""

STEP = 8
"""Of the pixels of which the mean is taken, every so many rows and columns."""


def lit(pixels: Pixels) -> Pixels:
    """The photo, raised by a power where it is dark; others are left as they are."""
    mean = float(pixels[::STEP, ::STEP].mean()) / 255 if pixels.size else 1.0
    if mean >= DARK or mean <= 0:
        return pixels
    power = max(np.log(DARK) / np.log(mean), 1 / STRONGEST)
    table = np.round(255 * (np.arange(256) / 255) ** power).astype(np.uint8)
    return np.asarray(cv2.LUT(pixels, table), np.uint8)
