"""McNemar's exact test, against scipy and against counting coins."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from src.scoring.grounding.comparison import compare_hits, holm, mcnemar


@given(st.integers(0, 400), st.integers(0, 400))
def test_it_is_a_binomial_test_of_a_fair_coin(one: int, two: int) -> None:
    expected = binomtest(one, one + two).pvalue if one + two else 1.0
    assert mcnemar(one, two) == pytest.approx(expected, rel=1e-9)
    assert mcnemar(one, two) == mcnemar(two, one)


@pytest.mark.parametrize(("one", "two"), [(0, 0), (1, 0), (3, 3), (0, 6), (2, 7)])
def test_it_counts_the_coins_that_fall_as_unevenly(one: int, two: int) -> None:
    throws = list(product([0, 1], repeat=one + two))
    uneven = abs(one - two)
    as_uneven = sum(abs(len(own) - 2 * sum(own)) >= uneven for own in throws)
    assert mcnemar(one, two) == pytest.approx(as_uneven / len(throws))


def test_tens_of_thousands_of_targets_are_still_exact() -> None:
    assert mcnemar(20_000, 20_400) == pytest.approx(binomtest(20_000, 40_400).pvalue, rel=1e-9)
    assert mcnemar(0, 30_000) == 0


def test_many_comparisons_need_clearer_differences() -> None:
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert holm([0.6, 0.001]) == pytest.approx([0.6, 0.002])
    assert holm([0.024]) == [0.024]
    assert holm([]) == []


@given(st.lists(st.floats(0, 1), max_size=8))
def test_an_adjusted_chance_is_no_smaller_and_keeps_the_order(chances: list[float]) -> None:
    adjusted = holm(chances)
    assert all(p <= own <= 1 for p, own in zip(chances, adjusted, strict=True))
    order = sorted(range(len(chances)), key=lambda place: chances[place])
    assert [adjusted[place] for place in order] == sorted(adjusted)


def test_errors_are_left_out_pairwise_and_counted() -> None:
    hits = np.array([[1, 1, 0, 0, 1, 0], [0, 1, 1, 0, 0, 0], [1, 1, 1, 1, 1, 1]], bool)
    errors = np.array([[0, 0, 0, 0, 0, 1], [0, 0, 0, 0, 1, 1], [0, 0, 0, 0, 0, 0]], bool)
    one, two, three = compare_hits(["a", "b", "c"], hits, errors)
    assert (one.only_first, one.only_second, one.both, one.neither, one.errors) == (1, 1, 1, 1, 2)
    assert (two.first, two.second, two.only_second, two.errors) == ("a", "c", 2, 1)
    assert (three.only_first, three.only_second, three.errors) == (0, 2, 2)


@pytest.mark.parametrize(("one", "two", "better"), [(9, 0, "a"), (0, 9, "b"), (5, 3, None)])
def test_luck_makes_nobody_better(one: int, two: int, better: str | None) -> None:
    hits = np.zeros((2, 10), bool)
    hits[0, :one], hits[1, one : one + two] = True, True
    (pair,) = compare_hits(["a", "b"], hits, np.zeros_like(hits))
    assert pair.better == better
