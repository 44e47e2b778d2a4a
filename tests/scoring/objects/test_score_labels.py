"""Scores of label images: facts, edge cases, and what loops over masks give."""

import math

import numpy as np
import pytest
from hypothesis import given

from src.core import Scorecard
from src.scoring.objects.matching import THRESHOLDS
from src.scoring.objects.scorer import score_labels
from src.scoring.objects.sums import COUNTS, at
from tests.geometry.label_images import Labels, label_pairs


def naive_seg(truth: Labels, prediction: Labels) -> float:
    """SEG, mask by mask."""
    scores = []
    for value in np.unique(truth[truth != 0]):
        mask = truth == value
        score = 0.0
        for other in np.unique(prediction[mask & (prediction != 0)]):
            found = prediction == other
            if (mask & found).sum() > 0.5 * mask.sum():
                score = (mask & found).sum() / (mask | found).sum()
        scores.append(score)
    return float(np.mean(scores)) if scores else math.nan


def naive_aji(truth: Labels, prediction: Labels) -> float:
    """The aggregated Jaccard index, mask by mask."""
    shared, union, used = 0, 0, set()
    for value in np.unique(truth[truth != 0]):
        mask, best = truth == value, (0.0, 0, int((truth == value).sum()), None)
        for other in np.unique(prediction[mask & (prediction != 0)]):
            both, either = (
                (mask & (prediction == other)).sum(),
                (mask | (prediction == other)).sum(),
            )
            if both / either > best[0]:
                best = (both / either, int(both), int(either), other)
        shared, union = shared + best[1], union + best[2]
        used.add(best[3])
    for other in np.unique(prediction[prediction != 0]):
        union += 0 if other in used else int((prediction == other).sum())
    return shared / union if union else math.nan


@given(label_pairs())
def test_seg_and_aji_are_those_of_loops_over_masks(pair: tuple[Labels, Labels]) -> None:
    metrics = score_labels(*pair).metrics
    assert metrics["seg"] == pytest.approx(naive_seg(*pair), nan_ok=True)
    assert metrics["aji"] == pytest.approx(naive_aji(*pair), nan_ok=True)


@given(label_pairs())
def test_quality_is_segmentation_times_recognition(pair: tuple[Labels, Labels]) -> None:
    metrics = score_labels(*pair).metrics
    for threshold in THRESHOLDS:
        pq, sq, rq = (metrics[at(name, threshold)] for name in ("pq", "sq", "rq"))
        if metrics[at("tp", threshold)]:
            assert pq == pytest.approx(sq * rq)


@given(label_pairs())
def test_the_table_adds_up_to_the_metrics(pair: tuple[Labels, Labels]) -> None:
    card = score_labels(*pair)
    true = card.rows["side"] == "truth"
    assert true.sum() == card.metrics["true_objects"]
    assert (card.rows["matched_id"] > 0).sum() == card.metrics["tp_at_0.50"]
    assert (card.rows["kind"] == "correct").sum() == card.metrics["graph_correct"]
    assert (card.rows["kind"] == "missed").sum() == card.metrics["missed"]
    assert (~true).sum() == card.metrics["spurious"]
    if true.any():
        mean = card.rows["iou"][true].mean()
        assert mean == pytest.approx(card.metrics["mean_true_iou_at_0.50"])


@given(label_pairs())
def test_slices_by_size_add_up_to_the_whole(pair: tuple[Labels, Labels]) -> None:
    card = score_labels(*pair, sizes={"speck": 1, "small": 3, "rest": math.inf})
    assert [*card.slices] == ["size=speck", "size=small", "size=rest"]
    for name in (
        "tp_at_0.50",
        "fp_at_0.50",
        "fn_at_0.50",
        "tp_at_0.75",
        "fp_at_0.75",
        "fn_at_0.75",
    ):
        assert sum(part[name] for part in card.slices.values()) == card.metrics[name]


def test_a_pair_belongs_to_the_size_of_its_truth() -> None:
    truth, prediction = np.array([[1, 1, 0, 0, 2]]), np.array([[3, 3, 3, 0, 0]])
    card = score_labels(truth, prediction, sizes={"small": 2, "large": math.inf})
    counts = {name: part["tp_at_0.50"] for name, part in card.slices.items()}
    assert counts == {"size=small": 1, "size=large": 0}
    assert card.slices["size=small"]["fn_at_0.50"] == 1


def test_every_object_can_be_pointed_at() -> None:
    truth, prediction = np.zeros((6, 8), np.uint16), np.zeros((6, 8), np.uint16)
    truth[0:2, 0:2], truth[4:6, 0:4] = 10, 20
    prediction[0:2, 0:2], prediction[0:2, 6:8] = 7, 9
    rows = score_labels(truth, prediction).rows
    assert rows["side"].tolist() == ["truth", "truth", "prediction"]
    assert rows["id"].tolist() == [10, 20, 9]
    assert rows["size"].tolist() == [4, 8, 4]
    assert rows["matched_id"].tolist() == [7, 0, 0]
    assert rows["iou"].tolist() == [1, 0, 0]
    assert rows["kind"].tolist() == ["correct", "missed", "spurious"]
    assert list(zip(rows["row"], rows["column"], strict=True)) == [
        (0.5, 0.5),
        (4.5, 1.5),
        (0.5, 6.5),
    ]


@pytest.mark.parametrize("shape", [(0, 0), (0, 3), (3, 0), (4, 4)])
def test_nothing_against_nothing_is_undefined_not_perfect(shape: tuple[int, int]) -> None:
    card = score_labels(np.zeros(shape, np.uint8), np.zeros(shape, np.int64), surfaces=1)
    assert len(card) == 0
    for name, number in card.metrics.items():
        if name in COUNTS:
            assert number == 0
        elif not name.startswith("pixel_"):
            assert math.isnan(number), name


@pytest.mark.parametrize("empty", ["truth", "prediction"])
def test_one_empty_side_scores_zero(empty: str) -> None:
    objects, nothing = np.array([[1, 0, 2]]), np.zeros((1, 3), int)
    pair = (nothing, objects) if empty == "truth" else (objects, nothing)
    metrics = score_labels(*pair).metrics
    for name in ("f1_at_0.50", "accuracy_at_0.50", "pq_at_0.75", "aji", "f1_at_0.50-0.95"):
        assert metrics[name] == 0
    assert math.isnan(metrics["mean_matched_iou_at_0.50"])
    if empty == "truth":
        assert (metrics["fp_at_0.50"], metrics["spurious"], metrics["precision_at_0.50"]) == (
            2,
            2,
            0,
        )
        assert math.isnan(metrics["recall_at_0.50"])
        assert math.isnan(metrics["seg"])
    else:
        assert (metrics["fn_at_0.50"], metrics["missed"], metrics["recall_at_0.50"]) == (2, 2, 0)
        assert math.isnan(metrics["precision_at_0.50"])
        assert metrics["seg"] == 0


def test_without_background_no_object_is_lost() -> None:
    labels = np.repeat([[1, 2], [3, 4]], 5, axis=0)
    metrics = score_labels(labels, labels).metrics
    assert (metrics["true_objects"], metrics["tp_at_0.95"]) == (4, 4)
    assert metrics["touching_pairs"] == metrics["touching_separated"] == 4
    assert metrics["touching_separation_rate"] == 1


def test_sparse_16_bit_values_are_only_names() -> None:
    truth = np.array([[0, 65535, 65535, 1, 0, 40000]], np.uint16)
    metrics = score_labels(truth, truth[:, ::-1].astype(np.int64)[:, ::-1]).metrics
    assert metrics["tp_at_0.95"] == 3
    names = score_labels(truth, truth).rows["matched_id"].tolist()
    assert names == [1, 40000, 65535]


@given(label_pairs())
def test_renaming_objects_changes_no_number(pair: tuple[Labels, Labels]) -> None:
    truth, prediction = (labels.astype(np.int64) * 3 for labels in pair)
    before, after = score_labels(*pair), score_labels(truth, prediction)
    assert list(before.metrics) == list(after.metrics)
    np.testing.assert_array_equal([*before.metrics.values()], [*after.metrics.values()])


def test_a_perfect_prediction_is_perfect() -> None:
    labels = np.zeros((20, 20), int)
    labels[2:9, 2:9], labels[9:15, 2:9], labels[3:6, 12:18] = 1, 2, 3
    metrics = score_labels(labels, labels, surfaces=0).metrics
    for name in ("f1", "accuracy", "pq", "mean_true_iou"):
        assert all(metrics[at(name, threshold)] == 1 for threshold in THRESHOLDS)
    for name in ("seg", "aji", "boundary_f1", "mean_matched_nsd", "touching_separation_rate"):
        assert metrics[name] == 1
    assert metrics["mean_matched_hd95"] == metrics["pixel_rmse"] == 0


def test_names_are_those_that_were_promised() -> None:
    card: Scorecard = score_labels(np.eye(2, dtype=int), np.eye(2, dtype=int))
    for threshold in THRESHOLDS:
        for name in ("tp", "fp", "fn", "precision", "recall", "f1", "accuracy", "pq", "sq", "rq"):
            assert f"{name}_at_0.{threshold}" in card.metrics
    assert {"splits", "merges", "catastrophes", "seg", "aji"} <= set(card.metrics)
    assert not any("sum" in name for name in card.metrics)


def test_a_million_objects_need_no_matrix() -> None:
    labels = np.arange(1, 1_000_001).reshape(1000, 1000)
    assert score_labels(labels, labels[::-1]).metrics["tp_at_0.95"] == 1_000_000


def test_what_cannot_be_compared_is_refused() -> None:
    with pytest.raises(ValueError, match="one shape"):
        score_labels(np.zeros((2, 2), int), np.zeros((2, 3), int))
    with pytest.raises(ValueError, match="float64"):
        score_labels(np.zeros((2, 2)), np.zeros((2, 2), int))
    with pytest.raises(ValueError, match="tolerance must not be negative"):
        score_labels(np.zeros((2, 2), int), np.zeros((2, 2), int), surfaces=-1)


def test_ids_beyond_a_signed_number_are_objects_like_others() -> None:
    truth, found = np.zeros((8, 8), np.uint64), np.zeros((8, 8), np.uint64)
    truth[:3], truth[4:] = 2**63 + 5, 3
    found[:3], found[4:] = 7, 2**64 - 1
    card = score_labels(truth, found)
    assert (card.metrics["tp_at_0.50"], card.metrics["true_objects"]) == (2, 2)


def test_rates_of_errors_are_what_precision_and_recall_leave() -> None:
    truth = np.zeros((8, 8), int)
    truth[:3], truth[4:] = 1, 2
    found = np.where(truth == 1, 1, 0)
    found[7, :2] = 9
    metrics = score_labels(truth, found).metrics
    assert (metrics["fp_rate_at_0.50"], metrics["fn_rate_at_0.50"]) == (0.5, 0.5)
    assert metrics["fp_rate_at_0.50"] == 1 - metrics["precision_at_0.50"]
