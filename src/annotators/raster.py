"""Filling a chunky area with parallel lines, back and forth."""

import math
from collections.abc import Iterator

import numpy as np

from src.annotators.brush import Brush
from src.annotators.ground import Places
from src.annotators.strokes import Points
from src.geometry.distance import Mask


def scan_lines(pixels: Places, wanted: Mask, brush: Brush, spacing: float) -> Iterator[Points]:
    """Lines, each two points (2, 2), that cover what is wanted of an area.

    They run along the direction from the centroid to the farthest pixel, at most ``spacing``
    brush diameters apart; each is clipped to what is still wanted when its turn comes, and
    runs opposite to the one before.
    """
    centre = pixels.mean(axis=0)
    away = pixels - centre
    farthest = away[(away**2).sum(axis=1).argmax()]
    along = farthest / max(math.hypot(*farthest), 1.0)
    across = np.array([-along[1], along[0]])
    across_at, along_at = away @ across, away @ along
    backwards = False
    for offset in offsets(float(across_at.min()), float(across_at.max()), brush.radius, spacing):
        near = np.abs(across_at - offset) <= brush.radius
        near[near] = wanted[tuple(pixels[near].T)]
        if near.any():
            ends = along_at[near].min(), along_at[near].max()
            yield centre + offset * across + np.outer(ends[::-1] if backwards else ends, along)
            backwards = not backwards


def offsets(lowest: float, highest: float, radius: float, spacing: float) -> Points:
    """Where lines lie across an area from ``lowest`` to ``highest``, evenly and close enough."""
    room = highest - lowest - 2 * radius
    if room <= 0:
        return np.array([(lowest + highest) / 2])
    count = math.ceil(room / (2 * radius * spacing)) + 1
    return np.linspace(lowest + radius, highest - radius, count)
