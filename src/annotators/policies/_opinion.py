"""Where somebody else would put the edge."""

import numpy as np
from scipy import ndimage

from src.geometry.distance import Mask, depth

REACH = 5.0
"""Px along an edge over which an opinion is the same."""


def own_opinion(truth: Mask, offset: float, waver: float, rng: np.random.Generator) -> Mask:
    """The truth as somebody sees it whose edges lie elsewhere by fractions of a pixel or more.

    The middle of every part, however thin, stays what it is: nobody disputes that it is there.

    Args:
        offset: px by which the foreground is larger on each side; negative: smaller.
        waver: px, standard deviation of what comes on top from place to place.
    """
    if truth.all() or not truth.any():
        return truth
    within = np.where(truth, depth(truth), depth(~truth))
    inside = np.where(truth, within - 0.5, 0.5 - within)
    moods = ndimage.gaussian_filter(rng.normal(size=truth.shape), REACH)
    spread = float(moods.std())
    seen = inside + offset + (waver / spread if spread else 0.0) * moods > 0
    middle = within >= np.where(truth, _highest(within, truth), _highest(within, ~truth))
    return np.where(middle, truth, seen)


def _highest(within: Mask, part: Mask) -> Mask:
    """The largest depth of a class among a pixel and its neighbours."""
    highest: Mask = ndimage.maximum_filter(np.where(part, within, 0), 3)
    return highest
