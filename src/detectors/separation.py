"""From foreground to instances: one rule for every detector that finds foreground first."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Annotated

import numpy as np
import numpy.typing as npt
from annotated_types import Ge, Le
from scipy import ndimage
from skimage.feature import peak_local_max
from skimage.segmentation import watershed

from src.core import InputError, Instances, Picture

INSTANCES = ("components", "watershed", "foreground")

Mask = npt.NDArray[np.bool_]
Labels = npt.NDArray[np.int32]

RIPPLE = 1.0
"""Deviation in px that is smoothed out of the distance transform; ragged rims make false peaks."""


@dataclass(frozen=True)
class Separation:
    """How foreground falls into instances.

    Args:
        instances: ``components`` (8-neighbours), ``watershed`` of the distance transform, which
            also splits what touches, or ``foreground``: all of it as one.
        min_area: smaller instances are dropped, px.
        min_distance: of two centres, px; watershed only, 0 does not split.
    """

    instances: str = "components"
    min_area: int = 0
    min_distance: Annotated[int, Ge(0), Le(10_000)] = 7

    def __post_init__(self) -> None:
        if self.instances not in INSTANCES:
            raise InputError(
                f"detector.instances must be one of {INSTANCES}, got {self.instances!r}"
            )
        for name in ("min_area", "min_distance"):
            if getattr(self, name) < 0:
                raise InputError(f"detector.{name} must be >= 0, got {getattr(self, name)}")

    def labels(self, mask: Mask) -> Labels:
        """A label image of the foreground; values need not be consecutive."""
        if self.instances == "foreground":
            labels = mask.astype(np.int32)
        elif self.instances == "watershed" and self.min_distance > 0:
            labels = split_touching(mask, self.min_distance)
        else:
            labels = components(mask)
        if self.min_area > 1:
            areas = np.bincount(labels.ravel())
            labels[areas[labels] < self.min_area] = 0
        return labels

    def of_probabilities(
        self, probabilities: npt.NDArray[np.float32], threshold: float
    ) -> Instances:
        """What is at least as probable as the threshold, with the mean probability of each."""
        labels = self.labels(probabilities >= threshold)
        areas = np.bincount(labels.ravel())[1:]
        sums = np.bincount(labels.ravel(), probabilities.ravel())[1:]
        kept = areas > 0
        return Instances.from_labels(labels, scores=sums[kept] / areas[kept])


class Separating:
    """A detector that has the arguments of a ``Separation``."""

    instances: str
    min_area: int
    min_distance: int

    @property
    def separation(self) -> Separation:
        """How its foreground falls into instances."""
        return Separation(self.instances, self.min_area, self.min_distance)


class Probable(Separating, ABC):
    """A detector whose foreground is what is at least as probable as its threshold."""

    threshold: float

    @abstractmethod
    def probabilities(self, picture: Picture) -> npt.NDArray[np.float32]:
        """(height, width) how probable foreground is."""

    def detect(self, picture: Picture) -> Instances:
        """Foreground as a label image, with the mean probability of each instance."""
        return self.instances_of(self.probabilities(picture))

    def instances_of(self, probabilities: npt.NDArray[np.float32]) -> Instances:
        """What ``detect`` makes of the probabilities of a picture."""
        return self.separation.of_probabilities(probabilities, self.threshold)


def components(mask: Mask) -> Labels:
    """One id per 8-connected component."""
    labels: Labels = ndimage.label(mask, np.ones((3, 3)))[0]
    return labels


def split_touching(mask: Mask, min_distance: int) -> Labels:
    """Watershed of the distance transform from its maxima, at least ``min_distance`` apart."""
    whole = components(mask)
    if mask.all():
        return whole  # without background there is no distance
    depth = ndimage.distance_transform_edt(mask).astype(np.float32)
    depth = ndimage.gaussian_filter(depth, RIPPLE)
    peaks = peak_local_max(depth, min_distance=min_distance, labels=whole, exclude_border=False)
    markers = np.zeros(mask.shape, np.int32)
    markers[tuple(peaks.T)] = np.arange(1, len(peaks) + 1)
    # As many neighbours as components have: with fewer, what hangs on by a corner would be lost.
    labels: Labels = watershed(-depth, markers, connectivity=2, mask=mask).astype(np.int32)
    flat = mask & (labels == 0)
    labels[flat] = whole[flat] + len(peaks)  # a component without any peak stays whole
    return labels
