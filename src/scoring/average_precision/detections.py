"""What is ranked of one picture, as plain columns: kept in its row, and read back."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from src.core import InputError, Instances, Row, Sample, Table
from src.geometry.boxes import area, iou
from src.geometry.masks import boxes_of, rle_areas, rle_boxes, rle_iou, to_rles
from src.scoring.classes import CLASS, Classes

Numbers = npt.NDArray[np.float64]

TRUTHS, FOUND = "truths", "found"
"""Tables of a row."""

BOXES, MASKS = "boxes", "masks"
AREA = "area"
"""Column of ``extra`` with an area in px² that is not that of the box: COCO gives the mask's."""

CORNERS = ("x1", "y1", "x2", "y2")
UNTOLD = ""
"""The class of everything where classes are not told apart."""


def ranked_tables(sample: Sample, prediction: Instances, of: str) -> dict[str, Table]:
    """Both sides of a sample; predictions need scores."""
    if len(prediction) and prediction.scores is None:
        raise InputError(
            f"{sample.name}: predictions have no scores, and average precision ranks by them"
        )
    classes = Classes.of(sample.truth, prediction)
    names = [[UNTOLD] * len(side) for side in (sample.truth, prediction)]
    if classes is not None:
        names = [
            [classes.names[place] for place in own] for own in (classes.truth, classes.prediction)
        ]
    try:
        return {
            TRUTHS: _columns(sample.truth, names[0], of),
            FOUND: _columns(prediction.select(prediction.counts), _kept(names[1], prediction), of),
        }
    except ValueError as error:
        raise InputError(f"{sample.name}: {error}") from error


def sides(row: Row, names: Sequence[str], shape: tuple[int, int]) -> tuple[Instances, Instances]:
    """The way back, the classes numbered by these names; all are one where there are none."""
    place = {name: number for number, name in enumerate(names)}
    first, second = (_instances(row.tables[side], place, shape) for side in (TRUTHS, FOUND))
    return first, second


def overlaps(truth: Instances, prediction: Instances, *, inclusive: bool) -> Numbers:
    """(truths, predictions) IoU of masks where there are any, else of boxes.

    Args:
        inclusive: whether far edges are part of a box, which makes it a pixel wider and higher.
    """
    if not len(truth) or not len(prediction):
        return np.zeros((len(truth), len(prediction)))
    if truth.rles is not None and prediction.rles is not None:
        return rle_iou(truth.rles, prediction.rles)
    wider = np.array([0, 0, 1, 1]) if inclusive else 0
    return iou(_boxes(truth) + wider, _boxes(prediction) + wider)


def _kept(names: Sequence[str], prediction: Instances) -> list[str]:
    return [name for name, counts in zip(names, prediction.counts, strict=True) if counts]


def _columns(instances: Instances, names: Sequence[str], of: str) -> Table:
    boxes = _boxes(instances)
    columns: dict[str, npt.NDArray[Any]] = {CLASS: np.array(names, np.str_)}
    columns |= dict(zip(CORNERS, boxes.T, strict=True))
    areas = area(boxes)
    if of == MASKS:
        rles = to_rles(instances) if len(instances) else ()
        areas = rle_areas(rles).astype(np.float64)
        columns["mask"] = np.array([rle["counts"].decode() for rle in rles], np.str_)
    columns[AREA] = np.asarray(instances.extra.get(AREA, areas), np.float64)
    columns["scored"] = instances.counts
    columns["score"] = np.zeros(len(instances)) if instances.scores is None else instances.scores
    return columns


def _boxes(instances: Instances) -> Numbers:
    """Boxes as they are given, else around the masks."""
    if instances.boxes is not None:
        return instances.boxes
    if not len(instances):
        return np.zeros((0, 4))
    if instances.labels is not None:
        return boxes_of(instances.labels)
    return rle_boxes(to_rles(instances))


def _instances(table: Table, place: Mapping[str, int], shape: tuple[int, int]) -> Instances:
    rles = None
    if "mask" in table:
        rles = tuple(
            {"size": list(shape), "counts": str(counts).encode()} for counts in table["mask"]
        )
    return Instances(
        shape,
        boxes=np.stack([table[corner] for corner in CORNERS], axis=1),
        rles=rles,
        classes=np.array([place.get(str(name), 0) for name in table[CLASS]], np.int64),
        scores=table["score"],
        scored=table["scored"].astype(bool),
        extra={AREA: table[AREA]},
    )
