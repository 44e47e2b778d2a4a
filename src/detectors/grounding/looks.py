"""The transforms: other looks at the same window, in which a method may see what it missed."""

from dataclasses import dataclass
from typing import Annotated

import numpy as np
from annotated_types import Ge, Gt, Le
from PIL import Image, ImageEnhance, ImageFilter, ImageOps

from src.detectors.grounding.method import Pixels


@dataclass(frozen=True)
class Scale:
    """Larger or smaller, by whole pixels; the way back goes by the pixels that there are."""

    factor: Annotated[float, Ge(0.5), Le(2)]

    @property
    def name(self) -> str:
        """``scale_1.5``."""
        return f"scale_{self.factor:g}"

    def __call__(self, pixels: Pixels) -> Pixels:
        """Every side at least one pixel."""
        height, width = (max(1, round(side * self.factor)) for side in pixels.shape[:2])
        picture = Image.fromarray(np.ascontiguousarray(pixels))
        return np.asarray(picture.resize((width, height), Image.Resampling.LANCZOS))


@dataclass(frozen=True)
class Contrast:
    """Farther from, or nearer to, the mean grey; 1 changes nothing."""

    factor: Annotated[float, Gt(0), Le(10)] = 1.5

    @property
    def name(self) -> str:
        """``contrast_1.5``."""
        return f"contrast_{self.factor:g}"

    def __call__(self, pixels: Pixels) -> Pixels:
        """Of the same size."""
        picture = Image.fromarray(np.ascontiguousarray(pixels))
        return np.asarray(ImageEnhance.Contrast(picture).enhance(self.factor))


@dataclass(frozen=True)
class Sharpen:
    """Edges made steeper by an unsharp mask.

    Args:
        radius: of the mask, px.
        strength: share of the difference that is added.
    """

    radius: Annotated[float, Gt(0), Le(20)] = 1.5
    strength: Annotated[float, Gt(0), Le(5)] = 1.0

    @property
    def name(self) -> str:
        """``sharpen_1``."""
        return f"sharpen_{self.strength:g}"

    def __call__(self, pixels: Pixels) -> Pixels:
        """Of the same size."""
        mask = ImageFilter.UnsharpMask(self.radius, round(100 * self.strength), threshold=0)
        return np.asarray(Image.fromarray(np.ascontiguousarray(pixels)).filter(mask))


@dataclass(frozen=True)
class Grey:
    """Without colour."""

    name = "grey"

    def __call__(self, pixels: Pixels) -> Pixels:
        """Of the same size, all three channels alike."""
        picture = ImageOps.grayscale(Image.fromarray(np.ascontiguousarray(pixels)))
        return np.asarray(picture.convert("RGB"))
