"""How a hand strays from where it means to be."""

import math
from itertools import accumulate

import numpy as np

from src.annotators.strokes import Points


def drift(count: int, sigma: float, reach: float, rng: np.random.Generator) -> Points:
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
