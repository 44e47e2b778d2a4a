"""Whether points miss because their coordinates were read in the wrong way."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf, nan

import numpy as np
import numpy.typing as npt

from src.geometry.coordinates import KINDS, RESIZED, Coordinates, Places

AS_IS, SWAPPED, FACTOR = "as_is", "swapped", "factor"
"""Readings beside the kinds of coordinates: right already, x and y exchanged, all scaled."""

GAIN = 0.2
"""Share of the points by which another reading must hit more; chance gives no such gain."""

FEWEST = 3
"""Points by which it must hit more in any case."""

TRIED = 400
"""Factors that are tried at most; each is the one that brings some point to its place."""

Boxes = npt.NDArray[np.float64]
Sizes = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Reading:
    """The reading that answers fit best.

    Args:
        kind: ``as_is``, a kind of coordinates, ``swapped`` or ``factor``.
        used: the kind of coordinates by which the points were read.
        hits: points in their box in this reading.
        hits_as_is: points in their box as they are.
        total: points that there are.
        factor: where all points are of where they should be; ``nan`` for other readings.
    """

    kind: str
    used: str
    hits: int
    hits_as_is: int
    total: int
    factor: float = nan

    @property
    def is_off(self) -> bool:
        """Whether another reading is the better one."""
        return self.kind != AS_IS

    def __str__(self) -> str:
        counted = f"{self.hits} of {self.total} points hit"
        if self.kind == AS_IS:
            return f"answers fit `{self.used}`: {counted}"
        counted = f"{counted} instead of {self.hits_as_is}"
        if self.kind == SWAPPED:
            return f"x and y are exchanged: {counted} when read the other way round"
        if self.kind != FACTOR:
            return f"answers fit `{self.kind}`, not `{self.used}`: {counted}"
        cause = "the server shrinks the picture" if self.factor < 1 else "the server enlarges it"
        everywhere = "all" if self.hits == self.total else f"{self.hits} of {self.total}"
        return (
            f"{everywhere} points are {self.factor:.2f} of where they should be: {cause} "
            f"({counted} when that is undone)"
        )


def best_reading(
    points: npt.ArrayLike, boxes: npt.ArrayLike, sizes: npt.ArrayLike, used: Coordinates
) -> Reading:
    """The reading of points in which most lie in their boxes, if it clearly beats the one used.

    Args:
        points: (n, 2) in pixels, as they were read; ``nan`` where there was no answer.
        boxes: (n, 4) xyxy of what was asked for, in pixels.
        sizes: (n, 2) width and height of each picture as it was sent.
        used: the coordinates by which they were read.
    """
    places = np.asarray(points, np.float64).reshape(-1, 2)
    answered = np.isfinite(places).all(axis=1)
    places = places[answered]
    targets = np.asarray(boxes, np.float64).reshape(-1, 4)[answered]
    screens = np.asarray(sizes, np.int64).reshape(-1, 2)[answered]
    total = len(places)
    as_is = _hits(places, targets)
    found = Reading(AS_IS, used.kind, as_is, as_is, total)
    if total < FEWEST:
        return found
    enough, nearest = max(FEWEST, GAIN * total), inf
    for kind, moved in _others(places, screens, used):
        hits, away = _hits(moved, targets), _away(moved, targets)
        # On a small screen two kinds may hit alike, such as 1920 px and 1932 of them.
        if hits >= as_is + enough and (hits, -away) > (found.hits, -nearest):
            found, nearest = Reading(kind, used.kind, hits, as_is, total), away
    hits, factor = _scaled(places, targets)
    # It has a number to choose, so that it must explain clearly more than what has none.
    if hits >= as_is + enough and hits >= found.hits + max(FEWEST, GAIN * total / 2):
        found = Reading(FACTOR, used.kind, hits, as_is, total, factor)
    return found


def _others(points: Places, sizes: Sizes, used: Coordinates) -> Iterator[tuple[str, Places]]:
    """Every other reading of the same numbers, in pixels."""
    told = points * _sides(sizes, used) / np.maximum(sizes, 1)
    for kind in KINDS:
        if kind != used.kind:
            bounds = (used.thousand, used.multiple, used.min_pixels, used.max_pixels)
            other = Coordinates(kind, *bounds)
            yield kind, told * sizes / _sides(sizes, other)
    yield SWAPPED, told[:, ::-1] * sizes / _sides(sizes, used)


def _sides(sizes: Sizes, coordinates: Coordinates) -> Places:
    if coordinates.kind != RESIZED:
        return np.array([coordinates.sides((int(w), int(h))) for w, h in sizes]).reshape(-1, 2)
    different, places = np.unique(sizes, axis=0, return_inverse=True)
    known = np.array([coordinates.sides((int(w), int(h))) for w, h in different], np.float64)
    sides: Places = known.reshape(-1, 2)[places.ravel()]
    return sides


def _scaled(points: Places, boxes: Boxes) -> tuple[int, float]:
    """Most hits when all points are divided by one factor, and the middle one of such factors."""
    centres = (boxes[:, :2] + boxes[:, 2:]) / 2
    squares = (centres**2).sum(axis=1)
    factors = np.divide((points * centres).sum(axis=1), squares, where=squares > 0,
                        out=np.zeros(len(points)))  # fmt: skip
    factors = np.sort(factors[factors > 0])
    if not len(factors):
        return 0, nan
    factors = factors[np.linspace(0, len(factors) - 1, min(TRIED, len(factors))).astype(int)]
    hits = np.array([_hits(points / factor, boxes) for factor in factors])
    return int(hits.max()), float(np.median(factors[hits == hits.max()]))


def _away(points: Places, boxes: Boxes) -> float:
    """Pixels between a point and the centre of its box, as a rule."""
    gaps = points - (boxes[:, :2] + boxes[:, 2:]) / 2
    return float(np.median(np.hypot(gaps[:, 0], gaps[:, 1])))


def _hits(points: Places, boxes: Boxes) -> int:
    """Points in their box, its edges included."""
    return int(((points >= boxes[:, :2]) & (points <= boxes[:, 2:])).all(axis=1).sum())
