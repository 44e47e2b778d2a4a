"""COCO's average precision against published numbers, pycocotools and faster-coco-eval."""

import contextlib
import io
import json
import re
from typing import Any

import numpy as np
import pytest
from pycocotools.mask import area as mask_area

from src.core import Instances
from src.geometry.boxes import xyxy_from_xywh
from src.geometry.masks import labels_to_rles, rle_boxes, to_rles
from src.scoring.coco_ap import coco_average_precision
from tests.conftest import real_data
from tests.scoring.nuclei import nuclei

NAMES = (
    *("ap", "ap_at_0.50", "ap_at_0.75", "ap_small", "ap_medium", "ap_large"),
    *("ar_top_1", "ar_top_10", "ar", "ar_small", "ar_medium", "ar_large"),
)
Annotations = list[dict[str, Any]]


def coco_boxes(annotations: Annotations, shape: tuple[int, int]) -> Instances:
    """COCO's annotations of one picture."""
    return Instances(
        shape,
        boxes=xyxy_from_xywh([one["bbox"] for one in annotations]),
        classes=np.array([one["category_id"] for one in annotations], int),
        scores=np.array([one.get("score", 0.0) for one in annotations]),
        scored=np.array([not one.get("iscrowd", 0) for one in annotations], bool),
    )


def test_the_twelve_published_numbers() -> None:
    folder = real_data("coco_val2014_100")
    truth = json.loads((folder / "instances_val2014_100.json").read_text())
    results = json.loads((folder / "instances_val2014_fakebbox100_results.json").read_text())
    published = (folder / "published_bbox.txt").read_text().split("type=bbox")[-1]
    truths, predictions, areas = [], [], []
    for image in truth["images"]:
        shape = (image["height"], image["width"])
        own, found = (
            [one for one in annotations if one["image_id"] == image["id"]]
            for annotations in (truth["annotations"], results)
        )
        truths.append(coco_boxes(own, shape))
        predictions.append(coco_boxes(found, shape))
        areas.append([one["area"] for one in own])
    card = coco_average_precision(truths, predictions, of="boxes", most=100, areas=areas)
    expected = [float(number) for number in re.findall(r"\] = (\S+)", published)]
    assert len(expected) == len(NAMES)
    assert {*NAMES, "ar_at_0.50"} == {*card.metrics}
    assert [round(card.metrics[name], 3) for name in NAMES] == expected


def scored_nuclei() -> tuple[list[Instances], list[Instances]]:
    """Masks of real tools with scores drawn at random, in two classes."""
    rng = np.random.default_rng(0)
    truths, predictions = [], []
    for truth, prediction in nuclei("pred_maskrcnn_neoanarika_gray65"):
        for side, labels in ((truths, truth), (predictions, prediction)):
            rles = labels_to_rles(labels)
            side.append(
                Instances(
                    labels.shape,
                    rles=rles,
                    classes=np.array([mask_area(dict(rle)) for rle in rles], int) // 200 % 2,
                    scores=rng.random(len(rles)),
                    scored=rng.random(len(rles)) < 0.9,
                )
            )
    return truths, predictions


def as_json(pictures: list[Instances], side: str) -> Annotations:
    """Instances as COCO writes them."""
    annotations: Annotations = []
    for picture, instances in enumerate(pictures):
        rles = to_rles(instances)
        for place, (rle, box) in enumerate(zip(rles, rle_boxes(rles), strict=True)):
            one = {"image_id": picture, "category_id": int(instances.classes[place])}  # type: ignore[index]
            counts = rle["counts"].decode()
            one["segmentation"] = {"size": list(rle["size"]), "counts": counts}
            if side == "truth":
                one |= {"id": len(annotations) + 1, "area": float(mask_area(dict(rle)))}
                one |= {"iscrowd": int(not instances.counts[place])}
                one |= {"bbox": [*box[:2], *(box[2:] - box[:2])]}
            else:
                one["score"] = float(instances.scores[place])  # type: ignore[index]
            annotations.append(one)
    return annotations


def peer_numbers(peer: str, truths: list[Instances], predictions: list[Instances]) -> list[float]:
    """The twelve numbers as the peer itself computes and summarises them."""
    if peer == "pycocotools":
        from pycocotools.coco import COCO
        from pycocotools.cocoeval import COCOeval as Evaluation
    else:
        faster = pytest.importorskip("faster_coco_eval")
        COCO, Evaluation = faster.COCO, faster.COCOeval_faster  # noqa: N806
    images = [
        {"id": number, "height": one.shape[0], "width": one.shape[1]}
        for number, one in enumerate(truths)
    ]
    with contextlib.redirect_stdout(io.StringIO()):
        truth = COCO()
        truth.dataset = {
            "images": images,
            "annotations": as_json(truths, "truth"),
            "categories": [{"id": 0, "name": "even"}, {"id": 1, "name": "odd"}],
        }
        truth.createIndex()
        evaluation = Evaluation(truth, truth.loadRes(as_json(predictions, "prediction")), "segm")
        evaluation.evaluate()
        evaluation.accumulate()
        evaluation.summarize()
    return [float(number) for number in evaluation.stats[:12]]


@pytest.mark.parametrize("peer", ["pycocotools", "faster_coco_eval"])
def test_masks_score_as_with_the_peers_own_summary(peer: str) -> None:
    truths, predictions = scored_nuclei()
    card = coco_average_precision(truths, predictions, most=100)
    theirs = peer_numbers(peer, truths, predictions)
    ours = [card.metrics[name] for name in NAMES]
    defined = [number for number in theirs if number > -1]
    assert len(defined) >= 9
    for name, our, their in zip(NAMES, ours, theirs, strict=True):
        assert (np.isnan(our) and their == -1) or our == pytest.approx(their, abs=1e-12), name


def grid(count: int) -> Instances:
    """So many one-pixel objects in a row, all with one score."""
    labels = np.arange(1, count + 1)[None]
    return Instances.from_labels(labels, scores=np.ones(count))


def test_more_than_a_hundred_objects_count_unless_capped() -> None:
    many = grid(150)
    assert coco_average_precision([many], [many]).metrics["ar"] == 1
    capped = coco_average_precision([many], [many], most=100).metrics
    assert capped["ar"] == pytest.approx(100 / 150)
    assert capped["ar_top_10"] == pytest.approx(10 / 150)


def test_nothing_to_find_is_undefined() -> None:
    nothing = Instances.empty((4, 4))
    assert np.isnan([*coco_average_precision([nothing], [nothing]).metrics.values()]).all()
    assert np.isnan([*coco_average_precision([], []).metrics.values()]).all()


def test_nothing_found_scores_zero() -> None:
    assert coco_average_precision([grid(3)], [Instances.empty((1, 3))]).metrics["ap"] == 0


def test_one_prediction_may_be_all_that_takes_part() -> None:
    metrics = coco_average_precision([grid(3)], [grid(3)], most=1).metrics
    assert metrics["ar"] == metrics["ar_top_10"] == metrics["ar_top_1"] == pytest.approx(1 / 3)


def test_what_cannot_be_ranked_is_refused() -> None:
    unscored = Instances.from_labels(np.eye(2, dtype=int))
    with pytest.raises(ValueError, match="picture 0: predictions have no scores"):
        coco_average_precision([unscored], [unscored])
    with pytest.raises(ValueError, match="1 truths but 0 predictions"):
        coco_average_precision([unscored], [])
    with pytest.raises(ValueError, match="no boxes"):
        coco_average_precision([unscored], [unscored], of="boxes")
    with pytest.raises(ValueError, match="most must be 1 or more, got 0"):
        coco_average_precision([unscored], [unscored], most=0)
