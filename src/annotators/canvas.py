"""What is painted so far, pixel by pixel."""

import numpy as np
import numpy.typing as npt

from src.annotators.ground import Places, neighbourhood
from src.core.annotation import BACKGROUND, FOREGROUND
from src.geometry.distance import Mask, disk


class Canvas:
    """A picture of known truth on which both classes are painted.

    ``blank[channel]`` are the pixels of a class without paint. Paint that lands on the other
    class is erased as soon as its stroke is over, so it is never kept: see ``spilled``. Right
    paint that lay below it comes out again.
    """

    def __init__(self, truth: Mask) -> None:
        self.shape: tuple[int, int] = (truth.shape[0], truth.shape[1])
        self.truth: dict[int, Mask] = {FOREGROUND: truth, BACKGROUND: ~truth}
        self.blank = {channel: mask.copy() for channel, mask in self.truth.items()}

    def dab(self, row: int, column: int, radius: int, channel: int, wanted: Mask) -> int:
        """Paint one disk if it covers wanted pixels, and say how many; they are wanted no more.

        ``wanted`` holds no painted pixel; it may be ``blank[channel]`` itself.
        """
        height, width = self.shape
        top, left = row - radius, column - radius
        bottom, right = row + radius + 1, column + radius + 1
        footprint = disk(radius)
        if top < 0 or left < 0 or bottom > height or right > width:
            footprint = footprint[
                max(-top, 0) : 2 * radius + 1 - max(bottom - height, 0),
                max(-left, 0) : 2 * radius + 1 - max(right - width, 0),
            ]
            top, left = max(top, 0), max(left, 0)
        window = wanted[top:bottom, left:right]
        covered = int(np.count_nonzero(window & footprint))
        if covered:
            np.greater(window, footprint, out=window)
            blank = self.blank[channel]
            if blank is not wanted:
                window = blank[top:bottom, left:right]
                np.greater(window, footprint, out=window)
        return covered

    def spilled(self, places: Places, radius: int, channel: int) -> tuple[int, int]:
        """How many pixels of the other class these dabs landed on, and how many dabs did so."""
        reached = places[:, None] + neighbourhood(radius)
        rows, columns = reached[..., 0], reached[..., 1]
        height, width = self.shape
        landed = (rows >= 0) & (rows < height) & (columns >= 0) & (columns < width)
        landed[landed] = self.truth[1 - channel][rows[landed], columns[landed]]
        pixels = np.unique(rows[landed] * width + columns[landed])
        return len(pixels), int(np.count_nonzero(landed.any(axis=1)))

    def rgba(self) -> npt.NDArray[np.uint8]:
        """The painter's format: 255 in channel 0 on foreground, in channel 1 on background."""
        rgba = np.zeros((*self.shape, 4), np.uint8)
        for channel, mask in self.truth.items():
            rgba[..., channel] = np.where(mask > self.blank[channel], np.uint8(255), np.uint8(0))
        return rgba
