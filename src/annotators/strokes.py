"""The lines a hand draws: wandering through a region, and following a way."""

import math
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from src.annotators.brush import Brush
from src.annotators.ground import Depth, Places
from src.annotators.lines import Lines
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
    (height, width), erosion, rim = depth.shape, brush.erosion, brush.radius
    # One pixel at a time is read from a view of memory three times faster than from an array.
    deep, empty = depth.data, blank.data
    for turn in noise:
        heading += turn
        for lean in LEANS:
            angle = heading + side * lean
            down, right = math.sin(angle), math.cos(angle)
            below, beside = row + step * down, column + step * right
            place = round(below), round(beside)
            ahead = round(below + rim * down), round(beside + rim * right)
            if (
                0 <= place[0] < height
                and 0 <= place[1] < width
                and 0 <= ahead[0] < height
                and 0 <= ahead[1] < width
                and deep[place] > erosion
                and empty[ahead]
            ):
                break
        else:
            return
        row, column, heading = below, beside, angle
        yield place


def follow(
    way: Points | Places, step: float, angular_noise: float, rng: np.random.Generator
) -> Points:
    """Points every ``step`` px along a way, (n, 2), by a hand that strays and steers back."""
    points: Points = follow_all(Lines.of([way]), np.array([step]), angular_noise, rng).points
    return points


def follow_all(
    ways: Lines, steps: npt.NDArray[np.float64], angular_noise: float, rng: np.random.Generator
) -> Lines:
    """The same for many ways, each with its own step."""
    at = np.zeros(len(ways.points))
    np.hypot(*(ways.points[1:] - ways.points[:-1]).T).cumsum(out=at[1:])
    first = at[ways.starts]
    length = at[ways.ends - 1] - first
    counts = (length / steps + 0.5).astype(np.int64) + 1
    followed = Lines(np.empty((counts.sum(), 2)), counts)
    points, starts = followed.points, followed.starts
    here = (
        first[followed.line] + followed.within * (length / np.maximum(counts - 1, 1))[followed.line]
    )
    points[:, 0] = np.interp(here, at, ways.points[:, 0])
    points[:, 1] = np.interp(here, at, ways.points[:, 1])
    noise, kept = (
        np.sin(rng.normal(0.0, angular_noise, len(points))),
        np.full(len(points), PERSISTENCE),
    )
    noise[starts] = kept[starts] = 0.0
    strays, stray = [], 0.0
    for new, share in zip(noise.tolist(), kept.tolist(), strict=True):
        stray = share * stray + new
        strays.append(stray)
    along = (points[1:] - points[:-1]) * np.array(strays[1:])[:, None]
    points[1:, 0] -= along[:, 1]
    points[1:, 1] += along[:, 0]
    return followed


def between(start: npt.ArrayLike, end: npt.ArrayLike, step: float) -> Places:
    """(n, 2) pixels after ``start`` up to ``end``, straight, at most about ``step`` px apart."""
    first, last = np.asarray(start), np.asarray(end)
    count = max(1, math.ceil(math.dist(first, last) / step))
    share = np.arange(1, count + 1)[:, None] / count
    places: Places = np.rint(first + (last - first) * share).astype(np.int64)
    return places


def straight(starts: Places, ends: Places, steps: npt.NDArray[np.float64]) -> Lines:
    """The same from many starts to as many ends."""
    ways = ends - starts
    counts = np.maximum(np.ceil(np.hypot(ways[:, 0], ways[:, 1]) / steps), 1).astype(np.int64)
    return in_steps(starts, ways, counts)


def in_steps(starts: Places, ways: Places, counts: npt.NDArray[np.int64]) -> Lines:
    """The pixels of straight ways, (n, 2), after their starts, in so many steps each."""
    lines = Lines(starts, counts)
    share = (lines.within + 1) / counts[lines.line]
    points = np.rint(starts[lines.line] + ways[lines.line] * share[:, None]).astype(np.int64)
    return Lines(points, counts)


def filled_in(places: Places, step: float) -> tuple[Places, npt.NDArray[np.bool_]]:
    """Places with those straight between them, about ``step`` px apart, and which were given."""
    between_them = straight(places[:-1], places[1:], np.full(len(places) - 1, step))
    given = np.zeros(len(between_them.points) + 1, bool)
    given[0] = given[between_them.ends] = True
    return np.concatenate([places[:1], between_them.points]), given


def to_places(points: Points, shape: tuple[int, int]) -> Places:
    """The pixels under points, without standing still; points off the picture go to its edge."""
    places = pixels(points, shape)
    return places[moves(places)]


def all_to_places(ways: Lines, shape: tuple[int, int]) -> Lines:
    """The same for many ways."""
    places = pixels(ways.points, shape)
    moved = moves(places)
    moved[ways.starts] = True
    return Lines(places, ways.counts).only(moved)


def pixels(points: Points, shape: tuple[int, int]) -> Places:
    """The pixels of a picture that are nearest to points."""
    places = np.rint(points).astype(np.int64)
    np.maximum(places, 0, out=places)
    np.minimum(places[:, 0], shape[0] - 1, out=places[:, 0])
    np.minimum(places[:, 1], shape[1] - 1, out=places[:, 1])
    return places


def moves(places: Places) -> npt.NDArray[np.bool_]:
    """Whether each place is another than the one before."""
    moved = np.ones(len(places), bool)
    steps = places[1:] != places[:-1]
    np.logical_or(steps[:, 0], steps[:, 1], out=moved[1:])
    return moved
