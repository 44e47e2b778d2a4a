"""A learning curve as a power law: what a model may reach with more images than were seen."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.float64]

RATES = np.geomspace(0.05, 3.0, 48)
"""Exponents that are tried; 0.05 is a curve that hardly bends, 3 one that is flat at once."""


@dataclass(frozen=True, eq=False)
class PowerLaws:
    """``score = ceiling - fall * images ** -rate``, one for each row of weights.

    The form that learning curves of many models follow (Hestness et al. 2017; Viering & Loog 2021).
    """

    ceiling: Numbers
    fall: Numbers
    rate: Numbers

    def at(self, images: npt.ArrayLike) -> Numbers:
        """(laws, images): the score after so many."""
        counts = np.asarray(images, np.float64)
        return self.ceiling[:, None] - self.fall[:, None] * counts[None] ** -self.rate[:, None]

    def images_to(self, goal: npt.ArrayLike) -> Numbers:
        """How many images each law needs for a goal; infinite where its ceiling is not above it."""
        wanted = np.broadcast_to(np.asarray(goal, np.float64), self.ceiling.shape)
        room = self.ceiling - wanted
        with np.errstate(divide="ignore", over="ignore", invalid="ignore"):
            needed = (self.fall / room) ** (1 / self.rate)
        return np.where(room > 0, np.where(self.fall > 0, needed, 1.0), np.inf)


def fit(images: Numbers, scores: Numbers, weights: Numbers) -> PowerLaws:
    """The least-squares law for every row of weights, with a ceiling of at most 1 and a fall ≥ 0.

    Args:
        images: (points,) at least 1.
        scores: (points,) or (laws, points).
        weights: (laws, points), none negative, each row with at least one above 0.
    """
    scores = np.broadcast_to(scores, weights.shape)
    best = np.full(len(weights), np.inf)
    ceiling, fall, rate = (np.zeros(len(weights)) for _ in range(3))
    total = weights.sum(axis=1)
    mean = (weights * scores).sum(axis=1) / total
    for exponent in RATES:
        way = images**-exponent
        middle = (weights * way).sum(axis=1) / total
        spread = (weights * (way - middle[:, None]) ** 2).sum(axis=1)
        shared = (weights * (way - middle[:, None]) * (scores - mean[:, None])).sum(axis=1)
        slope = np.divide(-shared, spread, out=np.zeros_like(spread), where=spread > 0).clip(0)
        top = mean + slope * middle
        # Beyond 1 nothing can be reached: the ceiling is 1, and the fall what fits best below it.
        square = (weights * way**2).sum(axis=1)
        below = (weights * way * (1 - scores)).sum(axis=1) / np.maximum(square, 1e-12)
        slope, top = np.where(top > 1, below.clip(0), slope), np.minimum(top, 1.0)
        error = (weights * (scores - top[:, None] + slope[:, None] * way) ** 2).sum(axis=1)
        better = error < best - 1e-12
        best = np.where(better, error, best)
        ceiling, fall = np.where(better, top, ceiling), np.where(better, slope, fall)
        rate = np.where(better, exponent, rate)
    return PowerLaws(ceiling, fall, rate)
