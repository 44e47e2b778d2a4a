"""Outlines against brute force, MONAI and panoptica."""

import math
from functools import partial
from itertools import pairwise

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.ndimage import binary_erosion
from scipy.spatial.distance import cdist

from src.scoring.objects.bands import by_bands
from src.scoring.objects.comparison import LabelComparison
from src.scoring.objects.outlines import REACH, boundary
from src.scoring.objects.rims import rims
from src.scoring.objects.scorer import score_labels
from tests.geometry.label_images import Labels, label_images, label_pairs

Mask = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.float64]


def disks(*circles: tuple[int, int, int]) -> Labels:
    """A label image of disks, given by row, column and radius."""
    rows, columns = np.mgrid[:60, :60]
    labels = np.zeros((60, 60), np.uint16)
    for value, (row, column, radius) in enumerate(circles, start=1):
        labels[(rows - row) ** 2 + (columns - column) ** 2 <= radius**2] = value
    return labels


def matched_masks(truth: Labels, prediction: Labels) -> list[tuple[Mask, Mask]]:
    """Every pair that matches at 0.50."""
    compared = LabelComparison.of(truth, prediction)
    overlap, pairs = compared.overlap, compared.matching
    true = overlap.truth_ids[pairs.truth_index].tolist()
    found = overlap.prediction_ids[pairs.prediction_index].tolist()
    return [(truth == one, prediction == other) for one, other in zip(true, found, strict=True)]


def outline_distances(first: Mask, second: Mask) -> tuple[Numbers, Numbers]:
    """From each pixel of one outline to the other, and back."""
    between = cdist(np.argwhere(boundary(first)), np.argwhere(boundary(second)))
    return between.min(axis=1), between.min(axis=0)


def rim(mask: Mask, width: int) -> Mask:
    """As Cheng et al. take it: what a square takes away, so many times."""
    square = np.ones((3,) * mask.ndim, bool)
    return mask & ~binary_erosion(mask, square, iterations=width)


TRUTH = disks((15, 15, 9), (15, 45, 10), (45, 20, 12))
PREDICTION = disks((16, 15, 9), (15, 43, 8), (58, 58, 5))


@given(label_images())
def test_a_boundary_is_what_erosion_takes_from_each_object(labels: Labels) -> None:
    expected = np.zeros(labels.shape, bool)
    for value in np.unique(labels[labels != 0]):
        expected |= (labels == value) & ~binary_erosion(labels == value)
    np.testing.assert_array_equal(boundary(labels), expected)


@given(label_pairs(), st.floats(0, 2 * REACH))
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


@given(label_pairs(), st.sampled_from([0.0, 1.0, 2.4, 20.0]))
def test_scores_of_matched_outlines_are_those_of_brute_force(
    pair: tuple[Labels, Labels], tolerance: float
) -> None:
    metrics = score_labels(*pair, surfaces=tolerance).metrics
    expected = []
    for masks in matched_masks(*pair):
        ways = outline_distances(*masks)
        both = np.concatenate(ways)
        first, second = (rim(mask, max(1, round(tolerance))) for mask in masks)
        expected.append(
            {
                "hd95": np.percentile(both, 95),
                "directed_hd95": max(np.percentile(way, 95) for way in ways),
                "assd": both.mean(),
                "nsd": (both <= tolerance).mean(),
                "boundary_iou": (first & second).sum() / (first | second).sum(),
            }
        )
    for name in ("hd95", "directed_hd95", "assd", "nsd", "boundary_iou"):
        ours = metrics[f"mean_matched_{name}"]
        mean = np.mean([one[name] for one in expected]) if expected else np.nan
        assert ours == pytest.approx(mean, rel=1e-12, nan_ok=True)


def test_outlines_that_lie_further_apart_than_the_reach_are_measured_too() -> None:
    truth, prediction = np.zeros((2, 90, 90), np.uint8)
    truth[5:85, 5:85], prediction[5:85, 5 + 2 * REACH : 85] = 1, 7
    truth[88:, 88:] = prediction[88:, 88:] = 2
    ways = outline_distances(truth == 1, prediction == 7)
    metrics = score_labels(truth, prediction, surfaces=1).metrics
    expected = np.percentile(np.concatenate(ways), 95) / 2
    assert expected > REACH / 2
    assert metrics["mean_matched_hd95"] == pytest.approx(expected, rel=1e-12)


@given(label_images(), st.integers(1, 3))
def test_a_rim_is_what_squares_take_from_each_object(labels: Labels, width: int) -> None:
    expected = np.zeros(labels.shape, bool)
    for value in np.unique(labels[labels != 0]):
        expected |= rim(labels == value, width)
    np.testing.assert_array_equal(rims(labels, width), expected)


@pytest.mark.filterwarnings("ignore:.*always_return_as_numpy:FutureWarning")
def test_distances_are_those_of_monai() -> None:
    metrics = pytest.importorskip("monai.metrics")
    torch = pytest.importorskip("torch")
    hd95, assd = [], []
    for true, found in matched_masks(TRUTH, PREDICTION):
        masks = [torch.from_numpy(mask)[None, None] for mask in (found, true)]
        both = {"include_background": True}
        hd95.append(float(metrics.compute_hausdorff_distance(*masks, **both, percentile=95)))
        assd.append(float(metrics.compute_average_surface_distance(*masks, **both, symmetric=True)))
    ours = score_labels(TRUTH, PREDICTION, surfaces=1).metrics
    assert ours["mean_matched_directed_hd95"] == pytest.approx(np.mean(hd95), rel=1e-6)
    assert ours["mean_matched_assd"] == pytest.approx(np.mean(assd), rel=1e-6)


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


@given(label_images(), st.integers(1, 3))
def test_bands_of_a_picture_are_its_whole(labels: Labels, width: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("src.scoring.objects.bands.PIXELS", 2 * labels.shape[1])
        banded = by_bands(partial(rims, width=width), labels, width)
        outline = by_bands(boundary, labels, 1)
    np.testing.assert_array_equal(banded, rims(labels, width))
    np.testing.assert_array_equal(outline, boundary(labels))
