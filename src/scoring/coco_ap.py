"""COCO's average precision, for predictions that carry a score; pycocotools does the counting."""

import io
from collections.abc import Iterator, Sequence
from contextlib import redirect_stdout
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from src.core import Instances, Scorecard
from src.geometry.boxes import area, xywh_from_xyxy
from src.geometry.masks import to_rles
from src.geometry.rle import decompressed

Shape = Literal["masks", "boxes"]
Areas = Sequence[npt.ArrayLike]

EVERY, SMALL, MEDIUM, LARGE = range(4)
"""COCO's ranges of area: all, below 32², up to 96², above, in pixels."""


def coco_average_precision(
    truths: Sequence[Instances],
    predictions: Sequence[Instances],
    *,
    of: Shape = "masks",
    most: int | None = None,
    areas: Areas | None = None,
) -> Scorecard:
    """COCO's twelve numbers over pictures, and its recall at 0.50; ``nan`` with nothing to find.

    ``ap`` and ``ar`` are means over IoU 0.50 to 0.95 and over classes; ``ar_top_1`` takes the
    best prediction of each picture and class alone. Truth that does not count is COCO's crowd.

    Args:
        most: predictions per picture and class that take part; ``None`` for all (COCO: 100).
        areas: of the true instances in px² where it is not that of the mask or box: COCO takes
            the mask's, for boxes too.
    """
    if len(truths) != len(predictions):
        raise ValueError(f"{len(truths)} truths but {len(predictions)} predictions")
    if most is not None and most < 1:
        raise ValueError(f"most must be 1 or more, got {most}")
    true = list(_annotations(truths, of, areas))
    predicted = list(_annotations(predictions, of, None, scored=True))
    limit = most or max([10, *map(len, predictions)])
    precision, recall, limits = _evaluate(truths, true, predicted, of, limit)
    last = limits.index(limit)
    return Scorecard(
        metrics={
            "ap": _mean(precision[..., EVERY, last]),
            "ap_at_0.50": _mean(precision[0, ..., EVERY, last]),
            "ap_at_0.75": _mean(precision[5, ..., EVERY, last]),
            "ap_small": _mean(precision[..., SMALL, last]),
            "ap_medium": _mean(precision[..., MEDIUM, last]),
            "ap_large": _mean(precision[..., LARGE, last]),
            "ar_top_1": _mean(recall[..., EVERY, limits.index(1)]),
            "ar_top_10": _mean(recall[..., EVERY, limits.index(min(10, limit))]),
            "ar": _mean(recall[..., EVERY, last]),
            "ar_small": _mean(recall[..., SMALL, last]),
            "ar_medium": _mean(recall[..., MEDIUM, last]),
            "ar_large": _mean(recall[..., LARGE, last]),
            "ar_at_0.50": _mean(recall[0, ..., EVERY, last]),
        }
    )


def _annotations(
    pictures: Sequence[Instances], of: Shape, areas: Areas | None, *, scored: bool = False
) -> Iterator[dict[str, Any]]:
    """All instances as COCO writes them; pictures are numbered from 0, instances from 1."""
    number = 0
    for picture, instances in enumerate(pictures):
        shapes, sizes = _shapes(instances, of)
        if areas is not None:
            sizes = np.asarray(areas[picture], np.float64)
        if scored and len(instances) and instances.scores is None:
            raise ValueError(f"picture {picture}: predictions have no scores to be ranked by")
        for place, shape in enumerate(shapes):
            number += 1
            yield {
                "id": number,
                "image_id": picture,
                "category_id": 0 if instances.classes is None else int(instances.classes[place]),
                "area": float(sizes[place]),
                "iscrowd": 0 if scored else int(not instances.counts[place]),
                "score": 0.0 if instances.scores is None else float(instances.scores[place]),
                **shape,
            }


def _shapes(instances: Instances, of: Shape) -> tuple[list[dict[str, Any]], npt.NDArray[Any]]:
    """Each instance's mask or box under COCO's name, and its area."""
    if len(instances) == 0:
        return [], np.zeros(0)
    if of == "masks":
        rles = to_rles(instances)
        runs = decompressed(rles)
        pixels = np.bincount(runs.owner, runs.length, len(rles))
        return [{"segmentation": dict(rle)} for rle in rles], pixels
    if instances.boxes is None:
        raise ValueError("these instances have no boxes")
    boxes = xywh_from_xyxy(instances.boxes).tolist()
    return [{"bbox": box} for box in boxes], area(instances.boxes)


def _evaluate(
    pictures: Sequence[Instances],
    true: list[dict[str, Any]],
    predicted: list[dict[str, Any]],
    of: Shape,
    limit: int,
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64], list[int]]:
    """Precision (IoU, recall, class, area, limit), recall without its axis, and the limits."""
    from pycocotools.coco import COCO
    from pycocotools.cocoeval import COCOeval

    limits = sorted({1, min(10, limit), limit})
    classes = sorted(
        {annotation["category_id"] for annotation in true}
        | {annotation["category_id"] for annotation in predicted}
    )
    images = [
        {"id": number, "height": instances.shape[0], "width": instances.shape[1]}
        for number, instances in enumerate(pictures)
    ]
    with redirect_stdout(io.StringIO()):
        sides = []
        for annotations in (true, predicted):
            side = COCO()
            side.dataset = {
                "images": images,
                "annotations": annotations,
                "categories": [{"id": number} for number in classes],
            }
            side.createIndex()
            sides.append(side)
        evaluation = COCOeval(*sides, iouType={"masks": "segm", "boxes": "bbox"}[of])
        evaluation.params.maxDets = limits
        evaluation.evaluate()
        evaluation.accumulate()
    return evaluation.eval["precision"], evaluation.eval["recall"], limits


def _mean(numbers: npt.NDArray[np.float64]) -> float:
    """Mean of the defined numbers; COCO writes -1 where there is nothing to find."""
    defined = numbers[numbers > -1]
    return float(defined.mean()) if defined.size else float("nan")
