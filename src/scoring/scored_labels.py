"""Label images of the instances that count."""

from typing import Any

import numpy as np
import numpy.typing as npt

from src.core import InputError, Instances, Sample
from src.geometry.masks import ignored, rles_to_labels
from src.geometry.overlap import Overlap

Labels = npt.NDArray[Any]
Mask = npt.NDArray[np.bool_]


def scored_labels(sample: Sample, prediction: Instances) -> tuple[Labels, Labels, Mask | None]:
    """Truth, prediction, and the pixels that do not exist because their truth does not count.

    Predictions that do not count are left out, and so are those with more than half of their
    pixels on truth that does not count: they are neither right nor wrong.
    """
    try:
        truth, labels = label_image(sample.truth), label_image(prediction)
    except ValueError as error:
        raise InputError(f"{sample.name}: {error}") from error
    if not prediction.counts.all():
        labels = np.where(ignored(prediction), 0, labels)
    if sample.truth.counts.all():
        return truth, labels, None
    unscored = ignored(sample.truth)
    overlap = Overlap.of(unscored, labels)
    beside = overlap.prediction_on_background()
    dropped = overlap.prediction_ids[2 * beside < overlap.prediction_sizes]
    return truth, np.where(np.isin(labels, dropped), 0, labels), unscored


def ids_of(instances: Instances) -> npt.NDArray[np.int64]:
    """What each instance is called in its label image."""
    if instances.labels is not None and instances.ids is not None:
        return instances.ids
    return np.arange(1, len(instances) + 1)


def label_image(instances: Instances) -> Labels:
    """The masks of the instances as one label image; row numbers from 1 where there are no ids."""
    if instances.labels is not None:
        return instances.labels
    if instances.rles is not None:
        return rles_to_labels(instances.rles, instances.shape)
    if len(instances) == 0:
        return np.zeros(instances.shape, np.int32)
    raise ValueError("object scores need masks or labels, and there are only boxes")
