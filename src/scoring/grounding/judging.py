"""When an answer is right: by its point, and by its box; whole logs at once."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from src.geometry.boxes import paired_iou
from src.geometry.containment import Edge, in_boxes, in_polygon
from src.geometry.polygon_areas import polygon_iou

Numbers = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]
Polygons = Sequence[npt.NDArray[np.float64] | None]
"""One per target: its corners where it is a polygon."""


def hits(
    points: npt.ArrayLike, boxes: npt.ArrayLike, edge: Edge = "closed", polygons: Polygons = ()
) -> Flags:
    """(…,) whether points lie in their targets; a point that is ``nan`` does not.

    Args:
        points: (…, targets, 2) x and y, never rounded.
        boxes: (targets, 4) xyxy.
        edge: whether the outline of a target belongs to it.
        polygons: targets that are more than their box.
    """
    places = np.asarray(points, np.float64)
    inside = in_boxes(places, boxes, edge)
    for number, polygon in enumerate(polygons):
        if polygon is not None:
            own = in_polygon(places[..., number, :].reshape(-1, 2), polygon, edge)
            inside[..., number] = own.reshape(inside.shape[:-1])
    return inside


def overlaps(answers: npt.ArrayLike, boxes: npt.ArrayLike, polygons: Polygons = ()) -> Numbers:
    """(…,) IoU of boxes with their targets; ``nan`` where an answer has no box.

    Args:
        answers: (…, targets, 4) xyxy; ``nan`` for none.
        boxes: (targets, 4) xyxy.
        polygons: targets that are more than their box.
    """
    own = np.asarray(answers, np.float64)
    shared = paired_iou(own, boxes)
    for number, polygon in enumerate(polygons):
        if polygon is not None:
            for place in np.argwhere(~np.isnan(shared[..., number])):
                where = (*place, number)
                shared[where] = polygon_iou(polygon, own[where])
    return shared


def click_offsets(clicks: npt.ArrayLike, boxes: npt.ArrayLike) -> Numbers:
    """(…,) how far a click lies on its way from the middle of a box, 0, to its edge, 1."""
    place, box = np.asarray(clicks, np.float64), np.asarray(boxes, np.float64)
    half = (box[..., 2:] - box[..., :2]) / 2
    with np.errstate(invalid="ignore", divide="ignore"):
        way = np.abs(place - (box[..., :2] + half)) / half
    return np.asarray(way.max(axis=-1))
