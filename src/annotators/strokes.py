"""The lines a hand draws: wandering through a region, and following a way."""

import math
from collections.abc import Iterator
from itertools import accumulate

import numpy as np
import numpy.typing as npt

from src.annotators.brush import Brush
from src.annotators.ground import Depth, Places
from src.geometry.distance import Mask

Points = npt.NDArray[np.float64]

# Headings, in radians off the present one, that a hand tries before it lifts the brush.
LEANS = (0.0, 0.2, -0.2, 0.4, -0.4, 0.7, -0.7, 1.0, -1.0, 1.4, -1.4, 1.9, -1.9, 2.5, -2.5)
# What is left of a deviation from the way after one more step of steering back.
PERSISTENCE = 0.7


def wander(
    start: tuple[int, int], turns: Points, step: float, brush: Brush, depth: Depth, blank: Mask
) -> Iterator[tuple[int, int]]:
    """Pixels of a curved stroke that stays inside a region and heads for blank ground.

    Where the next step would leave the region, or have nothing new before it, the hand turns
    to the nearest heading that does not; where there is none the stroke ends.

    Args:
        turns: (n,) radians; the first is the heading, each other one the noise of one step.
        depth: of the region.
        blank: ground without paint; it shrinks while the stroke is painted.
    """
    row, column = map(float, start)
    yield start
    heading, *noise = turns.tolist()
    side = 1.0 if heading > 0 else -1.0
    for turn in noise:
        heading += turn
        for lean in LEANS:
            angle = heading + side * lean
            down, right = math.sin(angle), math.cos(angle)
            here = row + step * down, column + step * right
            rim = here[0] + brush.radius * down, here[1] + brush.radius * right
            place = _pixel(here, depth)
            ahead = _pixel(rim, depth)
            if place and ahead and depth[place] > brush.erosion and blank[ahead]:
                break
        else:
            return
        (row, column), heading = here, angle
        yield place


def _pixel(point: tuple[float, float], picture: Depth) -> tuple[int, int] | None:
    """The pixel under a point; ``None`` beside the picture."""
    row, column = round(point[0]), round(point[1])
    height, width = picture.shape
    return (row, column) if 0 <= row < height and 0 <= column < width else None


def follow(
    way: Points | Places, step: float, angular_noise: float, rng: np.random.Generator
) -> Points:
    """Points every ``step`` px along a way, (n, 2), by a hand that strays and steers back."""
    length = np.zeros(len(way))
    np.hypot(*(way[1:] - way[:-1]).T).cumsum(out=length[1:])
    count = int(length[-1] / step + 0.5) + 1
    at = np.arange(count) * (length[-1] / max(count - 1, 1))
    points = np.empty((count, 2))
    points[:, 0] = np.interp(at, length, way[:, 0])
    points[:, 1] = np.interp(at, length, way[:, 1])
    noise = np.sin(rng.normal(0.0, angular_noise, count - 1))
    strays = [*accumulate(noise.tolist(), lambda old, new: PERSISTENCE * old + new)]
    along = points[1:] - points[:-1]
    points[1:, 0] -= strays * along[:, 1]
    points[1:, 1] += strays * along[:, 0]
    return points


def between(start: npt.ArrayLike, end: npt.ArrayLike, step: float) -> Places:
    """(n, 2) pixels after ``start`` up to ``end``, straight, at most about ``step`` px apart."""
    first, last = np.asarray(start), np.asarray(end)
    count = max(1, math.ceil(math.dist(first, last) / step))
    share = np.arange(1, count + 1)[:, None] / count
    places: Places = np.rint(first + (last - first) * share).astype(np.int64)
    return places


def to_places(points: Points, shape: tuple[int, int]) -> Places:
    """The pixels under points, without standing still; points off the picture go to its edge."""
    places = np.rint(points).astype(np.int64)
    np.minimum(np.maximum(places, 0, out=places), (shape[0] - 1, shape[1] - 1), out=places)
    moved = np.ones(len(places), bool)
    np.any(places[1:] != places[:-1], axis=1, out=moved[1:])
    return places[moved]
