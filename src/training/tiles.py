"""Training tiles, cut where somebody painted."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from src.core import InputError
from src.detectors.tiling import Pixels, Standardised

FloatArray = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]
Places = npt.NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Tile:
    """One square example.

    Args:
        image: (3, side, side) float32, standardised.
        painted: (2, side, side), foreground and background, as the painter's channels.
        margin: px on each side that the net sees and the loss does not.
    """

    image: FloatArray
    painted: Mask
    margin: int = 0

    @property
    def foreground(self) -> Mask:
        """What is painted as foreground in the part that is scored."""
        return self._scored(0)

    @property
    def background(self) -> Mask:
        """What is painted as background in the part that is scored."""
        return self._scored(1)

    def _scored(self, channel: int) -> Mask:
        inner = slice(self.margin, self.painted.shape[1] - self.margin)
        return self.painted[channel, inner, inner]


@dataclass(frozen=True, eq=False)
class AnnotatedPicture:
    """A picture with its paint, and every painted pixel listed once."""

    picture: Standardised
    painted: Mask
    places: tuple[Places, Places]

    @classmethod
    def of(cls, pixels: Pixels, foreground: Mask, background: Mask) -> "AnnotatedPicture":
        """Standardises the picture and lists the painted pixels, class by class."""
        painted = np.stack([foreground, background])
        if painted.shape[1:] != pixels.shape[:2]:
            raise ValueError(f"the paint is {painted.shape[1:]}, the picture {pixels.shape[:2]}")
        if not painted.any():
            raise ValueError("nothing is painted: there is no pixel to learn from")
        places = tuple(np.argwhere(mask).astype(np.int32) for mask in painted)
        return cls(Standardised.of(pixels), painted, (places[0], places[1]))


@dataclass(frozen=True)
class TileSampler:
    """Draws tiles whose scored part holds at least one painted pixel.

    A class is drawn first, then one of its pixels: thin foreground is a small part of the
    paint, and drawn by area it would seldom be seen. The scored part is then laid around that
    pixel at random, inside the picture as far as the picture is large enough.

    Args:
        tile_in: side of what the net sees, px.
        tile_out: side of what is scored, px; the middle of the tile.
        foreground_share: how often the pixel is foreground, where both classes are painted.
    """

    tile_in: int
    tile_out: int
    foreground_share: float = 0.5

    def __post_init__(self) -> None:
        if not 0 < self.tile_out <= self.tile_in or (self.tile_in - self.tile_out) % 2:
            raise InputError(
                f"tile_out ({self.tile_out}) must be above 0 and smaller than tile_in "
                f"({self.tile_in}) by an even number, or equal to it"
            )
        if not 0 <= self.foreground_share <= 1:
            raise InputError(f"foreground_share must be 0 to 1, got {self.foreground_share}")

    @property
    def margin(self) -> int:
        """What the net sees on each side and the loss does not, px."""
        return (self.tile_in - self.tile_out) // 2

    def sample(self, annotated: AnnotatedPicture, rng: np.random.Generator) -> Tile:
        """One tile; beyond the picture's edges pixels are mirrored and nothing is painted."""
        foreground, background = annotated.places
        drawn = foreground if rng.random() < self.foreground_share else background
        places = drawn if len(drawn) else foreground if len(foreground) else background
        pixel = places[rng.integers(len(places))]
        height, width = annotated.painted.shape[1:]
        top = self._start(int(pixel[0]), height, rng)
        left = self._start(int(pixel[1]), width, rng)
        image = annotated.picture.window(top, left, self.tile_in, self.tile_in)
        return Tile(image, window(annotated.painted, top, left, self.tile_in), self.margin)

    def _start(self, place: int, length: int, rng: np.random.Generator) -> int:
        free = length - self.tile_out
        low = max(place - self.tile_out + 1, min(0, free))
        high = min(place, max(0, free))
        return int(rng.integers(low, high + 1)) - self.margin


def window(painted: Mask, top: int, left: int, side: int) -> Mask:
    """(2, side, side) of the paint, nothing where it lies outside."""
    result = np.zeros((2, side, side), bool)
    height, width = painted.shape[1:]
    rows = slice(max(top, 0), min(top + side, height))
    columns = slice(max(left, 0), min(left + side, width))
    result[:, rows.start - top : rows.stop - top, columns.start - left : columns.stop - left] = (
        painted[:, rows, columns]
    )
    return result
