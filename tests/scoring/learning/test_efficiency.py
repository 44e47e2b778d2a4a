import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from src.scoring.learning.efficiency import (
    LearningCurve,
    gain_per_second,
    interquartile_mean,
    probability_of_improvement,
    skip_quality,
)

CURVE = LearningCurve(np.array([10.0, 20.0, 40.0]), np.array([0.2, 0.6, 0.8]))
STEPS = st.lists(st.tuples(st.floats(0, 50), st.floats(0, 1)), min_size=1, max_size=9)


def test_the_model_between_two_images_is_the_earlier_one() -> None:
    assert CURVE.at([0, 9.9, 10, 39, 1000]).tolist() == [0.0, 0.0, 0.2, 0.6, 0.8]


def test_area_is_the_mean_score_over_the_budget() -> None:
    assert CURVE.area(40) == pytest.approx((10 * 0.2 + 20 * 0.6) / 40)
    assert CURVE.area(80) == pytest.approx((10 * 0.2 + 20 * 0.6 + 40 * 0.8) / 80)
    assert CURVE.area(5) == 0.0


@given(STEPS, st.floats(1, 500))
def test_area_agrees_with_a_fine_sum(steps: list[tuple[float, float]], budget: float) -> None:
    waits, scores = zip(*steps, strict=True)
    curve = LearningCurve(np.cumsum(waits), np.array(scores))
    middles = (np.arange(20_000) + 0.5) * budget / 20_000
    assert curve.area(budget) == pytest.approx(curve.at(middles).mean(), abs=1e-3)


def test_a_score_that_is_never_reached_has_no_time() -> None:
    assert CURVE.seconds_to(0.6) == 20.0
    assert np.isnan(CURVE.seconds_to(0.81))


def test_an_empty_curve_is_ordinary() -> None:
    nothing = LearningCurve(np.zeros(0), np.zeros(0))
    assert nothing.area(10) == 0.0
    assert np.isnan(nothing.seconds_to(0.0))


def test_an_undefined_score_buys_nothing() -> None:
    assert LearningCurve(np.array([1.0]), np.array([np.nan])).area(10) == 0.0


def test_gain_is_counted_by_phase() -> None:
    assert gain_per_second(CURVE, [True, False, False]) == pytest.approx(0.02)
    assert gain_per_second(CURVE, [False, True, True]) == pytest.approx(0.6 / 30)
    assert np.isnan(gain_per_second(CURVE, [False] * 3))


def test_skipping_is_judged_like_a_detection() -> None:
    precision, recall = skip_quality([True, True, False, False], [0.95, 0.5, 0.99, 0.2], good=0.9)
    assert (precision, recall) == (0.5, 0.5)
    assert np.isnan(skip_quality([False], [0.1], good=0.9)).all()
    assert skip_quality([True], [np.nan], good=0.9) == (1, 1), "nothing there, nothing found"


def test_the_middle_half_ignores_outliers() -> None:
    assert interquartile_mean([0.0, 0.5, 0.7, 100.0]) == pytest.approx(0.6)


def test_improvement_counts_pairs() -> None:
    assert probability_of_improvement([2, 3], [1, 2]) == pytest.approx(3.5 / 4)


@pytest.mark.parametrize("seconds", [[2.0, 1.0], [-1.0, 1.0]])
def test_time_does_not_run_backwards(seconds: list[float]) -> None:
    with pytest.raises(ValueError, match="must not decrease"):
        LearningCurve(np.array(seconds), np.zeros(2))
