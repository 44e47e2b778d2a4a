"""Runs of equal values, and values by rank."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from src.geometry.spans import as_labels, dense, ranked, run_starts
from tests.geometry.label_images import Labels, label_images, label_pairs


@given(label_pairs())
def test_runs_give_both_images_back(pair: tuple[Labels, Labels]) -> None:
    flat = [image.ravel() for image in pair]
    starts = run_starts(*flat)
    for image in flat:
        lengths = np.diff(starts, append=image.size)
        np.testing.assert_array_equal(np.repeat(image[starts], lengths), image)


@given(st.integers(0, 300), st.floats(0, 1), st.integers(0, 10**6))
def test_changes_are_found_however_many_there_are(size: int, share: float, seed: int) -> None:
    changes = np.random.default_rng(seed).random(size) < share
    values = np.cumsum(changes)
    expected = np.flatnonzero(np.diff(values, prepend=-1))
    np.testing.assert_array_equal(run_starts(values), expected)


@given(label_images())
def test_ranks_are_those_of_unique(labels: Labels) -> None:
    ids, places = ranked(labels.ravel())
    expected_ids, expected_places = np.unique(labels.ravel(), return_inverse=True)
    np.testing.assert_array_equal(ids, expected_ids)
    np.testing.assert_array_equal(places, expected_places)


@given(label_images())
def test_dense_labels_count_from_one_in_the_same_order(labels: Labels) -> None:
    ids = np.unique(labels[labels > 0])
    expected = np.where(labels > 0, np.searchsorted(ids, labels) + 1, 0)
    np.testing.assert_array_equal(dense(labels), expected)


def test_labels_are_integers_in_two_dimensions() -> None:
    assert as_labels(np.ones((1, 2), np.bool_)).tolist() == [[1, 1]]
    with pytest.raises(ValueError, match=r"\(2, 2\) float64"):
        as_labels(np.zeros((2, 2)))
    with pytest.raises(ValueError, match=r"\(2,\) bool|\(2,\) uint8"):
        as_labels(np.zeros(2, np.bool_))
    with pytest.raises(ValueError, match="must not be negative, got -3"):
        ranked(np.array([1, -3]))
