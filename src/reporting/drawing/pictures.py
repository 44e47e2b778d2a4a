"""A prediction against its truth, in colours everybody can tell apart."""

from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt
from PIL import Image
from skimage.segmentation import find_boundaries

from src.core import Instances, Sample
from src.geometry.masks import rles_to_labels
from src.reporting.palette import CORRECT, MISSED, OUTLINE, SPURIOUS, UNSCORED, Colour

Pixels = npt.NDArray[np.uint8]

TINT = 0.6

DARKEST, BRIGHTEST = 1.0, 99.8
"""Percentiles that become black and white where a picture has more than 8 bits."""


def eight_bit(pixels: npt.NDArray[Any]) -> Pixels:
    """(height, width, 3) uint8; more than 8 bits are stretched between percentiles."""
    if pixels.dtype != np.uint8:
        pixels = _stretched(pixels)
    if pixels.ndim == 2:
        pixels = np.repeat(pixels[..., None], 3, axis=2)
    return np.ascontiguousarray(pixels)


def enlarged(image: npt.NDArray[Any], zoom: int) -> npt.NDArray[Any]:
    """Every pixel as a square of ``zoom`` by ``zoom``."""
    return image.repeat(zoom, axis=0).repeat(zoom, axis=1) if zoom > 1 else image


def overlay(sample: Sample, prediction: Instances, zoom: int = 1) -> Pixels:
    """The picture with correct, missed and spurious pixels tinted and the truth outlined.

    Args:
        zoom: whole number by which the picture grows, while the outline stays thin.
    """
    canvas, truth = _compared(sample, prediction)
    canvas = enlarged(canvas, zoom)
    canvas[find_boundaries(enlarged(truth, zoom), connectivity=1, mode="inner")] = OUTLINE
    return canvas


def thumbnail(sample: Sample, prediction: Instances, side: int) -> Pixels:
    """A small overlay; shrunk, it has no outline, which would hide what it is around.

    Args:
        side: most pixels of the longer side.
    """
    factor = -(-max(*sample.picture.shape, 1) // side)
    if factor == 1:
        return overlay(sample, prediction)
    shape = tuple(-(-own // factor) for own in sample.picture.shape)
    if _is_boxes(sample.truth) and _is_boxes(prediction):
        small = np.asarray(Image.fromarray(eight_bit(sample.picture.pixels)).reduce(factor))
        picture = replace(sample.picture, pixels=small)
        truth, found = (_smaller(own, factor, shape) for own in (sample.truth, prediction))
        return overlay(Sample(picture, truth), found)
    # Of a huge picture some pixels of each square are enough.
    step = max(1, factor // 4)
    canvas = _compared(sample, prediction, step)[0]
    return np.asarray(Image.fromarray(canvas).reduce(-(-factor // step)))


def seen(pixels: npt.NDArray[Any], labels: npt.NDArray[Any]) -> Pixels:
    """The picture with what was found on it tinted and every object outlined; there is no truth."""
    canvas = np.array(eight_bit(pixels))
    _tint(canvas, labels > 0, CORRECT)
    canvas[find_boundaries(labels, connectivity=1, mode="inner")] = OUTLINE
    return canvas


def _stretched(pixels: npt.NDArray[Any]) -> Pixels:
    values = pixels.astype(np.float64)
    known = values[np.isfinite(values)]
    if known.size == 0:
        return np.zeros(pixels.shape, np.uint8)
    low, high = np.percentile(known, [DARKEST, BRIGHTEST])
    scaled = (values - low) * (255 / (high - low) if high > low else 0.0)
    limited: npt.NDArray[np.float64] = np.nan_to_num(scaled, posinf=255.0).clip(0, 255)
    return limited.astype(np.uint8)


def _is_boxes(instances: Instances) -> bool:
    return instances.labels is None and instances.rles is None


def _smaller(instances: Instances, factor: int, shape: tuple[int, ...]) -> Instances:
    boxes = None if instances.boxes is None else instances.boxes / factor
    return Instances((shape[0], shape[1]), boxes=boxes, scored=instances.scored)


def _compared(
    sample: Sample, prediction: Instances, step: int = 1
) -> tuple[Pixels, npt.NDArray[Any]]:
    """The picture with every kind of pixel tinted, and the true labels.

    Args:
        step: of every so many rows and columns one is taken.
    """
    if prediction.shape != sample.truth.shape:
        raise ValueError(
            f"{sample.name}: prediction is {prediction.shape}, the picture {sample.truth.shape}"
        )
    canvas = np.array(eight_bit(sample.picture.pixels[::step, ::step]))
    truth, unscored = (own[::step, ::step] for own in _labels(sample.truth))
    predicted = _labels(prediction)[0][::step, ::step] > 0
    _tint(canvas, unscored, UNSCORED)
    _tint(canvas, (truth > 0) & predicted, CORRECT)
    _tint(canvas, (truth > 0) & ~predicted, MISSED)
    _tint(canvas, predicted & (truth == 0) & ~unscored, SPURIOUS)
    return canvas, truth


def _tint(canvas: Pixels, where: npt.NDArray[np.bool_], colour: Colour) -> None:
    mixed = (1 - TINT) * canvas[where] + TINT * np.asarray(colour)
    canvas[where] = mixed.round().astype(np.uint8)


def _labels(instances: Instances) -> tuple[npt.NDArray[Any], npt.NDArray[np.bool_]]:
    """A label image of the instances that count, and the pixels of those that do not."""
    if instances.labels is not None and instances.ids is not None:
        labels, ids = instances.labels, instances.ids
    else:
        ids = np.arange(1, len(instances) + 1)
        labels = (
            _boxes_as_labels(instances)
            if instances.rles is None
            else rles_to_labels(instances.rles, instances.shape, later_wins=True)
        )
    if instances.counts.all():
        return labels, np.zeros(instances.shape, bool)
    unscored = np.isin(labels, ids[~instances.counts])
    return np.where(unscored, 0, labels), unscored


def _boxes_as_labels(instances: Instances) -> npt.NDArray[np.int32]:
    """Boxes filled, the small ones on top of the large."""
    labels = np.zeros(instances.shape, np.int32)
    boxes = np.zeros((0, 4)) if instances.boxes is None else instances.boxes
    edges = np.clip(np.round(boxes), 0, np.tile(instances.shape[::-1], 2)).astype(int)
    areas = (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])
    for number in np.argsort(-areas, kind="stable"):
        left, top, right, bottom = edges[number]
        labels[top:bottom, left:right] = number + 1
    return labels
