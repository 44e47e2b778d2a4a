"""Which brush is picked."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from src.annotators.brush import Brush, compensated, efficient_radius, fit_brush, whole_pixels
from src.annotators.hand import Hand
from src.geometry.distance import depth


def test_a_small_region_takes_half_its_radius_and_a_large_one_all_but_the_margin() -> None:
    assert efficient_radius(30.0, Hand()) == 15.0
    assert efficient_radius(100.0, Hand()) == pytest.approx(100.0 - 3 * 200 * 0.04)


@given(
    st.integers(0, 12), st.integers(0, 12), st.integers(0, 3), st.floats(0.5, 15, allow_nan=False)
)
def test_no_larger_brush_would_leave_an_interior(
    half_height: int, half_width: int, clearance: int, most: float
) -> None:
    mask = np.pad(np.ones((2 * half_height + 1, 2 * half_width + 1), bool), 1)
    depths = depth(mask)
    radius = fit_brush(float(depths.max()), most, clearance)
    fitting = [r for r in range(1, int(most) + 1) if (depths > r + clearance).any()]
    assert radius == max(fitting, default=None)


def test_a_region_without_an_edge_takes_any_brush() -> None:
    assert fit_brush(np.inf, 7.9) == 7


def test_a_brush_is_made_smaller_in_proportion_to_the_jitter_and_never_larger() -> None:
    rng = np.random.default_rng(0)
    steady = [compensated(40, 0.0, 0.5, rng) for _ in range(100)]
    careful = [compensated(40, 2.0, 0.5, rng) for _ in range(2000)]
    hasty = [compensated(40, 8.0, 0.5, rng) for _ in range(2000)]
    assert set(steady) == {40}
    assert max(careful + hasty) == 40
    # The mean of a folded normal is sigma * sqrt(2 / pi).
    assert 40 - np.mean(careful) == pytest.approx(1.0 * np.sqrt(2 / np.pi), abs=0.1)
    assert 40 - np.mean(hasty) == pytest.approx(4.0 * np.sqrt(2 / np.pi), abs=0.3)


def test_even_a_hasty_hand_takes_half_the_brush() -> None:
    rng = np.random.default_rng(0)
    assert min(compensated(8, 8.0, 0.5, rng) for _ in range(1000)) == 4
    assert compensated(1, 100.0, 0.5, rng) == 1


def test_dabs_are_half_a_radius_apart_but_at_least_a_pixel() -> None:
    assert [Brush(radius).step(0.5) for radius in (0, 0.5, 2, 3, 20)] == [1, 1, 1, 1.5, 10]


def test_a_brush_is_held_so_deep_that_its_margin_stays_free() -> None:
    assert Brush(3, 1).erosion == 4
    assert Brush(2, -1).erosion == 1
    assert [Brush(radius).even for radius in (0, 0.5, 1, 1.5)] == [False, True, False, True]


@pytest.mark.parametrize(("radius", "margin"), [(-1, 0), (0.3, 0), (float("nan"), 0), (1, -2)])
def test_impossible_brushes_are_refused(radius: float, margin: int) -> None:
    with pytest.raises(ValueError, match="radius"):
        Brush(radius, margin)


@pytest.mark.parametrize("length", [0.0, 0.72, 1.0, 1.44])
def test_lengths_in_whole_pixels_are_right_on_average_and_off_by_less_than_one(
    length: float,
) -> None:
    drawn = whole_pixels(length, 20_000, np.random.default_rng(0))
    assert drawn.mean() == pytest.approx(length, abs=0.02)
    assert np.abs(drawn - length).max() < 1
