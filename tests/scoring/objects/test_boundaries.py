"""Outlines against brute force and panoptica."""

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.ndimage import binary_erosion
from scipy.spatial.distance import cdist

from src.scoring.objects.boundaries import boundary, outline_distances
from src.scoring.objects.scorer import score_labels
from tests.geometry.label_images import Labels, label_images, label_pairs


def disks(*circles: tuple[int, int, int]) -> Labels:
    """A label image of disks, given by row, column and radius."""
    rows, columns = np.mgrid[:60, :60]
    labels = np.zeros((60, 60), np.uint16)
    for value, (row, column, radius) in enumerate(circles, start=1):
        labels[(rows - row) ** 2 + (columns - column) ** 2 <= radius**2] = value
    return labels


TRUTH = disks((15, 15, 9), (15, 45, 10), (45, 20, 12))
PREDICTION = disks((16, 15, 9), (15, 43, 8), (58, 58, 5))


@given(label_images())
def test_a_boundary_is_what_erosion_takes_from_each_object(labels: Labels) -> None:
    expected = np.zeros(labels.shape, bool)
    for value in np.unique(labels[labels != 0]):
        expected |= (labels == value) & ~binary_erosion(labels == value)
    np.testing.assert_array_equal(boundary(labels), expected)


def test_distances_are_those_between_all_pairs_of_pixels() -> None:
    first, second = TRUTH == 1, PREDICTION == 1
    between = cdist(np.argwhere(boundary(first)), np.argwhere(boundary(second)))
    expected = np.concatenate([between.min(axis=1), between.min(axis=0)])
    np.testing.assert_allclose(outline_distances(first, second), expected)


@given(label_pairs(), st.floats(0, 5))
def test_scores_of_outlines_are_those_of_brute_force(
    pair: tuple[Labels, Labels], tolerance: float
) -> None:
    metrics = score_labels(*pair, surfaces=tolerance).metrics
    true, found = (np.argwhere(boundary(labels)) for labels in pair)
    if len(true) and len(found):
        near = cdist(true, found) <= tolerance
        assert metrics["boundary_recall"] == near.any(axis=1).mean()
        assert metrics["boundary_precision"] == near.any(axis=0).mean()
    elif len(true) or len(found):
        assert metrics["boundary_f1"] == 0
    else:
        assert math.isnan(metrics["boundary_f1"])


def test_a_wider_tolerance_never_scores_less() -> None:
    cards = [score_labels(TRUTH, PREDICTION, surfaces=tolerance).metrics for tolerance in range(6)]
    for name in ("boundary_f1", "mean_matched_nsd", "mean_true_nsd"):
        assert all(one[name] <= other[name] for one, other in pairwise(cards))


def test_a_miss_counts_for_true_objects_only() -> None:
    metrics = score_labels(TRUTH, PREDICTION, surfaces=1).metrics
    assert metrics["mean_true_nsd"] == pytest.approx(metrics["mean_matched_nsd"] * 2 / 3)


def test_hd95_is_that_of_panoptica() -> None:
    panoptica = pytest.importorskip("panoptica")
    evaluator = panoptica.Panoptica_Evaluator(
        expected_input=panoptica.InputType.UNMATCHED_INSTANCE,
        instance_matcher=panoptica.NaiveThresholdMatching(),
        instance_metrics=[panoptica.Metric.HD95],
        global_metrics=[],
    )
    theirs = evaluator.evaluate(PREDICTION, TRUTH)["ungrouped"].sq_hd95
    ours = score_labels(TRUTH, PREDICTION, surfaces=1).metrics["mean_matched_hd95"]
    assert ours == pytest.approx(theirs, rel=1e-12)
