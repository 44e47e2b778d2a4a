import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from sklearn import metrics as oracle

from src.core import Entry, Instances, Picture, Sample
from src.scoring.pixels import COUNTS, RATIOS, Pixels, pixel_counts, pixel_ratios

MASKS = st.tuples(*[arrays(bool, (6, 7))] * 2)


def sample(truth: np.ndarray, **options: object) -> Sample:
    picture = Picture(Entry("a1", "first", "test"), np.zeros(truth.shape, np.uint8))
    return Sample(picture, Instances.from_labels(truth, **options))  # type: ignore[arg-type]


@given(MASKS)
def test_ratios_agree_with_scikit_learn(masks: tuple[np.ndarray, np.ndarray]) -> None:
    truth, found = (mask.ravel() for mask in masks)
    ours = dict(zip(RATIOS, pixel_ratios(np.array(pixel_counts(*masks))), strict=True))
    theirs = {
        "f1": oracle.f1_score(truth, found, zero_division=np.nan),
        "iou": oracle.jaccard_score(truth, found, zero_division=0),
        "precision": oracle.precision_score(truth, found, zero_division=np.nan),
        "recall": oracle.recall_score(truth, found, zero_division=np.nan),
        "specificity": oracle.recall_score(~truth, ~found, zero_division=np.nan),
        "accuracy": oracle.accuracy_score(truth, found),
        "rmse": oracle.root_mean_squared_error(truth.astype(float), found.astype(float)),
    }
    if not (truth | found).any():
        theirs["iou"] = np.nan
    for name, value in theirs.items():
        assert ours[name] == pytest.approx(value, nan_ok=True), name


@given(MASKS)
def test_counts_add_up_to_the_picture(masks: tuple[np.ndarray, np.ndarray]) -> None:
    counts = pixel_counts(*masks)
    assert sum(counts) == masks[0].size
    assert min(counts) >= 0


def test_nothing_true_and_nothing_found_is_undefined_not_perfect() -> None:
    nothing = np.zeros((3, 3), bool)
    row = Pixels().score(sample(nothing), Instances.empty((3, 3)))
    assert math.isnan(float(row["f1"]))
    assert row["accuracy"] == 1.0


def test_unscored_pixels_are_neither_right_nor_wrong() -> None:
    truth = np.array([[1, 2, 0]])
    found = Instances.from_labels(np.array([[1, 0, 0]]))
    row = Pixels().score(sample(truth, unscored=[2]), found)
    assert [row[name] for name in COUNTS] == [1, 0, 0, 1]


def test_pooled_and_image_mean_are_two_numbers() -> None:
    scorer = Pixels(resamples=200)
    large, small = np.ones((10, 10), bool), np.zeros((10, 10), bool)
    small[0, 0] = True
    rows = [
        scorer.score(sample(large), Instances.from_labels(large)),
        scorer.score(sample(small), Instances.empty((10, 10))),
    ]
    card = scorer.summarise(rows)
    assert card.metrics["image_mean_f1"] == 0.5
    assert card.metrics["f1"] == pytest.approx(200 / 201)
    assert card.intervals["image_mean_f1"].low < 0.05
    assert card.intervals["image_mean_f1"].high > 0.95
    assert card.defined["image_mean_f1"] == 2
    assert card.metrics["images"] == 2


def test_the_same_rows_give_the_same_intervals() -> None:
    rng = np.random.default_rng(0)
    scorer = Pixels()
    masks = rng.random((8, 2, 20, 20)) < 0.4
    rows = [scorer.score(sample(t), Instances.from_labels(p)) for t, p in masks]
    assert scorer.summarise(rows).intervals == scorer.summarise(rows).intervals


def test_one_image_has_no_interval() -> None:
    full = np.ones((2, 2), bool)
    row = Pixels().score(sample(full), Instances.from_labels(full))
    assert Pixels().summarise([row]).intervals == {}


def test_no_image_has_no_numbers() -> None:
    card = Pixels().summarise([])
    assert math.isnan(card.metrics["f1"])
    assert len(card) == 0


def test_sizes_must_agree() -> None:
    with pytest.raises(ValueError, match=r"truth is \(2, 2\), the prediction \(2, 3\)"):
        pixel_counts(np.ones((2, 2), bool), np.ones((2, 3), bool))


@pytest.mark.parametrize("options", [{"level": 1.0}, {"resamples": -1}])
def test_bad_options_are_named(options: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=next(iter(options))):
        Pixels(**options)  # type: ignore[arg-type]
