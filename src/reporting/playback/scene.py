"""What there is to play back."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from src.core import Annotation
from src.reporting.drawing.pictures import eight_bit

Mask = npt.NDArray[np.bool_]
Pixels = npt.NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class Scene:
    """One annotated picture: what was seen, what is true, and what was painted.

    Args:
        pixels: (height, width) or (height, width, 3), of any number type.
        prediction: what was corrected; ``None`` where nothing was predicted yet.
        index: place of the picture in its session.
        phase: what kind of annotation this is, as shown to people.
    """

    pixels: npt.NDArray[Any]
    truth: Mask
    prediction: Mask | None
    annotation: Annotation
    index: int = 0
    phase: str = "initial"

    def __post_init__(self) -> None:
        shape = self.shape
        if self.pixels.ndim not in (2, 3) or (self.pixels.ndim == 3 and self.pixels.shape[2] != 3):
            raise ValueError(f"pixels must be (h, w) or (h, w, 3), got {self.pixels.shape}")
        if 0 in shape:
            raise ValueError(f"a picture of shape {shape} has nothing to show")
        others = {"truth": self.truth, "annotation": self.annotation.rgba[..., 0]}
        if self.prediction is not None:
            others["prediction"] = self.prediction
        for name, other in others.items():
            if other.shape != shape:
                raise ValueError(f"{name} is {other.shape}, the picture {shape}")

    @property
    def shape(self) -> tuple[int, int]:
        """Height and width."""
        return self.pixels.shape[0], self.pixels.shape[1]

    @property
    def picture(self) -> Pixels:
        """(height, width, 3) uint8; more than 8 bits are stretched."""
        return eight_bit(self.pixels)
