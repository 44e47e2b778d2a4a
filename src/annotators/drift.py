"""How a hand strays from where it means to be."""

import math
from collections.abc import Iterator
from itertools import accumulate

import numpy as np
import numpy.typing as npt

REACH = 8.0
"""Px along a stroke over which a hand is off in the same direction."""

# Steps that are drawn at once where nobody knows how many there will be.
BLOCK = 64


def drift(
    count: int, sigma: float, reach: float, rng: np.random.Generator
) -> npt.NDArray[np.float64]:
    """Displacements, (count, 2) px, that change slowly from dab to dab.

    Args:
        sigma: their standard deviation, in px along each axis.
        reach: dabs after which their correlation is down to 1 / e.
    """
    kept = math.exp(-1 / reach)
    noise = rng.normal(0.0, sigma, (count, 2))
    noise[1:] *= math.sqrt(1 - kept**2)
    steps = (noise[:, 0] + 1j * noise[:, 1]).tolist()
    places = np.array([*accumulate(steps, lambda old, new: kept * old + new)], np.complex128)
    return np.stack([places.real, places.imag], axis=1)


def drifting(sigma: float, reach: float, rng: np.random.Generator) -> Iterator[tuple[float, float]]:
    """The same, one after another without end."""
    kept = math.exp(-1 / reach)
    down, right = rng.normal(0.0, sigma, 2).tolist()
    fresh = sigma * math.sqrt(1 - kept**2)
    while True:
        for row, column in rng.normal(0.0, fresh, (BLOCK, 2)).tolist():
            yield down, right
            down, right = kept * down + row, kept * right + column
