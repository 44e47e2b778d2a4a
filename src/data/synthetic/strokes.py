"""From centrelines to pixels: which root each pixel belongs to, and how far from its middle."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from src.data.synthetic.course import STEP, Course

MARGIN = 2
"""Pixels beside a root that are kept too, for its shadow and its hairs."""

POINT_BITS, NEARNESS_BITS, AXIS_BITS = 26, 8, 20


@dataclass(frozen=True, eq=False)
class Strokes:
    """Pixels on or beside a root, one row each.

    Args:
        pixels: index into the flattened picture.
        points: index into the points of the course.
        axes: index of the axis, the topmost where several cross.
        distances: pixels from the centreline.
        radii: half the root's width there, in pixels.
        sides: -1 to 1 across the root, from one edge to the other.
    """

    pixels: npt.NDArray[np.int64]
    points: npt.NDArray[np.int64]
    axes: npt.NDArray[np.int64]
    distances: npt.NDArray[np.float32]
    radii: npt.NDArray[np.float32]
    sides: npt.NDArray[np.float32]

    @property
    def inside(self) -> npt.NDArray[np.bool_]:
        """Whether the pixel is part of the root."""
        return self.distances <= self.radii


def trace(course: Course, shape: tuple[int, int]) -> Strokes:
    """The pixels of all axes."""
    radii = course.radii.astype(np.float32)
    reaches = np.ceil(radii).astype(np.int64) + MARGIN
    border = int(max(reaches, default=0)) + 1
    padded = (shape[0] + 2 * border, shape[1] + 2 * border)
    best = np.zeros(padded[0] * padded[1], np.int64)
    for reach in np.unique(reaches).tolist():
        _stamp(best, padded[1], border, course, np.flatnonzero(reaches == reach), reach)
    pixels = np.flatnonzero(best)
    rows, cols = pixels // padded[1] - border, pixels % padded[1] - border
    inside = (rows >= 0) & (rows < shape[0]) & (cols >= 0) & (cols < shape[1])
    rows, cols, pixels = rows[inside], cols[inside], pixels[inside]
    points = (best[pixels] & ((1 << POINT_BITS) - 1)) - 1
    down = (rows - course.rows[points]).astype(np.float32)
    right = (cols - course.cols[points]).astype(np.float32)
    headings = course.headings[points].astype(np.float32)
    sine, cosine = np.sin(headings), np.cos(headings)
    across = down * cosine - right * sine
    ahead = np.maximum(np.abs(down * sine + right * cosine) - STEP / 2, 0)
    radii = radii[points]
    return Strokes(
        rows * shape[1] + cols,
        points,
        course.axes[points],
        distances=np.hypot(across, ahead),
        radii=radii,
        sides=np.clip(across / radii, -1, 1),
    )


def _stamp(
    best: npt.NDArray[np.int64],
    pitch: int,
    border: int,
    course: Course,
    chosen: npt.NDArray[np.int64],
    reach: int,
) -> None:
    """Offer the chosen points to the pixels around; inside beats beside, then upper, then nearer.

    The three and the point itself are packed into one number, so that a maximum decides.
    """
    down, right = np.mgrid[-reach : reach + 1, -reach : reach + 1].reshape(2, -1)
    near = down**2 + right**2 <= (reach + 0.5) ** 2
    down, right = down[near], right[near]
    rows, cols = course.rows[chosen], course.cols[chosen]
    row, col = np.rint(rows).astype(np.int64), np.rint(cols).astype(np.int64)
    pixels = ((row + border) * pitch + col + border)[:, None] + (down * pitch + right)
    off_row, off_col = (row - rows).astype(np.float32), (col - cols).astype(np.float32)
    squared = (off_row[:, None] + down.astype(np.float32)) ** 2
    squared += (off_col[:, None] + right.astype(np.float32)) ** 2
    nearness = (255 - squared * np.float32(255 / (reach + 1.5) ** 2)).astype(np.int64)
    key = (course.axes[chosen] << NEARNESS_BITS + POINT_BITS | chosen + 1)[:, None]
    key = key + (nearness << POINT_BITS)
    inside = squared <= (course.radii[chosen].astype(np.float32) ** 2)[:, None]
    key += inside.astype(np.int64) << (AXIS_BITS + NEARNESS_BITS + POINT_BITS)
    np.maximum.at(best, pixels.ravel(), key.ravel())
