"""Paint that stays where it falls, even on the other class."""

from typing import Self

import numpy as np
import numpy.typing as npt

from src.core.annotation import BACKGROUND, FOREGROUND
from src.core.trajectory import Trajectory
from src.geometry.distance import Mask, disk


class Layers:
    """What was painted of each class, one over the other.

    Args:
        reach: px, the largest radius of a dab.
    """

    def __init__(self, shape: tuple[int, int], reach: int) -> None:
        height, width = shape
        self._reach = reach
        self._padded = np.zeros((2, height + 2 * reach, width + 2 * reach), bool)

    @classmethod
    def of(cls, trajectory: Trajectory, shape: tuple[int, int]) -> Self:
        """Paint a trajectory."""
        layers = cls(shape, int(trajectory.brush_radius.max(initial=0)))
        down = trajectory.painting
        columns = trajectory.r, trajectory.c, trajectory.brush_radius, trajectory.channel
        for dab in zip(*(column[down].tolist() for column in columns), strict=True):
            layers.dab(*dab)
        return layers

    def __getitem__(self, channel: int) -> Mask:
        """What is painted of a class; a view."""
        _, height, width = self._padded.shape
        inside: Mask = self._padded[
            channel, self._reach : height - self._reach, self._reach : width - self._reach
        ]
        return inside

    def dab(self, row: int, column: int, radius: int, channel: int) -> bool:
        """Paint one disk and say whether it changed anything; beside the picture it is lost."""
        top, left = row + self._reach - radius, column + self._reach - radius
        window = self._padded[channel, top : top + 2 * radius + 1, left : left + 2 * radius + 1]
        footprint = disk(radius)
        fresh = bool((footprint > window).any())
        window |= footprint
        return fresh

    def spill(self, truth: Mask, channel: int) -> Mask:
        """Paint of a class on the other one."""
        return self[channel] & (~truth if channel == FOREGROUND else truth)

    def rgba(self, truth: Mask) -> npt.NDArray[np.uint8]:
        """The painter's format; where both classes were painted, the right one shows."""
        rgba = np.zeros((*truth.shape, 4), np.uint8)
        for channel in (FOREGROUND, BACKGROUND):
            hidden = self.spill(truth, channel) & self[1 - channel]
            rgba[..., channel] = np.where(self[channel] & ~hidden, np.uint8(255), np.uint8(0))
        return rgba
