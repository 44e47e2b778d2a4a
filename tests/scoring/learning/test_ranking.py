"""Rankings over seeds: who is first, who cannot be told apart, and what another view changes."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from src.scoring.learning.efficiency import probability_of_improvement
from src.scoring.learning.ranking import improvement, kendall, rank, repeatability, same_order

APART = [[0.1, 0.2, 0.3], [0.7, 0.8, 0.9], [0.4, 0.5, 0.6]]
SEEDS = st.lists(st.floats(0, 1), min_size=2, max_size=5)


def test_contenders_come_from_the_best_to_the_worst() -> None:
    places = rank(APART)
    assert [place.number for place in places] == [1, 2, 0]
    assert [place.rank for place in places] == [1, 2, 3]
    assert [place.mean for place in places] == pytest.approx([0.8, 0.5, 0.2])
    for place in places:
        assert place.interval is not None
        assert place.interval.low <= place.mean <= place.interval.high
        assert place.ranks is not None
        assert (place.ranks.low, place.ranks.high) == (place.rank, place.rank)


def test_neighbours_are_told_apart_where_all_three_seeds_say_so() -> None:
    first, second, last = rank(APART)
    assert first.ahead is not None
    assert second.ahead is not None
    assert (first.ahead.conclusive, second.ahead.conclusive, last.ahead) == (True, True, None)
    assert [place.rivals_first for place in (first, second, last)] == [True, False, False]


def test_eight_wins_of_nine_are_no_difference() -> None:
    found = improvement([0.5, 0.7, 0.9], [0.2, 0.4, 0.6])
    assert found is not None
    assert (found.chance, found.conclusive) == (pytest.approx(8 / 9), False)


def test_more_seeds_forgive_an_overlap() -> None:
    found = improvement([0.5, 0.7, 0.8, 0.9, 0.95], [0.1, 0.2, 0.3, 0.4, 0.6])
    assert found is not None
    assert found.conclusive


@settings(max_examples=25)
@given(SEEDS, SEEDS)
def test_improvement_is_the_share_of_pairs_that_are_won(
    own: list[float], other: list[float]
) -> None:
    found, turned = improvement(own, other), improvement(other, own)
    assert found is not None
    assert turned is not None
    assert found.chance == pytest.approx(probability_of_improvement(own, other))
    assert found.interval.low <= found.chance <= found.interval.high
    assert (found.chance, found.conclusive) == (pytest.approx(1 - turned.chance), turned.conclusive)


def test_one_seed_has_no_interval_and_beats_nobody_clearly() -> None:
    first, last = rank([[0.1], [0.9]])
    assert (first.number, first.interval, first.ranks, first.ahead) == (1, None, None, None)
    assert last.rivals_first


def test_equals_share_a_rank() -> None:
    assert [place.rank for place in rank([[0.5, 0.6], [0.5, 0.6], [0.1, 0.1]])] == [1, 1, 3]


def test_a_seed_without_a_number_is_the_worst_of_all() -> None:
    places = rank([[0.9, np.nan, 0.9], [0.1, 0.2, 0.3], [np.nan] * 3])
    assert [place.number for place in places] == [1, 0, 2]
    assert [place.rank for place in places] == [1, 2, 2]
    assert np.isnan(places[1].mean)
    assert places[1].interval is None
    assert places[0].ahead is not None
    assert places[0].ahead.chance == pytest.approx(1 / 3)


@given(st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), min_size=2, max_size=6, unique=True))
def test_kendall_counts_pairs_in_the_same_order(values: list[tuple[float, float]]) -> None:
    one, other = np.array(values).T
    if len(set(one)) < len(one) or len(set(other)) < len(other):
        return
    upper = np.triu_indices(len(one), 1)
    # The signs first: a product of two tiny differences is 0.
    orders = [np.sign(np.subtract.outer(own, own))[upper] for own in (one, other)]
    agree = orders[0] * orders[1]
    assert kendall(one, other) == pytest.approx(agree.mean())


def test_the_same_scores_agree_and_the_reverse_is_overturned() -> None:
    same = same_order(APART, APART)
    assert (same.tau, same.first, same.overturned) == (pytest.approx(1), 1, False)
    assert (same.interval.low, same.interval.high) == (pytest.approx(1), pytest.approx(1))
    turned = same_order(APART, [[-value for value in own] for own in APART])
    assert (turned.tau, turned.first, turned.overturned) == (pytest.approx(-1), 0, True)


def test_another_first_that_is_not_clear_overturns_nothing() -> None:
    found = same_order([[0.1, 0.2, 0.3], [0.2, 0.3, 0.4]], [[0.2, 0.3, 0.4], [0.1, 0.2, 0.35]])
    assert (found.tau, found.first, found.overturned) == (pytest.approx(-1), 0, False)


def test_an_order_repeats_as_far_as_its_seeds_lie_apart() -> None:
    sure, _ = repeatability(APART)
    unsure, interval = repeatability([[0.1, 0.5, 0.9], [0.2, 0.5, 0.8], [0.3, 0.5, 0.75]])
    assert sure > 0.9  # half a seed of each that was not tried may turn it
    assert -1 <= interval.low <= unsure < 0.8
