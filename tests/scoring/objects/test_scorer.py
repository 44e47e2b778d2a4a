"""The scorer of a dataset: pooled and mean, don't care, real nuclei end to end."""

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from omegaconf import OmegaConf

from src.composing.builder import build
from src.composing.conf import CONF
from src.core import Entry, InputError, Instances, Picture, Row, Sample, Scorer
from src.geometry.masks import encode
from src.scoring.objects.scorer import Objects, score_labels
from tests.geometry.label_images import Labels, label_pairs
from tests.scoring.nuclei import nuclei


def sample(truth: Labels, name: str = "first", **options: Any) -> Sample:
    picture = Picture(Entry(name, name, "test"), np.zeros(truth.shape, np.uint8))
    return Sample(picture, Instances.from_labels(truth, **options))


def score(scorer: Objects, truth: Labels, prediction: Labels) -> Row:
    return scorer.score(sample(truth), Instances.from_labels(prediction))


def test_it_is_a_scorer_and_its_configuration_builds_it() -> None:
    config = OmegaConf.create({"scorer": OmegaConf.load(CONF / "scorer" / "objects.yaml")})
    built = build(config, "scorer")
    assert isinstance(built, Scorer)
    assert built.sizes == Objects().sizes
    assert (built.inclusive, built.surfaces, built.resamples) == (True, None, 2000)


@given(label_pairs().filter(lambda pair: pair[0].size > 0))
def test_one_image_scores_as_its_labels_do(pair: tuple[Labels, Labels]) -> None:
    scorer, card = Objects(surfaces=2), score_labels(*pair, surfaces=2)
    row = score(scorer, *pair)
    summary = scorer.summarise([row])
    for name, number in card.metrics.items():
        assert row[name] == pytest.approx(number, nan_ok=True), name
        assert summary.metrics[name] == pytest.approx(number, nan_ok=True), name
    for part, metrics in card.slices.items():
        assert summary.slices[part] == pytest.approx(metrics, nan_ok=True)


def test_pooled_and_image_mean_are_two_numbers() -> None:
    many, one = np.arange(1, 10)[None], np.array([[1, 0, 0, 0, 0, 0, 0, 0, 0]])
    scorer = Objects(resamples=200)
    card = scorer.summarise([score(scorer, many, many), score(scorer, one, one * 0)])
    assert card.metrics["recall_at_0.50"] == 0.9
    assert card.metrics["image_mean_recall_at_0.50"] == 0.5
    assert card.metrics["count_delta_percent"] == -10
    assert card.metrics["tp_at_0.50"] == 9
    assert card.metrics["images"] == 2
    interval = card.intervals["image_mean_recall_at_0.50"]
    assert interval.low < 0.05
    assert interval.high > 0.95


def test_undefined_images_take_no_part_in_a_mean() -> None:
    labels, nothing = np.array([[1, 0]]), np.array([[0, 0]])
    scorer = Objects()
    card = scorer.summarise([score(scorer, labels, labels), score(scorer, nothing, nothing)])
    assert card.metrics["image_mean_f1_at_0.50"] == 1
    assert math.isnan(card.rows["f1_at_0.50"][1])


def test_no_image_has_no_numbers_and_one_no_interval() -> None:
    nothing = Objects().summarise([])
    assert math.isnan(nothing.metrics["f1_at_0.50"])
    assert len(nothing) == 0
    full = np.ones((2, 2), int)
    assert Objects().summarise([score(Objects(), full, full)]).intervals == {}


def test_truth_that_does_not_count_is_neither_found_nor_missed() -> None:
    truth = np.array([[1, 1, 0, 2, 2, 0]])
    for found in (truth, np.where(truth == 1, 1, 0)):
        prediction = Instances.from_labels(found)
        row = Objects().score(sample(truth, unscored=[2]), prediction)
        assert [row[name] for name in ("tp_at_0.50", "fp_at_0.50", "fn_at_0.50")] == [1, 0, 0]
        assert row["true_objects"] == 1


def test_a_prediction_mostly_on_such_truth_is_neither_right_nor_wrong() -> None:
    truth = np.array([[2, 2, 2, 2, 0, 0, 0, 0, 0, 0]])
    mostly, partly = np.array([[5] * 6 + [0] * 4]), np.array([[5] * 10])
    for found, spurious in ((mostly, 0), (partly, 1)):
        row = Objects().score(sample(truth, unscored=[2]), Instances.from_labels(found))
        assert (row["spurious"], row["fp_at_0.50"]) == (spurious, spurious)


def test_predictions_that_do_not_count_are_left_out() -> None:
    labels = np.array([[1, 0, 2]])
    prediction = Instances.from_labels(labels, unscored=[2])
    row = Objects().score(sample(labels), prediction)
    assert [row[name] for name in ("tp_at_0.50", "fp_at_0.50", "fn_at_0.50")] == [1, 0, 1]


def test_masks_score_like_labels_unless_they_overlap() -> None:
    labels = np.array([[1, 1, 0, 2]])
    masks = tuple(encode(labels == value) for value in (1, 2))
    apart = Instances((1, 4), rles=masks)
    assert Objects().score(sample(labels), apart)["tp_at_0.95"] == 2
    with pytest.raises(InputError, match="first: masks overlap"):
        Objects().score(sample(labels), Instances((1, 4), rles=(masks[0], masks[0])))


def test_boxes_are_refused_unless_there_are_none() -> None:
    labels = np.array([[1, 1, 0, 2]])
    boxes = Instances((1, 4), boxes=np.array([[0.0, 0.0, 1.0, 1.0]]))
    with pytest.raises(InputError, match="first: object scores need masks"):
        Objects().score(sample(labels), boxes)
    none = Objects().score(sample(labels), Instances((1, 4), boxes=np.zeros((0, 4))))
    assert none["missed"] == 2


def test_the_table_names_the_sample() -> None:
    labels = np.array([[1, 1, 0, 2]])
    scorer = Objects()
    row = scorer.score(sample(labels, "a picture"), Instances.empty((1, 4)))
    table = scorer.summarise([replace(row, name="a picture")]).tables["objects"]
    assert table["name"].tolist() == ["a picture"] * 2
    assert table["kind"].tolist() == ["missed"] * 2


def test_a_network_of_masks_merges_less_than_a_network_of_pixels() -> None:
    scorer = Objects(resamples=500)
    cards = {
        tool: scorer.summarise([score(scorer, *pair) for pair in nuclei(tool)])
        for tool in ("pred_maskrcnn_neoanarika_gray65", "pred_unet_swkpku_lr5_epoch89")
    }
    masks, pixels = cards.values()
    assert masks.metrics["merges"] < pixels.metrics["merges"]
    rates = [card.metrics["touching_separation_rate"] for card in (masks, pixels)]
    assert rates[0] > rates[1]
    for card in (masks, pixels):
        interval = card.intervals["f1_at_0.50"]
        assert interval.low < card.metrics["f1_at_0.50"] < interval.high


def test_measurements_of_matched_objects_are_correlated_over_all_images() -> None:
    scorer = Objects(features=("area", "intensity"), resamples=100)
    rows, areas = [], []
    for seed in range(3):
        truth = np.zeros((30, 60), int)
        for number, width in enumerate(np.random.default_rng(seed).integers(6, 12, 4)):
            truth[4:20, 15 * number : 15 * number + width] = number + 1
        found = np.where(np.roll(truth, 1, 0) == truth, truth, 0)
        rows.append(score(scorer, truth, found))
        areas += [((truth == v).sum(), (found == v).sum()) for v in range(1, 5)]
    card = scorer.summarise(rows)
    expected = np.corrcoef(np.array(areas).T)[0, 1]
    assert card.metrics["area_pearson"] == pytest.approx(expected)
    assert card.metrics["area_concordance"] < card.metrics["area_pearson"]
    assert math.isnan(card.metrics["lowest_pearson"])  # the pictures are black
    assert card.intervals["area_pearson"].low <= expected


@pytest.mark.parametrize(
    "options",
    [
        {"level": 1.0},
        {"resamples": -1},
        {"surfaces": -1.0},
        {"sizes": {"large": 9, "small": 3}},
        {"features": ["beauty"]},
    ],
)
def test_bad_options_are_named(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=next(iter(options))):
        Objects(**options)
