"""How a hand strays from where it means to be."""

import math
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

REACH = 8.0
"""Px along a stroke over which a hand is off in the same direction."""

# How many times the reach is summed up at once: a factor of exp(16) costs 7 of 16 digits.
LONGEST = 16
# Steps that are drawn at once where nobody knows how many there will be.
BLOCK = 512
# Steps of a stroke of unknown length that are taken at a time.
FEW = 32


def drift(
    count: int,
    sigma: float,
    reach: float,
    rng: np.random.Generator,
    after: npt.NDArray[np.float64] | None = None,
) -> npt.NDArray[np.float64]:
    """Displacements, (count, 2) px, that change slowly from dab to dab.

    Args:
        sigma: their standard deviation, in px along each axis.
        reach: dabs after which their correlation is down to 1 / e.
        after: (2,) the one before the first.
    """
    kept = math.exp(-1 / reach)
    noise = rng.normal(0.0, sigma, (count, 2))
    noise[0 if after is not None else 1 :] *= math.sqrt(1 - kept**2)
    if after is not None:
        noise[0] += kept * after
    before = np.zeros(2)
    powers = kept ** -np.arange(max(1, int(LONGEST * reach)))[:, None]
    for start in range(0, count, len(powers)):
        part = noise[start : start + len(powers)]
        part *= powers[: len(part)]
        part[0] += kept * before
        part.cumsum(axis=0, out=part)
        part /= powers[: len(part)]
        before = part[-1]
    return noise


class Unsteadiness:
    """A drift without end, of which each stroke takes its part."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._rng = rng
        self._drawn: dict[float, npt.NDArray[np.float64]] = {}

    def take(self, count: int, sigma: float, reach: float) -> npt.NDArray[np.float64]:
        """The next displacements, as ``drift`` has them."""
        drawn = self._drawn.get(reach)
        if drawn is None:
            drawn = drift(BLOCK, 1.0, reach, self._rng)
        if len(drawn) <= count:
            more = drift(count + BLOCK, 1.0, reach, self._rng, after=drawn[-1])
            drawn = np.concatenate([drawn, more])
        self._drawn[reach] = drawn[count:]
        return drawn[:count] * sigma

    def one_by_one(self, sigma: float, reach: float) -> Iterator[tuple[float, float]]:
        """The same, one after another without end."""
        while True:
            yield from self.take(FEW, sigma, reach).tolist()
