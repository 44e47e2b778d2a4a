"""Pairs at a threshold against an assignment solver that works in fractions."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment

from src.geometry.overlap import Overlap
from src.scoring.objects.matching import THRESHOLDS, majority, match
from tests.geometry.label_images import Labels, label_pairs


def most_pairs(overlap: Overlap, threshold: int, inclusive: bool) -> int:
    """How many pairs an optimal assignment finds."""
    good = np.zeros((len(overlap.truth_ids), len(overlap.prediction_ids)))
    cells = zip(
        overlap.truth_index.tolist(),
        overlap.prediction_index.tolist(),
        overlap.intersection.tolist(),
        overlap.union().tolist(),
        strict=True,
    )
    for row, column, shared, union in cells:
        iou, limit = Fraction(shared, union), Fraction(threshold, 100)
        good[row, column] = iou >= limit if inclusive else iou > limit
    return int(good[linear_sum_assignment(good, maximize=True)].sum())


@given(label_pairs(), st.booleans())
def test_no_assignment_finds_more_pairs(pair: tuple[Labels, Labels], inclusive: bool) -> None:
    overlap = Overlap.of(*pair)
    matching = match(overlap, inclusive=inclusive)
    for threshold in THRESHOLDS:
        assert matching.at(threshold).sum() == most_pairs(overlap, threshold, inclusive)


@given(label_pairs())
def test_no_object_is_in_two_pairs(pair: tuple[Labels, Labels]) -> None:
    matching = match(Overlap.of(*pair))
    for index in (matching.truth_index, matching.prediction_index):
        assert len(set(index.tolist())) == len(matching)


@pytest.mark.parametrize("threshold", THRESHOLDS)
def test_a_threshold_means_what_it_says(threshold: int) -> None:
    truth = np.ones((1, 100), int)
    prediction = (np.arange(100) < threshold).astype(int)[None]
    overlap = Overlap.of(truth, prediction)
    assert match(overlap, inclusive=True).at(threshold).tolist() == [True]
    assert not match(overlap, inclusive=False).at(threshold).any()


@pytest.mark.parametrize("swap", [False, True])
def test_of_two_exact_halves_the_lower_id_is_taken(swap: bool) -> None:
    whole, halves = np.array([[7, 7]]), np.array([[5, 3]])
    overlap = Overlap.of(halves, whole) if swap else Overlap.of(whole, halves)
    matching = match(overlap)
    assert (matching.truth_index.tolist(), matching.prediction_index.tolist()) == ([0], [0])
    assert len(match(overlap, inclusive=False)) == 0


@given(label_pairs())
def test_more_than_half_is_covered_once(pair: tuple[Labels, Labels]) -> None:
    overlap = Overlap.of(*pair)
    owners = overlap.truth_index[majority(overlap)].tolist()
    assert len(set(owners)) == len(owners)
