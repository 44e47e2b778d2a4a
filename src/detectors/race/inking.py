"""The digits of a line, without the paper that a net outlines with them."""

from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from src.detectors.race.cropping import Corners, upright
from src.detectors.race.finding import Pixels

HEIGHT = 48
"""Px to which a line is brought."""

INKED = 0.08
"""Share of a row or a column that must be ink to be part of digits."""

SOLID = 0.85
"""Share of a column from which on a stretch at an end is no digit but what is beside the sheet."""

LEAST = 0.3
"""Of a line's height; what is lower are no digits, and the line is left as it is."""

USUAL = 0.77
"""Share of a line's height that digits fill, where they cannot be told from the paper."""

Flags = npt.NDArray[np.bool_]


def tight(pixels: Pixels, quad: Corners) -> Corners:
    """The quadrilateral of a line, drawn in to its ink."""
    crop = upright(pixels, quad)
    size = max(round(crop.shape[1] * HEIGHT / crop.shape[0]), 8), HEIGHT
    shown: Any = cv2.resize(crop, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    # Less than half of a line is ink.
    off = np.abs(shown - np.median(shown.reshape(-1, 3), axis=0)).max(axis=2)
    ink = off > np.percentile(off, 95) / 2
    top, bottom = _heaviest(ink.mean(axis=1))
    left, right = _ends(ink[top:bottom])
    if bottom - top < LEAST * HEIGHT or right - left < LEAST * HEIGHT / 2:
        rim = (1 - USUAL) / 2
        return _part(quad, (rim * HEIGHT / size[0], 1 - rim * HEIGHT / size[0]), (rim, 1 - rim))
    return _part(quad, (left / size[0], right / size[0]), (top / HEIGHT, bottom / HEIGHT))


def _heaviest(shares: npt.NDArray[np.float64]) -> tuple[int, int]:
    """Begin and end of the rows that hold most of the ink."""
    stretches = _stretches(shares > INKED)
    if not stretches:
        return 0, 0
    return max(stretches, key=lambda own: float(shares[own[0] : own[1]].sum()))


def _ends(ink: Flags) -> tuple[int, int]:
    """Where digits begin and end, from left to right."""
    if not ink.size:
        return 0, 0
    shares, width = ink.mean(axis=0), ink.shape[1]
    stretches = _stretches(shares > INKED)
    if len(stretches) > 1 and stretches[0][0] == 0 and shares[: stretches[0][1]].mean() > SOLID:
        stretches = stretches[1:]
    if (
        len(stretches) > 1
        and stretches[-1][1] == width
        and shares[stretches[-1][0] :].mean() > SOLID
    ):
        stretches = stretches[:-1]
    return (stretches[0][0], stretches[-1][1]) if stretches else (0, 0)


def _stretches(flags: Flags) -> list[tuple[int, int]]:
    """Begin and end of what is set without a gap."""
    steps = np.diff(np.concatenate([[0], flags.astype(np.int8), [0]]))
    begins, ends = np.flatnonzero(steps == 1), np.flatnonzero(steps == -1)
    return [(int(begin), int(end)) for begin, end in zip(begins, ends, strict=True)]


def _part(quad: Corners, across: tuple[float, float], down: tuple[float, float]) -> Corners:
    """Corners of a part of a quadrilateral, in shares of it."""
    shares = np.array([(u, v) for v in down for u in across])[[0, 1, 3, 2]]
    u, v = shares[:, :1], shares[:, 1:]
    upper, under = quad[0] + u * (quad[1] - quad[0]), quad[3] + u * (quad[2] - quad[3])
    part: Corners = upper + v * (under - upper)
    return part
