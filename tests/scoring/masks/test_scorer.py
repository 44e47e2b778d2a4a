"""Masks that may overlap: greedy pairs, two means, what is missed and what is spurious."""

import math
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from omegaconf import OmegaConf
from pycocotools import mask as coco

from src.composing.builder import build
from src.composing.conf import CONF
from src.core import Entry, InputError, Instances, Picture, Row, Sample, Scorer
from src.detectors.stored import Stored
from src.evaluation.evaluate import evaluate
from src.geometry.masks import encode, to_rles
from src.scoring.greedy import match_greedy
from src.scoring.masks.scorer import RATIOS, Masks
from src.scoring.objects.scorer import Objects
from tests.scoring.nuclei import TOOLS, nuclei

Mask = npt.NDArray[np.bool_]
COUNTS = ("true_masks", "predicted_masks", "matched", "missed", "spurious")


def stretch(start: int, end: int, length: int = 20) -> Mask:
    return (np.arange(length) >= start)[None] & (np.arange(length) < end)[None]


def of(*masks: Mask, **more: Any) -> Instances:
    return Instances((1, 20), rles=tuple(encode(mask) for mask in masks), **more)


def sample(truth: Instances, name: str = "first") -> Sample:
    return Sample(Picture(Entry(name, name, "test"), np.zeros(truth.shape, np.uint8)), truth)


def score(truth: Instances, prediction: Instances, **options: Any) -> Row:
    return Masks(**options).score(sample(truth), prediction)


@pytest.mark.parametrize("shape", [(0, 0), (3, 0), (0, 2), (3, 2)])
def test_without_overlap_everything_is_unmatched(shape: tuple[int, int]) -> None:
    pairs = match_greedy(np.zeros(shape))
    assert (len(pairs.missed), len(pairs.spurious), len(pairs)) == (*shape, 0)


def test_the_best_pair_is_taken_first_even_where_the_sum_suffers() -> None:
    pairs = match_greedy(np.array([[0.9, 0.8], [0.8, 0.0]]))
    assert list(zip(pairs.truth_index, pairs.prediction_index, strict=True)) == [(0, 0)]
    assert (pairs.missed.tolist(), pairs.spurious.tolist()) == ([1], [1])


def test_of_equal_pairs_the_first_is_taken() -> None:
    pairs = match_greedy(np.full((2, 2), 0.5))
    assert (pairs.truth_index.tolist(), pairs.prediction_index.tolist()) == ([0, 1], [0, 1])


@given(arrays(np.float64, (5, 4), elements=st.sampled_from([0.0, 0.2, 0.5, 0.7, 1.0])))
def test_pairs_are_one_to_one_and_no_better_one_is_left(iou: npt.NDArray[np.float64]) -> None:
    pairs = match_greedy(iou)
    rows, columns = pairs.truth_index, pairs.prediction_index
    assert sorted([*rows, *pairs.missed]) == list(range(5))
    assert sorted([*columns, *pairs.spurious]) == list(range(4))
    assert (pairs.iou > 0).all()
    assert not iou[np.ix_(pairs.missed, pairs.spurious)].any()


def test_a_miss_counts_0_in_one_mean_and_nothing_in_the_other() -> None:
    truth = of(stretch(0, 4), stretch(6, 10), stretch(12, 16))
    found = of(stretch(0, 4), stretch(6, 8), stretch(18, 20), stretch(17, 18))
    row = score(truth, found)
    assert [row[name] for name in COUNTS] == [3, 4, 2, 1, 2]
    assert row["mean_true_iou"] == pytest.approx((1 + 0.5) / 3)
    assert row["mean_matched_iou"] == pytest.approx((1 + 0.5) / 2)
    assert [row[name] for name in ("precision", "recall", "f1")] == [0.5, 2 / 3, 4 / 7]


def test_overlapping_predictions_each_have_one_partner() -> None:
    truth = of(stretch(0, 10), stretch(5, 15))
    row = score(truth, of(stretch(5, 15), stretch(0, 10), stretch(0, 9)))
    assert [row[name] for name in COUNTS] == [2, 3, 2, 0, 1]
    assert row["mean_true_iou"] == 1


def test_a_pair_can_be_asked_to_overlap_more() -> None:
    row = score(of(stretch(0, 4)), of(stretch(0, 2)), above=0.5)
    assert (row["matched"], row["mean_true_iou"]) == (0, 0)
    assert math.isnan(row["mean_matched_iou"])


def test_label_images_score_as_their_masks_do() -> None:
    truth, found = np.array([[1, 1, 0, 2]]), np.array([[3, 0, 0, 3]])
    row = Masks().score(sample(Instances.from_labels(truth)), Instances.from_labels(found))
    assert [row[name] for name in COUNTS] == [2, 1, 1, 1, 0]
    assert row["mean_true_iou"] == 0.25


def test_boxes_are_refused() -> None:
    boxes = Instances((1, 20), boxes=np.array([[0.0, 0, 3, 1]]))
    with pytest.raises(InputError, match="first: these instances have boxes but no masks"):
        score(of(stretch(0, 4)), boxes)


def test_truth_that_does_not_count_is_neither_found_nor_missed() -> None:
    truth = of(stretch(0, 4), stretch(10, 16), scored=np.array([True, False]))
    row = score(truth, of(stretch(0, 4), stretch(10, 14), stretch(14, 20)))
    assert [row[name] for name in COUNTS] == [1, 2, 1, 0, 1]


def test_predictions_that_do_not_count_are_left_out() -> None:
    found = of(stretch(0, 4), stretch(10, 16), scored=np.array([True, False]))
    assert [score(of(stretch(0, 4)), found)[name] for name in COUNTS] == [1, 1, 1, 0, 0]


def test_the_card_pools_masks_and_averages_images() -> None:
    pairs = [
        (of(*[stretch(place, place + 1) for place in range(9)]), of()),
        (of(stretch(0, 4)), of(stretch(0, 4))),
    ]
    scorer = Masks(resamples=200)
    card = scorer.summarise([scorer.score(sample(truth), answer) for truth, answer in pairs])
    assert card.metrics["mean_true_iou"] == 0.1
    assert card.metrics["image_mean_mean_true_iou"] == 0.5
    assert (card.metrics["missed"], card.metrics["images"]) == (9, 2)
    interval = card.intervals["mean_true_iou"]
    assert interval.low < 0.05
    assert interval.high > 0.9
    assert "masks" not in card.rows
    assert card.tables["masks"]["kind"].tolist() == ["missed"] * 9 + ["matched"]


def test_no_image_has_no_numbers_and_one_no_interval() -> None:
    nothing = Masks().summarise([])
    assert math.isnan(nothing.metrics["mean_true_iou"])
    alone = Masks().summarise([score(of(stretch(0, 4)), of(stretch(0, 4)))])
    assert alone.intervals == {}


def test_the_table_points_at_every_mask() -> None:
    truth = of(stretch(0, 4), stretch(6, 10))
    table = score(truth, of(stretch(15, 18), stretch(6, 8))).tables["masks"]
    assert {name: column.tolist() for name, column in table.items()} == {
        "side": ["truth", "truth", "prediction"],
        "number": [1, 2, 1],
        "pixels": [4, 4, 3],
        "kind": ["missed", "matched", "spurious"],
        "partner": [0, 2, 0],
        "iou": [0, 0.5, 0],
    }


def test_it_is_a_scorer_and_its_configuration_builds_it() -> None:
    config = OmegaConf.create({"scorer": OmegaConf.load(CONF / "scorer" / "masks.yaml")})
    built = build(config, "scorer")
    assert isinstance(built, Scorer)
    assert built == Masks()


@pytest.mark.parametrize("options", [{"above": 1}, {"above": -0.1}, {"level": 2}])
def test_bad_options_are_refused(options: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=next(iter(options))):
        Masks(**options)  # type: ignore[arg-type]


def test_real_nuclei_score_as_a_loop_over_pycocotools_does() -> None:
    for pair in list(nuclei(TOOLS[1]))[:6]:
        sides = [Instances.from_labels(labels) for labels in pair]
        row = Masks().score(sample(sides[0]), sides[1])
        true, predicted = ([dict(rle) for rle in to_rles(side)] for side in sides)
        found = coco.iou(predicted, true, [0] * len(true))
        iou = np.array(found).reshape(len(predicted), len(true)).T
        taken = []
        while iou.size and iou.max() > 0:
            place = np.unravel_index(iou.argmax(), iou.shape)
            taken.append(iou[place])
            iou[place[0]], iou[:, place[1]] = 0, 0
        assert row["matched"] == len(taken)
        assert row["iou_sum"] == pytest.approx(sum(taken))
        assert (
            row["mean_true_iou"]
            >= Objects().score(sample(sides[0]), sides[1])["mean_true_iou_at_0.50"]
        )


def test_more_than_255_masks_are_paired() -> None:
    labels = np.arange(1, 601).reshape(20, 30)
    truth = Instances.from_labels(labels)
    row = Masks().score(sample(truth), Instances(labels.shape, rles=to_rles(truth)))
    assert [row[name] for name in RATIOS] == [1] * len(RATIOS)


def test_it_evaluates_a_detector() -> None:
    truth = of(stretch(0, 4), stretch(2, 9))
    card = evaluate([sample(truth, "a"), sample(truth, "b")], Stored(lambda _: truth), Masks())
    assert card.metrics["mean_true_iou"] == 1
    assert card.rows["name"].tolist() == ["a", "b"]
