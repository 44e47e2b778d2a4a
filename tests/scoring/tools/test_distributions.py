"""Distances equal scipy's, drawn or not, and do not depend on the unit of the feature."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import iqr, wasserstein_distance

from src.scoring.tools import distributions
from src.scoring.tools.distributions import (
    Staircases,
    Unit,
    interquartile_range,
    scaled_distance,
    unit_of,
)


@given(st.integers(0, 10**6), st.floats(0.01, 1000))
def test_the_unit_of_the_feature_does_not_matter(seed: int, unit: float) -> None:
    rng = np.random.default_rng(seed)
    first, second = rng.gamma(3, 50, 40), rng.gamma(4, 40, 30)
    plain = scaled_distance(first, second, interquartile_range(first))
    other = scaled_distance(unit * first, unit * second, interquartile_range(unit * first))
    assert plain == pytest.approx(other)
    assert plain == pytest.approx(wasserstein_distance(first, second) / iqr(first))


@pytest.mark.parametrize("values", [[], [3.0], [2.0, 2.0, 2.0, 9.0, 2.0]])
def test_a_reference_without_spread_gives_no_unit(values: list[float]) -> None:
    assert np.isnan(interquartile_range(np.array(values)))


def test_an_empty_side_has_no_distance() -> None:
    assert np.isnan(scaled_distance(np.zeros(0), np.ones(3), 1.0))


@given(st.integers(0, 10**6))
def test_a_draw_equals_its_fields_put_together(seed: int) -> None:
    rng = np.random.default_rng(seed)
    values = [[rng.normal(tool, 1, rng.integers(1, 9)) for _ in range(4)] for tool in range(2)]
    weights = rng.multinomial(4, np.full(4, 0.25), size=5).astype(float)
    drawn = Staircases.of(values, weights).distances(0, 1)
    for own, distance in zip(weights.astype(int), drawn, strict=True):
        first, second = (np.concatenate([np.tile(v, n) for v, n in zip(tool, own, strict=True)])
                         for tool in values)  # fmt: skip
        assert distance == pytest.approx(wasserstein_distance(first, second))


def test_a_draw_in_which_a_tool_found_nothing_is_undefined() -> None:
    values = [[np.array([1.0]), np.zeros(0)], [np.array([2.0]), np.array([3.0])]]
    drawn = Staircases.of(values, np.array([[2.0, 0.0], [0.0, 2.0]])).distances(0, 1)
    assert drawn[0] == pytest.approx(1)
    assert np.isnan(drawn[1])


def test_many_values_are_read_at_quantiles_to_within_a_thousandth() -> None:
    rng = np.random.default_rng(1)
    values = [[rng.gamma(3, 50, 2000) for _ in range(3)], [rng.gamma(3, 55, 2500)] * 3]
    assert sum(len(one) for tool in values for one in tool) > distributions.STEPS
    drawn = Staircases.of(values, np.ones((1, 3))).distances(0, 1)
    exact = wasserstein_distance(*(np.concatenate(tool) for tool in values))
    unit = interquartile_range(np.concatenate(values[0]))
    assert drawn[0] / unit == pytest.approx(exact / unit, abs=1e-3)


def test_the_unit_is_the_spread_of_the_reference_where_it_has_one() -> None:
    values = np.arange(100.0)
    assert unit_of(values, [values, 3 * values]) == Unit(interquartile_range(values))


def test_a_reference_of_specks_gives_no_unit_of_a_pixel() -> None:
    specks, cells = np.tile([3.0, 4.0], 50), np.linspace(600, 1400, 100)
    unit = unit_of(specks, [specks, cells, cells])
    assert unit.raised
    assert unit.size == 0.25 * interquartile_range(cells)
    assert scaled_distance(specks, cells, unit.size) < 20


def test_equal_numbers_everywhere_are_counted_in_their_size() -> None:
    assert unit_of(np.full(9, 40.0), [np.full(9, 40.0)]) == Unit(0.4, raised=True)
    assert np.isnan(unit_of(np.zeros(9), [np.zeros(9)]).size)
    assert np.isnan(unit_of(np.zeros(0), [np.arange(9.0)]).size)
