"""What is measured of every object: its shape and its brightness."""

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt
from skimage.measure import regionprops_table

from src.core import InputError, Picture
from src.geometry.spans import Values, dense

Numbers = npt.NDArray[np.float64]
Measured = Mapping[str, Numbers]
"""Feature to one number per object, objects in ascending order of their ids."""

SHAPES = ("area", "eccentricity", "solidity")
INTENSITY = "intensity"
FEATURES = (*SHAPES, INTENSITY)


def check_features(features: Sequence[str]) -> tuple[str, ...]:
    """The features, refused where one is unknown or comes twice."""
    chosen = tuple(features)
    if not set(chosen) <= set(FEATURES) or len(set(chosen)) < len(chosen):
        raise InputError(f"scorer.features must be different ones of {FEATURES}, got {chosen}")
    return chosen


def measure(labels: Values, channels: npt.NDArray[np.generic], features: Sequence[str]) -> Measured:
    """Area in px, eccentricity, solidity and mean intensity of every object.

    Args:
        channels: (height, width, n); the intensity of the first is ``intensity-0``.
    """
    shapes = [name for name in features if name in SHAPES]
    bright = channels.shape[2] if INTENSITY in features else 0
    names = [*shapes, *(f"{INTENSITY}-{place}" for place in range(bright))]
    if labels.size == 0 or not names:
        return dict.fromkeys(names, np.zeros(0))
    table = regionprops_table(
        dense(labels),
        channels if bright else None,
        properties=("label", *shapes, *(["intensity_mean"] if bright else [])),
    )
    return {name: table[name.replace(INTENSITY, "intensity_mean")] for name in names}


def measure_grey(labels: Values, picture: Picture, features: Sequence[str]) -> Measured:
    """The same with one ``intensity``: that of all channels together."""
    pixels = picture.pixels
    grey = pixels if pixels.ndim == 2 else pixels.mean(axis=2)
    measured = measure(labels, grey[..., None], features)
    return {name.removesuffix("-0"): column for name, column in measured.items()}


def measure_channels(labels: Values, picture: Picture, features: Sequence[str]) -> Measured:
    """The same with an ``intensity_red`` and so on, by the names of the picture's channels."""
    names = picture.channels
    pixels = picture.pixels if picture.pixels.ndim == 3 else picture.pixels[..., None]
    measured = measure(labels, pixels[..., : len(names)], features)
    called = {f"{INTENSITY}-{place}": f"{INTENSITY}_{name}" for place, name in enumerate(names)}
    return {called.get(name, name): column for name, column in measured.items()}
