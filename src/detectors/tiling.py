"""How a picture of any size becomes tiles for a net: nothing skipped, nothing twice."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from math import ceil, isfinite, prod, sqrt
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
from annotated_types import Ge, Le

from src.core import InputError, Surface

Pixels = npt.NDArray[Any]
FloatArray = npt.NDArray[np.float32]

BAND, BAND_AREA = 256, 2**21
"""Rows, and pixels, of a large picture that are looked at together where no net asks for more."""


@dataclass(frozen=True)
class Geometry:
    """Which tiles a net takes and what it gives back.

    Args:
        context: px on each side that the net needs around what it gets right.
        multiple: sides that fit are this far apart, px.
        remainder: what a side that fits leaves when divided by ``multiple``, px.
        shrinks: the output is smaller by ``context`` on each side; else it is as large as
            the input, and spoilt by padding up to ``context`` from the border.
    """

    context: Annotated[int, Ge(0), Le(65_536)]
    multiple: Annotated[int, Ge(1), Le(65_536)]
    remainder: Annotated[int, Ge(0)] = 0
    shrinks: bool = False

    @property
    def lost(self) -> int:
        """How much smaller the output is than the input, px."""
        return 2 * self.context if self.shrinks else 0

    def fits(self, side: int) -> bool:
        """Whether a tile of this side goes through the net."""
        return side > self.lost and side % self.multiple == self.remainder

    def output_side(self, side: int) -> int:
        """The side of what comes out when a tile of ``side`` goes in."""
        if not self.fits(side):
            larger = self.input_side(max(side - self.lost, 1))
            raise InputError(
                f"a tile of {side} px does not fit the net; its side must leave {self.remainder} "
                f"when divided by {self.multiple} and exceed {self.lost}, such as {larger}"
            )
        return side - self.lost

    def largest_side(self, limit: int) -> int:
        """The largest side that fits and is at most ``limit``."""
        side = limit - (limit - self.remainder) % self.multiple
        if not self.fits(side):
            raise InputError(
                f"detector.tiler.tile_in ({limit}) is too small for the net; "
                f"give at least {self.input_side(1)}"
            )
        return side

    def input_side(self, output_side: int) -> int:
        """The smallest side that fits and gives at least ``output_side``."""
        least = max(output_side, 1) + self.lost
        return least + (self.remainder - least) % self.multiple


@dataclass(frozen=True)
class Span:
    """One tile along one axis, in pixels of the picture.

    Args:
        start: where its input begins; before 0 and beyond the end the picture is mirrored.
        side: of its input.
        written: the pixels that are taken from its output.
        read: where they lie in its output.
    """

    start: int
    side: int
    written: slice
    read: slice

    @classmethod
    def between(cls, start: int, side: int, edges: tuple[int, int], output_start: int) -> "Span":
        """A tile that gives the pixels from ``edges[0]`` up to ``edges[1]``."""
        low, high = edges
        return cls(start, side, slice(low, high), slice(low - output_start, high - output_start))


def spans(length: int, tile_in: int, geometry: Geometry) -> list[Span]:
    """The fewest tiles of at most ``tile_in`` that cover an axis, and the smallest such tiles."""
    if geometry.shrinks:
        return _shrinking_spans(length, tile_in, geometry)
    return _preserving_spans(length, tile_in, geometry)


def _shrinking_spans(length: int, tile_in: int, geometry: Geometry) -> list[Span]:
    largest = geometry.output_side(tile_in)
    count = ceil(length / largest)
    side, starts = tile_in, [i * (length - largest) // max(count - 1, 1) for i in range(count)]
    # Tiles that lie apart by the net's own multiple are pooled alike, so that they give what
    # one large tile would give. Taken where it needs no tile more.
    for shorter in range(geometry.input_side(ceil(length / count)), tile_in + 1, geometry.multiple):
        output = geometry.output_side(shorter)
        step = output - output % geometry.multiple
        if step * (count - 1) + output >= length:
            last = -(-max(length - output, 0) // geometry.multiple) * geometry.multiple
            side, starts = shorter, [min(i * step, last) for i in range(count)]
            break
    return [
        Span.between(start - geometry.context, side, edges, start)
        for start, edges in zip(starts, pairwise([*starts, length]), strict=True)
    ]


def _preserving_spans(length: int, tile_in: int, geometry: Geometry) -> list[Span]:
    padded = geometry.input_side(length)
    if padded <= tile_in:
        return [Span.between(0, padded, (0, length), 0)]
    margin = -(-geometry.context // geometry.multiple) * geometry.multiple
    if tile_in <= 2 * margin:
        raise InputError(
            f"detector.tiler.tile_in must exceed {2 * margin}, twice the context, got {tile_in}"
        )
    count = 1 + ceil((padded - tile_in) / (tile_in - 2 * margin))
    side = geometry.input_side(ceil((padded + 2 * margin * (count - 1)) / count))
    starts = [min(i * (side - 2 * margin), padded - side) for i in range(count)]
    edges = [0, *(start + margin for start in starts[1:]), length]
    return [
        Span.between(start, side, pair, start)
        for start, pair in zip(starts, pairwise(edges), strict=True)
    ]


@dataclass(frozen=True, eq=False)
class Standardised:
    """A picture as a net sees it: mean 0, variance 1, three channels, mirrored beyond its edges.

    The mean and the deviation are of the whole picture and all its channels: exposure and bit
    depth vanish, colour stays, and a tile looks the same whichever window it is cut by.
    """

    pixels: Pixels
    mean: float
    deviation: float

    @classmethod
    def of_rows(cls, pixels: Surface) -> "Standardised":
        """The same of a picture that is read some rows at a time."""
        count = max(prod(pixels.shape), 1)
        mean = sum(float(part.sum(dtype=np.float64)) for part in bands(pixels, 64)) / count
        squares = (float(np.square(part - mean).sum()) for part in bands(pixels, 64))
        deviation = sqrt(sum(squares) / count)
        if not isfinite(deviation):
            raise InputError("the picture has values that are not finite")
        rows: Any = pixels  # of which windows alone are asked for
        return cls(rows, mean, deviation)

    @classmethod
    def of(cls, pixels: Pixels) -> "Standardised":
        """The picture with its own mean and deviation; a flat one becomes 0 everywhere."""
        mean = float(pixels.mean(dtype=np.float64)) if pixels.size else 0.0
        deviation = float(pixels.std(dtype=np.float64)) if pixels.size else 0.0
        if not np.isfinite(deviation):
            raise InputError("the picture has values that are not finite")
        return cls(pixels, mean, deviation)

    def window(self, top: int, left: int, height: int, width: int) -> FloatArray:
        """(3, height, width) float32, wherever the window lies."""
        rows = mirrored(top, height, self.pixels.shape[0])
        columns = mirrored(left, width, self.pixels.shape[1])
        part: FloatArray = self.pixels[rows][:, columns].astype(np.float32)
        part -= np.float32(self.mean)
        part *= np.float32(1 / self.deviation if self.deviation else 0)
        if part.ndim == 2:
            return np.repeat(part[None], 3, axis=0)
        return np.ascontiguousarray(part.transpose(2, 0, 1))


def bands(pixels: Surface, height: int = BAND) -> Iterator[Pixels]:
    """All rows of a picture, so many at a time."""
    for low, high in edges_of(pixels.shape[0], height):
        yield pixels[low:high]


def edges_of(length: int, step: int = BAND) -> list[tuple[int, int]]:
    """Where pieces of an axis begin and end."""
    return [(low, min(low + step, length)) for low in range(0, length, step)]


def strips_of(shape: Sequence[int]) -> list[tuple[int, int]]:
    """Where strips of a picture begin and end: the wider it is, the lower they are."""
    return edges_of(shape[0], max(min(BAND, BAND_AREA // max(shape[1], 1)), 1))


def mirrored(start: int, count: int, length: int) -> Any:
    """An index of ``count`` pixels from ``start``, mirrored at both ends of an axis."""
    if start >= 0 and start + count <= length:
        return slice(start, start + count)
    period = max(2 * (length - 1), 1)
    places = np.arange(start, start + count) % period
    return np.minimum(places, period - places) if length > 1 else np.zeros(count, np.intp)


@dataclass(frozen=True)
class Tiler:
    """Says which tiles a picture is cut into, and how many go through the net together.

    Args:
        tile_in: largest side of a tile, px; what the net was trained with, or more. The largest
            side below that fits the net is used.
        batch_size: tiles that go through the net together.
        whole_pixels: a net that keeps the size takes a picture up to this area in one piece.
    """

    tile_in: Annotated[int, Ge(1), Le(65_536)] = 1024
    batch_size: Annotated[int, Ge(1), Le(4096)] = 1
    whole_pixels: Annotated[int, Ge(0)] = 1_500_000

    def __post_init__(self) -> None:
        for name, least in (("tile_in", 1), ("batch_size", 1), ("whole_pixels", 0)):
            if getattr(self, name) < least:
                raise InputError(f"{name} must be at least {least}, got {getattr(self, name)}")

    def check(self, geometry: Geometry) -> None:
        """Refuse a net for which these tiles are too small, before any picture comes."""
        spans(self.tile_in + 1, geometry.largest_side(self.tile_in), geometry)

    def tiles(self, shape: tuple[int, int], geometry: Geometry) -> list[tuple[Span, Span]]:
        """Rows and columns of every tile of a picture."""
        if 0 in shape:
            return []
        whole = not geometry.shrinks and shape[0] * shape[1] <= self.whole_pixels
        largest = geometry.largest_side(self.tile_in)
        rows, columns = (
            spans(length, geometry.input_side(length) if whole else largest, geometry)
            for length in shape
        )
        return list(product(rows, columns))
