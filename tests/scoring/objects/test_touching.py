"""Touching pairs against dilation, centroids against scikit-image."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.ndimage import binary_dilation
from skimage.measure import regionprops

from src.geometry.overlap import Overlap
from src.geometry.spans import dense
from src.scoring.objects.comparison import LabelComparison
from src.scoring.objects.spans import ObjectSpans
from src.scoring.objects.touching import separated_and_merged, touching_pairs
from tests.geometry.label_images import Labels, label_images, label_pairs


@given(label_images())
def test_pairs_are_those_that_dilation_finds(labels: Labels) -> None:
    runs = ObjectSpans.of(labels)
    expected = set()
    for place, value in enumerate(runs.ids):
        for neighbour in np.unique(labels[binary_dilation(labels == value)]):
            if neighbour not in (0, value):
                other = int(np.searchsorted(runs.ids, neighbour))
                expected.add((min(place, other), max(place, other)))
    found = [tuple(pair) for pair in touching_pairs(labels, runs).tolist()]
    assert found == sorted(expected)


@given(label_images().filter(lambda labels: labels.size > 0))
def test_centroids_are_those_of_skimage(labels: Labels) -> None:
    theirs = [region.centroid for region in regionprops(dense(labels))]
    ours = ObjectSpans.of(labels).centroids()
    np.testing.assert_allclose(ours, np.reshape(theirs, (-1, 2)), atol=1e-12)


@given(label_pairs(), st.booleans(), st.integers(0, 10**6))
def test_runs_of_a_comparison_are_those_of_its_images(
    pair: tuple[Labels, Labels], ignoring: bool, seed: int
) -> None:
    ignore = np.random.default_rng(seed).random(pair[0].shape) < 0.3 if ignoring else None
    comparison = LabelComparison.of(*pair, ignore=ignore)
    some = comparison.overlap.prediction_ids[::2]
    for ours, expected in (
        (comparison.truth_runs, ObjectSpans.of(comparison.truth)),
        (comparison.prediction_runs(some), ObjectSpans.of(comparison.prediction, only=some)),
    ):
        for column in ("starts", "ends", "ids", "places"):
            np.testing.assert_array_equal(getattr(ours, column), getattr(expected, column))


@pytest.mark.parametrize(
    ("prediction", "expected"),
    [
        ([3, 3, 3, 4, 4, 4], (1, 0)),
        ([3, 3, 3, 3, 3, 3], (0, 1)),
        ([3, 3, 3, 0, 0, 0], (0, 0)),
        ([0, 0, 0, 0, 0, 0], (0, 0)),
        ([3, 3, 4, 4, 5, 5], (1, 0)),
        ([0, 3, 3, 3, 3, 0], (0, 1)),
    ],
)
def test_a_pair_is_separated_merged_or_undetermined(
    prediction: list[int], expected: tuple[int, int]
) -> None:
    truth = np.array([[1, 1, 1, 2, 2, 2]])
    pairs = touching_pairs(truth, ObjectSpans.of(truth))
    assert pairs.tolist() == [[0, 1]]
    assert separated_and_merged(Overlap.of(truth, np.array([prediction])), pairs) == expected


def test_the_end_of_a_row_does_not_touch_the_next_row() -> None:
    labels = np.array([[0, 1], [2, 0]])
    assert len(touching_pairs(labels, ObjectSpans.of(labels))) == 0
