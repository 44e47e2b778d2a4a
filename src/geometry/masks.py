"""Masks as COCO run lengths or as a label image, and the ways between the two."""

import itertools
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from pycocotools import mask as coco
from scipy import ndimage

from src.core.instances import Instances, Rle
from src.geometry.boxes import xyxy_from_xywh
from src.geometry.rle import Runs, compressed, decompressed
from src.geometry.spans import as_labels, dense, ranked, run_starts

Mask = npt.NDArray[np.bool_]


def encode(mask: Mask) -> Rle:
    """One mask as COCO run lengths."""
    rle: Rle = coco.encode(np.asfortranarray(mask, np.uint8))
    return rle


def decode(rle: Rle) -> Mask:
    """COCO run lengths as one mask."""
    return union([rle], (rle["size"][0], rle["size"][1]))


def union(rles: Sequence[Rle], shape: tuple[int, int]) -> Mask:
    """Pixels of any of the masks."""
    _check_sizes(rles, shape)
    # Pycocotools' own decode warns of a deprecation in numpy 2, and warnings are errors here.
    mask = np.zeros((shape[1], shape[0]), np.bool_)
    mask.reshape(-1)[decompressed(rles).pixels()] = True
    return np.ascontiguousarray(mask.T)


def to_rles(instances: Instances) -> tuple[Rle, ...]:
    """The mask of each instance, in the order of the rows."""
    if instances.rles is not None:
        return instances.rles
    if instances.labels is None or instances.ids is None:
        raise ValueError("these instances have boxes but no masks")
    return labels_to_rles(instances.labels, instances.ids)


def labels_to_rles(
    labels: npt.NDArray[Any], ids: npt.NDArray[np.int64] | None = None
) -> tuple[Rle, ...]:
    """The mask of each id, or of each object in ascending order where no ids are given."""
    flat = as_labels(labels).ravel(order="F")
    starts = run_starts(flat)
    lengths = np.diff(starts, append=flat.size)
    inside = flat[starts] != 0
    known, owner = ranked(flat[starts][inside])
    order = np.argsort(owner, kind="stable")
    runs = Runs(owner[order], starts[inside][order], lengths[inside][order])
    rles = compressed(runs, (labels.shape[0], labels.shape[1]))
    if ids is None or np.array_equal(ids, known):
        return rles
    by_id = dict(zip(known.tolist(), rles, strict=True))
    nothing = encode(np.zeros(labels.shape, np.bool_))
    return tuple(by_id.get(value, nothing) for value in np.asarray(ids).tolist())


def rles_to_labels(
    rles: Sequence[Rle], shape: tuple[int, int], *, later_wins: bool = False
) -> npt.NDArray[np.int32]:
    """A label image in which row ``i`` has the value ``i + 1``.

    Masks that overlap are refused, unless ``later_wins`` lets each hide those before it.
    """
    _check_sizes(rles, shape)
    runs = decompressed(rles)
    labels = np.zeros((shape[1], shape[0]), np.int32)
    labels.reshape(-1)[runs.pixels()] = np.repeat(runs.owner + 1, runs.length)
    if not later_wins and np.count_nonzero(labels) < runs.length.sum():
        raise ValueError("masks overlap; a label image cannot hold them unless later_wins")
    return np.ascontiguousarray(labels.T)


def rle_areas(rles: Sequence[Rle]) -> npt.NDArray[np.int64]:
    """(n,) pixels of each mask."""
    # pycocotools counts the masks of one call in 8 bits.
    whole = _dicts(rles)
    parts = [coco.area(whole[i : i + 255]) for i in range(0, len(whole), 255)]
    return np.concatenate([np.zeros(0, np.int64), *parts]).astype(np.int64)


def rle_boxes(rles: Sequence[Rle]) -> npt.NDArray[np.float64]:
    """(n, 4) xyxy of the smallest box around each mask; without area for one without pixels."""
    return xyxy_from_xywh(coco.toBbox(_dicts(rles)) if rles else [])


def rle_iou(
    truths: Sequence[Rle], predictions: Sequence[Rle], crowd: npt.ArrayLike | None = None
) -> npt.NDArray[np.float64]:
    """(truths, predictions) intersection over union.

    Args:
        crowd: (truths,) where set, the truth is a crowd: intersection over the prediction.
    """
    if not truths or not predictions:
        return np.zeros((len(truths), len(predictions)))
    _check_sizes([*truths, *predictions], tuple(truths[0]["size"]))
    flags = np.zeros(len(truths), np.uint8) if crowd is None else np.asarray(crowd, np.uint8)
    if flags.shape != (len(truths),):
        raise ValueError(f"crowd must be ({len(truths)},), got {flags.shape}")
    matrix: npt.NDArray[np.float64] = coco.iou(_dicts(predictions), _dicts(truths), flags)
    return np.ascontiguousarray(matrix.T)


def boxes_of(labels: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
    """(n, 4) xyxy of the smallest box around each object, in ascending order of their values."""
    labels = as_labels(labels)
    highest = labels.max(initial=0)
    if highest == 0:
        return np.zeros((0, 4))
    if highest > labels.size:
        labels = dense(labels)
    extents = [extent for extent in ndimage.find_objects(labels) if extent is not None]
    corners = [(columns.start, rows.start, columns.stop, rows.stop) for rows, columns in extents]
    return np.array(corners, np.float64).reshape(-1, 4)


def foreground(instances: Instances) -> Mask:
    """Pixels of the instances that count, whichever way the masks are held."""
    if instances.labels is not None:
        return instances.foreground()
    return union(_chosen(instances, instances.counts), instances.shape)


def ignored(instances: Instances) -> Mask:
    """Pixels of the instances that must not count, whichever way the masks are held."""
    if instances.labels is not None:
        return instances.ignored()
    return union(_chosen(instances, ~instances.counts), instances.shape)


def _chosen(instances: Instances, chosen: Mask) -> list[Rle]:
    return list(itertools.compress(to_rles(instances), chosen))


def _dicts(rles: Sequence[Rle]) -> list[dict[str, Any]]:
    """Pycocotools takes no other mapping."""
    return [dict(rle) for rle in rles]


def _check_sizes(rles: Sequence[Rle], shape: tuple[int, ...]) -> None:
    for number, rle in enumerate(rles):
        if tuple(rle["size"]) != tuple(shape):
            raise ValueError(f"mask {number} has size {rle['size']}, expected {tuple(shape)}")
