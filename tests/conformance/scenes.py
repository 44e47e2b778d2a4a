"""What every suite looks at: pictures of all kinds, and samples with good and bad answers."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import numpy as np
import numpy.typing as npt
from skimage.draw import disk

from src.core import Entry, Instances, Picture, Sample

SHAPE = (40, 48)
PLATES = ("A", "B")

Labels = npt.NDArray[np.int32]


def discs(*places: tuple[int, int, int], shape: tuple[int, int] = SHAPE) -> Labels:
    """A label image of discs, each a row, a column and a radius in px."""
    labels = np.zeros(shape, np.int32)
    for number, (row, column, radius) in enumerate(places, start=1):
        labels[disk((row, column), radius, shape=shape)] = number
    return labels


TWO = discs((12, 12, 6), (26, 32, 8))


def lit(labels: Labels, seed: int = 0) -> npt.NDArray[np.float32]:
    """Noise from 0 to 0.2 on which objects are brighter by 0.6."""
    noise = np.random.default_rng(seed).uniform(0, 0.2, labels.shape)
    return np.asarray(noise + 0.6 * (labels > 0), np.float32)


def picture_of(name: str, pixels: npt.NDArray[np.generic]) -> Picture:
    """A picture by name."""
    return Picture(Entry(f"id-of-{name}", name, "test", f"truth-of-{name}"), pixels)


BRIGHT = lit(TWO)
EMPTY = "empty"
PICTURES = {
    name: picture_of(name, pixels)
    for name, pixels in {
        "grey": (BRIGHT * 255).astype(np.uint8),
        "colour": (np.stack([BRIGHT, BRIGHT / 2, BRIGHT / 3], axis=2) * 255).astype(np.uint8),
        "deep": (BRIGHT * 65535).astype(np.uint16),
        "deep_colour": (np.stack([BRIGHT] * 3, axis=2) * 65535).astype(np.uint16),
        "fractions": BRIGHT,
        "flat": np.full((20, 24), 7, np.uint8),
        "one_row": (BRIGHT[26:27] * 255).astype(np.uint8),
        "one_pixel": np.full((1, 1), 200, np.uint8),
        EMPTY: np.zeros((0, 0), np.uint8),
    }.items()
}
"""Every type and depth that a picture may have, and the smallest there are."""


def sample_of(name: str, labels: Labels, plate: str, seed: int = 0) -> Sample:
    """A picture of these objects, from a plate."""
    entry = Entry(f"id-of-{name}", name, "test", f"truth-of-{name}", {"plate": plate})
    pixels = (lit(labels, seed) * 255).astype(np.uint8)
    return Sample(Picture(entry, pixels), Instances.from_labels(labels))


@cache
def samples() -> tuple[Sample, ...]:
    """Six samples on two plates, all of them with objects of several sizes."""
    return tuple(
        sample_of(
            f"sample-{number}",
            discs((10, 10, 4 + number), (28, 34, 9 - number), (30, 10, 5)),
            PLATES[number % 2],
            number,
        )
        for number in range(6)
    )


NOTHING_THERE = sample_of("nothing-there", discs(), PLATES[0])

Answer = Callable[[Sample], Instances]


def perfect(sample: Sample) -> Instances:
    """The truth itself."""
    return sample.truth


def nothing(sample: Sample) -> Instances:
    """As if the picture were empty."""
    return Instances.empty(sample.truth.shape)


def shifted(sample: Sample) -> Instances:
    """Every object a little beside its place."""
    return Instances.from_labels(np.roll(_labels(sample), (1, 2), (0, 1)))


def partial(sample: Sample) -> Instances:
    """The first object missed, the last one eaten into, and one that is not there."""
    labels = _labels(sample).copy()
    labels[labels == 1] = 0
    labels[28:30] = 0
    labels[1:4, 40:45] = 9
    return Instances.from_labels(labels)


def with_doubtful_object(sample: Sample) -> Sample:
    """The same, where hit or miss of the first object must not count."""
    return replace(sample, truth=Instances.from_labels(_labels(sample), unscored=[1]))


def without_first_object(sample: Sample) -> Instances:
    """All that is true but the first object."""
    return sample.truth.select(np.arange(1, len(sample.truth)))


def _labels(sample: Sample) -> Labels:
    assert sample.truth.labels is not None
    return sample.truth.labels.astype(np.int32)
