"""What a person painted on one picture."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from src.core.arrays import frozen
from src.core.trajectory import Trajectory

FOREGROUND, BACKGROUND = 0, 1
"""The channels of the painter's format."""

ERASER = 2
"""The channel of a mouse that takes paint away; a picture of paint has none of it."""


@dataclass(frozen=True, eq=False)
class Annotation:
    """Painted foreground and background, and the trajectory that painted them.

    Args:
        rgba: (height, width, 4) uint8; channel 0 is 255 on foreground, 1 on background.
        spilled: pixels that landed on the wrong class and were erased.
    """

    rgba: npt.NDArray[np.uint8]
    trajectory: Trajectory
    spilled: int = 0

    def __post_init__(self) -> None:
        rgba: npt.NDArray[Any] = np.asarray(self.rgba)
        if rgba.dtype != np.uint8 or rgba.ndim != 3 or rgba.shape[2] != 4:
            raise ValueError(f"rgba must be (h, w, 4) uint8, got {rgba.shape} {rgba.dtype}")
        if (rgba[..., FOREGROUND] & rgba[..., BACKGROUND]).any():
            raise ValueError("a pixel is painted as foreground and as background")
        if self.spilled < 0:
            raise ValueError(f"spilled must not be negative, got {self.spilled}")
        object.__setattr__(self, "rgba", frozen(rgba))

    @property
    def foreground(self) -> npt.NDArray[np.bool_]:
        """Pixels painted as foreground."""
        return self.rgba[..., FOREGROUND] > 0

    @property
    def background(self) -> npt.NDArray[np.bool_]:
        """Pixels painted as background."""
        return self.rgba[..., BACKGROUND] > 0

    def image(self, alpha: int = 180) -> npt.NDArray[np.uint8]:
        """(height, width, 4) uint8 to look at: red foreground, green background, else clear.

        Args:
            alpha: how opaque paint is, 1 to 255; RootPainter's brushes have 180.
        """
        if not 1 <= alpha <= 255:
            raise ValueError(f"alpha must be 1 to 255, got {alpha}")
        shown = np.zeros(self.rgba.shape, np.uint8)
        shown[self.foreground] = (255, 0, 0, alpha)
        shown[self.background] = (0, 255, 0, alpha)
        return shown

    @property
    def seconds(self) -> float:
        """Simulated time, erasing included."""
        return self.trajectory.seconds

    @property
    def erasing_seconds(self) -> float:
        """How much of that time the eraser was down."""
        return float(self.trajectory.dt[self.trajectory.channel == ERASER].sum())
