"""What is painted so far, pixel by pixel."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from src.annotators.ground import Places
from src.core.annotation import BACKGROUND, FOREGROUND
from src.geometry.distance import Mask
from src.geometry.stamping import Cells, footprints, under

NO_PAINT = 0
"""Paint of a channel is the channel's number + 1."""


class Spill(NamedTuple):
    """Pixels, (n, 2), of the other class that dabs landed on, and the number of the dab each."""

    pixels: Places
    dab: npt.NDArray[np.int64]


class Canvas:
    """A picture of known truth on which both classes are painted, one over the other.

    ``blank[channel]`` are the pixels of a class without its paint.
    """

    def __init__(self, truth: Mask) -> None:
        self.shape: tuple[int, int] = (truth.shape[0], truth.shape[1])
        self.truth: dict[int, Mask] = {FOREGROUND: truth, BACKGROUND: ~truth}
        self.blank = {channel: mask.copy() for channel, mask in self.truth.items()}
        self._paint = np.zeros(truth.size, np.uint8)

    def dab(self, places: Places, radius: float, channel: int, wanted: Mask) -> None:
        """Paint disks; what they cover is wanted no more.

        ``wanted`` may be ``blank[channel]`` itself.
        """
        cells = self._cells(places, radius)
        self._paint[cells] = channel + 1
        _flat(self.blank[channel])[cells] = False
        if wanted is not self.blank[channel]:
            _flat(wanted)[cells] = False

    def press(self, row: int, column: int, radius: float, channel: int) -> int:
        """Take one disk for painted, and say how many blank pixels it covered.

        The paint is laid by ``lay``, once for all of a stroke: that halves the time of a dab.
        """
        window, footprint = under(self.shape, row, column, radius)
        blank = self.blank[channel][window]
        covered = int(np.count_nonzero(blank & footprint))
        if covered:
            np.greater(blank, footprint, out=blank)
        return covered

    def lay(self, places: Places, radius: float, channel: int) -> None:
        """Lay the paint of pressed disks on their class; ``spilled`` lays what is beside it."""
        reach = int(radius) + 2
        (top, left), (bottom, right) = places.min(axis=0) - reach, places.max(axis=0) + reach
        box = slice(max(top, 0), bottom), slice(max(left, 0), right)
        covered = self.truth[channel][box] > self.blank[channel][box]
        self._paint.reshape(self.shape)[box][covered] = channel + 1

    def left(self, channel: int) -> int:
        """How many pixels of a class are blank."""
        return int(np.count_nonzero(self.blank[channel]))

    def touches(self, places: Places, radius: float, wanted: Mask) -> npt.NDArray[np.bool_]:
        """Which of the disks would cover something wanted."""
        cells, landed = footprints(places, radius, self.shape)
        covered = _flat(wanted)[cells]
        if landed is not None:
            covered &= landed
        touching: npt.NDArray[np.bool_] = np.asarray(covered.any(axis=1))
        return touching

    def spilled(self, places: Places, radius: float, channel: int) -> Spill:
        """What these disks covered of the other class; its paint there is gone."""
        cells, landed = footprints(places, radius, self.shape)
        wrong = _flat(self.truth[1 - channel])[cells]
        if landed is not None:
            wrong &= landed
        if not wrong.any():
            return Spill(places[:0], np.zeros(0, np.int64))
        found, first = np.unique(cells[wrong], return_index=True)
        self._paint[found] = channel + 1
        _flat(self.blank[1 - channel])[found] = True
        return Spill(
            np.stack(np.unravel_index(found, self.shape), axis=1), np.nonzero(wrong)[0][first]
        )

    def erase(self, places: Places, radius: float) -> None:
        """Take the paint below disks away."""
        cells = self._cells(places, radius)
        self._paint[cells] = NO_PAINT
        for channel, mask in self.truth.items():
            _flat(self.blank[channel])[cells] = _flat(mask)[cells]

    def painted(self, channel: int) -> Mask:
        """What shows the paint of a channel, rightly or not."""
        shown: Mask = np.equal(self._paint, channel + 1).reshape(self.shape)
        return shown

    def rgba(self) -> npt.NDArray[np.uint8]:
        """The painter's format: 255 in channel 0 on foreground, in channel 1 on background."""
        return rgba_of(self._paint.reshape(self.shape))

    def _cells(self, places: Places, radius: float) -> Cells:
        cells, landed = footprints(places, radius, self.shape)
        return cells if landed is None else cells[landed]


def rgba_of(paint: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """The painter's format of what is painted where."""
    rgba = np.zeros((*paint.shape, 4), np.uint8)
    for channel in (FOREGROUND, BACKGROUND):
        rgba[..., channel] = np.where(paint == channel + 1, np.uint8(255), np.uint8(0))
    return rgba


def _flat(mask: Mask) -> Mask:
    """A view; masks of a canvas are whole arrays."""
    return mask.reshape(-1)
