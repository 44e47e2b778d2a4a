"""Truths to paint on, errors to make, and a second opinion on what a trajectory painted."""

from itertools import pairwise

import numpy as np
import numpy.typing as npt
from hypothesis import strategies as st
from hypothesis.extra import numpy as st_numpy
from scipy import ndimage
from skimage.draw import ellipse
from skimage.morphology import disk

from src.annotators.clocks import cut
from src.core import Trajectory
from src.core.annotation import ERASER

Mask = npt.NDArray[np.bool_]


def ellipses(side: int = 240, count: int = 6, seed: int = 0) -> Mask:
    """Filled ellipses at random, some of which touch."""
    rng = np.random.default_rng(seed)
    truth = np.zeros((side, side), bool)
    for _ in range(count):
        row, column = rng.uniform(30, side - 30, 2)
        tall, wide = rng.uniform(8, 30, 2)
        turn = rng.uniform(0, np.pi)
        truth[ellipse(row, column, tall, wide, truth.shape, rotation=turn)] = True
    return truth


def root(width: int, angle: float = 0.0, side: int = 120) -> Mask:
    """A straight root through the middle, ``width`` px wide and 80 px long."""
    rows, columns = np.indices((side, side)) - side // 2
    along = rows * np.sin(angle) + columns * np.cos(angle)
    across = rows * np.cos(angle) - columns * np.sin(angle)
    return np.asarray((np.abs(across + 0.25) < width / 2) & (np.abs(along) <= 40))


def halo(mask: Mask, reach: float) -> Mask:
    """The mask and all within ``reach`` px of it."""
    return np.asarray(ndimage.distance_transform_edt(~mask) <= reach)


def actionable(truth: Mask, prediction: Mask) -> tuple[Mask, Mask]:
    """Missed and spurious pixels that are more than 2 px from the other class."""
    near_background = ndimage.binary_dilation(~truth, disk(2))
    near_foreground = ndimage.binary_dilation(truth, disk(2))
    return truth & ~prediction & ~near_background, ~truth & prediction & ~near_foreground


def replay(
    trajectory: Trajectory, shape: tuple[int, int]
) -> tuple[npt.NDArray[np.uint8], list[Mask]]:
    """What lies on the picture in the end, 0 for none, and what each channel ever covered.

    A second opinion: distances from the middle of the brush, event by event.
    """
    paint, ever = np.zeros(shape, np.uint8), [np.zeros(shape, bool) for _ in range(3)]
    for event in trajectory.records():
        if event["painting"]:
            row, column, reach = event["r"], event["c"], int(event["brush_radius"]) + 2
            near = np.s_[max(row - reach, 0) : row + reach, max(column - reach, 0) : column + reach]
            first = near[0].start, near[1].start
            dab = dab_of(
                row - first[0], column - first[1], event["brush_radius"], paint[near].shape
            )
            ever[event["channel"]][near][dab] = True
            paint[near][dab] = 0 if event["channel"] == ERASER else event["channel"] + 1
    return paint, ever


def dab_of(row: int, column: int, radius: float, shape: tuple[int, int]) -> Mask:
    """The pixels of one dab; the middle of a brush of even width is a corner of pixels."""
    even = radius % 1
    rows, columns = np.ogrid[: shape[0], : shape[1]]
    away = (rows - row - even) ** 2 + (columns - column - even) ** 2
    return np.asarray(away <= radius**2 + even / 2 + 1e-9)


def gaps(trajectory: Trajectory) -> npt.NDArray[np.float64]:
    """Seconds between strokes: while the button is up, or one class or brush follows another."""
    segments = cut(trajectory)
    ends = np.append(segments.start[1:], len(trajectory))
    seconds = np.array(
        [trajectory.dt[a:b].sum() for a, b in zip(segments.start, ends, strict=True)]
    )
    strokes = np.flatnonzero(segments.stroke)
    between = [seconds[a + 1 : b].sum() for a, b in pairwise(strokes)]
    return np.array(between, np.float64)


def _touching(side: int) -> Mask:
    truth = np.zeros((side, side), bool)
    truth[2 : side // 2, 2:-2] = True
    truth[side // 2 + 1 :, 4:-4] = True
    truth[side // 2, side // 2] = True
    return truth


def _one_pixel(side: int) -> Mask:
    truth = np.zeros((side, side), bool)
    truth[side // 3, side // 2] = True
    return truth


TRUTHS = {
    "blobs": ellipses(160, 4),
    "mostly foreground": ~ellipses(160, 4),
    "touching": _touching(40),
    "root of 1 px": root(1, 0.3),
    "root of 2 px": root(2, 1.0),
    "root of 3 px": root(3, 2.0),
    "at the border": np.pad(np.ones((12, 30), bool), ((0, 40), (0, 0))),
    "one pixel": _one_pixel(30),
    "all but one pixel": ~_one_pixel(30),
    "chessboard": np.indices((17, 18)).sum(axis=0) % 2 == 0,
    "all foreground": np.ones((50, 60), bool),
    "empty": np.zeros((50, 60), bool),
    "a single pixel": np.ones((1, 1), bool),
    "one row": np.arange(40)[None] > 30,
}


@st.composite
def truths(draw: st.DrawFn) -> Mask:
    """Any small mask: noise, or a few rectangles and lines."""
    shape = draw(st.tuples(st.integers(1, 28), st.integers(1, 28)))
    if draw(st.booleans()):
        return np.asarray(draw(st_numpy.arrays(bool, shape)))
    truth = np.zeros(shape, bool)
    for _ in range(draw(st.integers(0, 4))):
        top, bottom = sorted(draw(st.integers(0, shape[0])) for _ in range(2))
        left, right = sorted(draw(st.integers(0, shape[1])) for _ in range(2))
        truth[top : bottom + 1, left : right + 1] ^= True
    return truth
