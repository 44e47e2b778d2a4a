"""Boxes: xyxy pixels with the far edge exclusive, and the ways in and out of that."""

import numpy as np
import numpy.typing as npt

Boxes = npt.NDArray[np.float64]
"""(n, 4) xyxy."""


def area(boxes: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """(n,) square pixels."""
    boxes = _rows(boxes)
    size: npt.NDArray[np.float64] = (boxes[:, 2:] - boxes[:, :2]).prod(axis=1)
    return size


def intersection(first: npt.ArrayLike, second: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """(n, m) square pixels that each pair shares."""
    first, second = _rows(first)[:, None], _rows(second)[None]
    shared = np.minimum(first[..., 2:], second[..., 2:])
    shared -= np.maximum(first[..., :2], second[..., :2])
    np.maximum(shared, 0, out=shared)
    return shared[..., 0] * shared[..., 1]


def iou(first: npt.ArrayLike, second: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """(n, m) intersection over union; 0 where neither box has an area."""
    shared = intersection(first, second)
    union = area(first)[:, None] + area(second) - shared
    return np.divide(shared, union, out=np.zeros_like(shared), where=union > 0)


def paired_iou(first: npt.ArrayLike, second: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """(…,) intersection over union of (…, 4) boxes one by one; ``nan`` where a box is not known."""
    own, other = np.asarray(first, np.float64), np.asarray(second, np.float64)
    shared = np.minimum(own[..., 2:], other[..., 2:]) - np.maximum(own[..., :2], other[..., :2])
    common = np.maximum(shared, 0).prod(axis=-1)
    sizes = (own[..., 2:] - own[..., :2]).prod(axis=-1), (other[..., 2:] - other[..., :2]).prod(-1)
    union = sizes[0] + sizes[1] - common
    empty = np.where(np.isnan(union), np.nan, 0.0)
    return np.asarray(np.divide(common, union, out=np.asarray(empty), where=union > 0))


def clip(boxes: npt.ArrayLike, shape: tuple[int, int]) -> Boxes:
    """The part of each box inside a picture of this height and width."""
    height, width = shape
    return np.clip(_rows(boxes), 0, [width, height, width, height])


def xyxy_from_xywh(boxes: npt.ArrayLike) -> Boxes:
    """From near corner and size."""
    boxes = _rows(boxes)
    return np.hstack([boxes[:, :2], boxes[:, :2] + boxes[:, 2:]])


def xywh_from_xyxy(boxes: npt.ArrayLike) -> Boxes:
    """To near corner and size."""
    boxes = _rows(boxes)
    return np.hstack([boxes[:, :2], boxes[:, 2:] - boxes[:, :2]])


def xyxy_from_cxcywh(boxes: npt.ArrayLike) -> Boxes:
    """From centre and size."""
    boxes = _rows(boxes)
    centre, half = boxes[:, :2], boxes[:, 2:] / 2
    return np.hstack([centre - half, centre + half])


def cxcywh_from_xyxy(boxes: npt.ArrayLike) -> Boxes:
    """To centre and size."""
    boxes = _rows(boxes)
    near, far = boxes[:, :2], boxes[:, 2:]
    return np.hstack([(near + far) / 2, far - near])


def normalised(boxes: npt.ArrayLike, shape: tuple[int, int]) -> Boxes:
    """To fractions of the picture's width and height; any of the layouts."""
    return _rows(boxes) / _scale(shape)


def denormalised(boxes: npt.ArrayLike, shape: tuple[int, int]) -> Boxes:
    """From fractions of the picture's width and height; any of the layouts."""
    return _rows(boxes) * _scale(shape)


def _scale(shape: tuple[int, int]) -> npt.NDArray[np.float64]:
    height, width = shape
    if height <= 0 or width <= 0:
        raise ValueError(f"a picture without pixels has no fractions, got shape {shape}")
    return np.array([width, height, width, height], np.float64)


def _rows(boxes: npt.ArrayLike) -> Boxes:
    rows = np.asarray(boxes, np.float64)
    if rows.shape == (0,):
        return rows.reshape(0, 4)
    if rows.ndim != 2 or rows.shape[1] != 4:
        raise ValueError(f"boxes must be (n, 4), got {rows.shape}")
    return rows
