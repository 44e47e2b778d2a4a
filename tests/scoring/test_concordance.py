"""Lin's and Pearson's coefficients from sums equal those from the numbers themselves."""

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from src.scoring.concordance import feature_ratios, feature_sums
from src.scoring.objects.matching import Matching

Numbers = npt.NDArray[np.float64]


def ratios(truth: Numbers, prediction: Numbers) -> dict[str, float]:
    """Of pairs in order, by way of the sums."""
    order = np.arange(len(truth))
    matching = Matching(order, order, np.ones(len(truth)), np.full(len(truth), 100))
    sums = feature_sums(matching, {"area": truth}, {"area": prediction})
    known = feature_ratios({name: np.asarray(value) for name, value in sums.items()})
    return {name: float(value) for name, value in known.items()}


def lin(truth: Numbers, prediction: Numbers) -> float:
    """As Lin 1989 writes it."""
    covariance = np.mean((truth - truth.mean()) * (prediction - prediction.mean()))
    apart = (truth.mean() - prediction.mean()) ** 2
    return float(2 * covariance / (truth.var() + prediction.var() + apart))


@given(st.integers(0, 10**6), st.integers(3, 40), st.sampled_from([1.0, 1e3, 6e4]))
def test_sums_tell_as_much_as_the_numbers(seed: int, count: int, scale: float) -> None:
    rng = np.random.default_rng(seed)
    truth = scale * (1 + rng.random(count))
    prediction = truth + scale * rng.normal(0, 0.2, count)
    found = ratios(truth, prediction)
    assert found["area_pearson"] == pytest.approx(stats.pearsonr(truth, prediction)[0], abs=1e-6)
    assert found["area_concordance"] == pytest.approx(lin(truth, prediction), abs=1e-6)


def test_a_shift_costs_concordance_and_no_correlation() -> None:
    truth = np.array([1.0, 2.0, 3.0, 4.0])
    found = ratios(truth, truth + 1)
    assert found["area_pearson"] == pytest.approx(1)
    assert found["area_concordance"] == pytest.approx(2 * 1.25 / (2 * 1.25 + 1))
    assert ratios(truth, truth)["area_concordance"] == pytest.approx(1)


@pytest.mark.parametrize("count", [0, 1, 2])
def test_fewer_than_three_pairs_say_nothing(count: int) -> None:
    values = np.arange(count, dtype=float)
    assert np.isnan(list(ratios(values, values).values())).all()


@pytest.mark.parametrize("value", [0.1, 25.0, 31234.56789])
def test_equal_values_have_no_correlation(value: float) -> None:
    same = np.full(7, value)
    assert np.isnan(ratios(same, np.arange(7.0))["area_pearson"])
    assert np.isnan(ratios(same, same)["area_pearson"])


def test_only_matched_objects_take_part() -> None:
    matching = Matching(np.array([0, 2, 3]), np.array([1, 0, 2]), np.ones(3), np.full(3, 100))
    truth = {"area": np.array([1.0, 99.0, 5.0, 7.0])}
    prediction = {"area": np.array([5.0, 1.0, 7.0, 55.0])}
    sums = feature_sums(matching, truth, prediction)
    assert (sums["area_pairs"], sums["area_products"]) == (3, 1 + 25 + 49)


def test_the_lowest_is_undefined_where_one_is() -> None:
    order = np.arange(4)
    matching = Matching(order, order, np.ones(4), np.full(4, 100))
    measured = {"area": np.arange(4.0), "solidity": np.ones(4)}
    sums = feature_sums(matching, measured, measured)
    found = feature_ratios({name: np.asarray(value) for name, value in sums.items()})
    assert found["area_pearson"] == pytest.approx(1)
    assert np.isnan(found["lowest_pearson"])


def test_no_feature_has_no_ratio() -> None:
    assert feature_ratios({"true_objects": np.asarray(3.0)}) == {}


@pytest.mark.parametrize("value", [0.1, 1 / 3, 31234.56789])
def test_rounding_is_no_disagreement(value: float) -> None:
    same = np.full(7, value)
    assert np.isnan(ratios(same, same)["area_concordance"])
    assert ratios(same, same + 1)["area_concordance"] == pytest.approx(0, abs=1e-6)
