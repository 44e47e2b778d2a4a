"""Strokes wander inside a patch, or follow a way and steer back to it."""

import numpy as np
import pytest

from src.annotators.brush import Brush
from src.annotators.strokes import follow, to_places, wander
from src.geometry.distance import depth

REGION = np.pad(np.ones((60, 80), bool), 20)


def turns(count: int, heading: float, seed: int = 0) -> np.ndarray:
    noise = np.random.default_rng(seed).normal(0.0, 0.1, count)
    return np.concatenate([[heading], noise[1:]])


@pytest.mark.parametrize("seed", range(5))
def test_a_wandering_stroke_stays_inside_and_goes_by_steps(seed: int) -> None:
    brush, depths = Brush(5, 1), depth(REGION)
    places = np.array([*wander((50, 60), turns(200, 1.0, seed), 2.5, brush, depths, REGION)])
    assert (depths[tuple(places.T)] > 6).all()
    steps = np.hypot(*np.diff(places, axis=0).T)
    assert steps.mean() == pytest.approx(2.5, abs=0.3)
    assert np.abs(steps - 2.5).max() <= np.sqrt(2)


def test_it_bends_gently_where_there_is_room() -> None:
    wide = np.ones((400, 400), bool)
    headings = []
    for seed in range(20):
        stroke = wander((200, 200), turns(30, 0.7, seed), 4.0, Brush(8, 1), depth(wide), wide)
        path = np.array([*stroke])
        assert len(path) == 30
        headings.append(np.arctan2(*(path[-1] - path[0])))
    assert np.mean(headings) == pytest.approx(0.7, abs=0.3)
    assert np.std(headings) > 0.05


def test_it_ends_where_no_blank_ground_is_in_sight() -> None:
    nothing = np.zeros_like(REGION)
    assert [*wander((50, 60), turns(9, 0.0), 2.5, Brush(5, 1), depth(REGION), nothing)] == [
        (50, 60)
    ]


def test_following_ends_at_the_end_and_strays_a_little_on_the_way() -> None:
    way = np.array([[10.0, 10.0], [10.0, 210.0], [110.0, 210.0]])
    points = follow(way, 5.0, 0.1, np.random.default_rng(0))
    assert len(points) == 61
    straight = points[points[:, 1] < 200]
    off = straight[:, 0] - 10.0
    assert 0.1 < off.std() < 2.0
    assert np.hypot(*(points[-1] - way[-1])) < 3.0


def test_a_hand_without_noise_follows_exactly() -> None:
    way = np.array([[0.0, 0.0], [0.0, 30.0]])
    points = follow(way, 10.0, 0.0, np.random.default_rng(0))
    assert points == pytest.approx(np.array([[0, 0], [0, 10], [0, 20], [0, 30]]))


def test_a_way_of_one_point_is_that_point() -> None:
    assert follow(np.array([[3.0, 4.0]]), 2.0, 0.1, np.random.default_rng(0)).tolist() == [[3, 4]]


def test_places_are_on_the_picture_and_never_repeat_at_once() -> None:
    points = np.array([[-5.0, 2.0], [0.2, 2.1], [0.4, 2.6], [99.0, 99.0]])
    assert to_places(points, (20, 30)).tolist() == [[0, 2], [0, 3], [19, 29]]
