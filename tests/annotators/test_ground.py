"""Looking around places agrees with trying every place."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from src.annotators.brush import Brush
from src.annotators.ground import Ground, highest_around
from src.annotators.lines import Lines
from src.geometry.distance import depth, disk, equivalent_radius
from tests.annotators.scenes import Mask, dab_of, truths


@settings(max_examples=50)
@given(truths(), st.integers(0, 4), st.integers(0, 2))
def test_snapping_finds_the_nearest_safe_place_within_the_brush(
    truth: Mask, radius: int, margin: int
) -> None:
    depths = depth(truth)
    ground, brush = Ground(depths, reach=5), Brush(radius, margin)
    safe = np.argwhere(depths > radius + margin)
    for place in np.argwhere(np.ones_like(truth))[:60]:
        snapped, held = ground.snap(place[None], brush)
        away = np.hypot(*(safe - place).T) if len(safe) else np.array([np.inf])
        if away.min() > radius:
            assert not held[0]
            assert (snapped[0] == place).all()
        else:
            assert held[0]
            assert depths[tuple(snapped[0])] > radius + margin
            assert np.hypot(*(snapped[0] - place)) == away.min()


@settings(max_examples=50)
@given(truths(), st.sampled_from([0.5, 1.5]))
def test_a_brush_of_even_width_is_held_where_none_of_it_is_outside(
    truth: Mask, radius: float
) -> None:
    wide = np.pad(truth, 4, mode="edge")
    ground = Ground(depth(wide), reach=5)
    for place in np.argwhere(np.pad(np.ones_like(truth), 4))[:60]:
        inside = wide[dab_of(*place.tolist(), radius, wide.shape)].all()
        assert ground.holds(place[None], Brush(radius))[0] == inside


@pytest.mark.parametrize(("width", "radius"), [(1, 0.0), (2, 0.5), (3, 1.0), (4, 1.5), (5, 2.0)])
def test_the_snug_brush_is_as_wide_as_the_root(width: int, radius: float) -> None:
    truth = np.zeros((30, 60), bool)
    truth[12 : 12 + width] = True
    line = np.stack([np.full(40, 12 + width // 2), np.arange(10, 50)], axis=1)
    assert set(Ground(depth(truth)).snug_radii(line).tolist()) == {radius}


@settings(max_examples=50)
@given(truths())
def test_the_largest_radius_is_that_of_the_largest_disk_that_covers_a_place(truth: Mask) -> None:
    depths = depth(truth)
    places = np.argwhere(truth)[:60]
    if len(places) == 0:
        return
    radii = Ground(depths, reach=5).largest_radius(places)
    safe = np.argwhere(depths > 0)
    for place, radius in zip(places, radii, strict=True):
        away = np.hypot(*(safe - place).T)
        fitting = [r for r in range(6) if ((depths[tuple(safe.T)] > r) & (away <= r)).any()]
        assert radius == max(fitting)


def test_the_class_goes_on_beyond_the_border() -> None:
    ground = Ground(depth(np.pad(np.ones((5, 40), bool), ((0, 30), (0, 0)))), reach=10)
    assert ground.largest_radius(np.array([[0, 20], [4, 20]])).tolist() == [4, 4]


def test_room_is_the_equivalent_radius_of_where_the_brush_may_be() -> None:
    everywhere = Ground(depth(np.ones((50, 50), bool)))
    place, brush = np.array([[25, 25]]), Brush(6)
    rooms = everywhere.rooms(Lines.of([place, place]), [brush, Brush(0)])
    assert rooms == [equivalent_radius(int(disk(6).sum())), equivalent_radius(1)]


@given(truths())
def test_the_highest_around_is_the_maximum_of_nine(truth: Mask) -> None:
    depths = np.where(truth, np.arange(truth.size).reshape(truth.shape), 0.0)
    padded = np.pad(depths, 1, constant_values=-np.inf)
    windows = np.lib.stride_tricks.sliding_window_view(padded, (3, 3))
    assert (highest_around(depths) == windows.max(axis=(2, 3))).all()
