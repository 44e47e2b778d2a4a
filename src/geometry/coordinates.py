"""The units in which models tell places, and the way from them to pixels and back."""

from dataclasses import dataclass
from math import ceil, floor, sqrt
from typing import Annotated, Literal

import numpy as np
import numpy.typing as npt
from annotated_types import Ge, Gt

Kind = Literal["resized", "thousand", "unit", "pixel"]
RESIZED: Kind = "resized"
THOUSAND: Kind = "thousand"
UNIT: Kind = "unit"
PIXEL: Kind = "pixel"
KINDS = (RESIZED, THOUSAND, UNIT, PIXEL)

Places = npt.NDArray[np.float64]
"""(n, 2) x and y."""


@dataclass(frozen=True)
class Coordinates:
    """What a model's numbers mean.

    Args:
        kind: ``resized``: pixels of the picture after the model has resized it; ``thousand``:
            thousandths of each side; ``unit``: fractions of it; ``pixel``: pixels as they were
            sent.
        thousand: what ``thousand`` means by the far edge: 1000, by some 999.
        multiple: of which a resized side is one, px.
        min_pixels: area that a picture is enlarged to, px².
        max_pixels: area that it is shrunk to; both must be the server's own.
    """

    kind: Kind = RESIZED
    thousand: Annotated[float, Gt(0)] = 1000
    multiple: Annotated[int, Ge(1)] = 28
    min_pixels: Annotated[int, Ge(1)] = 100 * 28 * 28
    max_pixels: Annotated[int, Ge(1)] = 16384 * 28 * 28

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"coordinates must be one of {KINDS}, got {self.kind!r}")
        if self.min_pixels > self.max_pixels:
            raise ValueError(
                f"min_pixels ({self.min_pixels}) must not exceed max_pixels ({self.max_pixels})"
            )

    def sides(self, size: tuple[int, int]) -> tuple[float, float]:
        """What the right and the lower edge of a picture of this width and height are told as."""
        if self.kind == RESIZED:
            return resized(size, self.multiple, self.min_pixels, self.max_pixels)
        if self.kind == THOUSAND:
            return self.thousand, self.thousand
        return (1.0, 1.0) if self.kind == UNIT else (float(size[0]), float(size[1]))

    def to_pixels(self, told: npt.ArrayLike, size: tuple[int, int]) -> Places:
        """(n, 2) pixels of a picture of this width and height; nothing is rounded."""
        places: Places = np.asarray(told, np.float64).reshape(-1, 2)
        return np.asarray(places * np.asarray(size) / np.asarray(self.sides(size)))

    def from_pixels(self, places: npt.ArrayLike, size: tuple[int, int]) -> Places:
        """(n, 2) as the model would tell them."""
        pixels: Places = np.asarray(places, np.float64).reshape(-1, 2)
        return np.asarray(pixels * np.asarray(self.sides(size)) / np.asarray(size))


def resized(
    size: tuple[int, int], multiple: int, min_pixels: int, max_pixels: int
) -> tuple[int, int]:
    """Width and height that a Qwen2-VL kind of model gives a picture before it looks.

    Both sides become the nearest multiple; where the area is then out of bounds, the picture is
    scaled as a whole and its sides rounded inward. 1920×1080 becomes 1932×1092.
    """
    width, height = size
    sides = [max(multiple, round(side / multiple) * multiple) for side in size]
    if sides[0] * sides[1] > max_pixels:
        scale = sqrt(width * height / max_pixels)
        sides = [max(multiple, floor(side / scale / multiple) * multiple) for side in size]
    elif sides[0] * sides[1] < min_pixels:
        scale = sqrt(min_pixels / (width * height))
        sides = [ceil(side * scale / multiple) * multiple for side in size]
    return sides[0], sides[1]
