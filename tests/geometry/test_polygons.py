"""Polygons by the even–odd rule."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from src.geometry.polygons import around, inside

SQUARE = [(0, 0), (4, 0), (4, 4), (0, 4)]
ARROW = [(0, 0), (4, 4), (0, 8), (1, 4)]


@pytest.mark.parametrize(
    ("polygon", "point", "within"),
    [
        (SQUARE, (2, 2), True),
        (SQUARE, (5, 2), False),
        (SQUARE, (0, 0), True),
        (SQUARE, (4, 4), False),
        (ARROW, (2, 4), True),
        (ARROW, (0.5, 4), False),
    ],
)
def test_a_point_is_inside_or_not(
    polygon: list[tuple[float, float]], point: tuple[float, float], within: bool
) -> None:
    assert inside(polygon, [point]).tolist() == [within]
    assert inside(polygon[::-1], [point]).tolist() == [within]


def test_the_heart_of_a_pentagram_is_outside() -> None:
    angles = np.deg2rad(90 + 144 * np.arange(5))
    star = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    assert inside(star, [(0, 0), (0, 0.9)]).tolist() == [False, True]


@given(
    st.tuples(*[st.integers(0, 20)] * 2),
    st.tuples(*[st.integers(1, 20)] * 2),
    st.tuples(*[st.integers(-5, 45)] * 2),
)
def test_a_rectangle_is_a_box(
    near: tuple[int, int], size: tuple[int, int], point: tuple[int, int]
) -> None:
    (x1, y1), (x2, y2) = near, (near[0] + size[0], near[1] + size[1])
    corners = [(x1, y1), (x2, y1), (x2, y2), (x1, y2)]
    within = x1 <= point[0] < x2 and y1 <= point[1] < y2
    assert inside(corners, [point]).tolist() == [within]


def test_polygons_agree_with_those_of_matplotlib() -> None:
    path = pytest.importorskip("matplotlib.path")
    rng = np.random.default_rng(1)
    points = rng.uniform(0, 10, (500, 2))
    for _ in range(20):
        angles = np.sort(rng.uniform(0, 2 * np.pi, 7))  # no edge crosses another
        radii = rng.uniform(1, 5, 7)
        polygon = 5 + radii[:, None] * np.stack([np.cos(angles), np.sin(angles)], axis=1)
        assert np.array_equal(inside(polygon, points), path.Path(polygon).contains_points(points))


def test_no_points_are_in_nothing() -> None:
    assert inside(SQUARE, []).tolist() == []


def test_a_box_goes_round_all_corners() -> None:
    assert around(ARROW).tolist() == [0, 0, 4, 8]


def test_other_shapes_are_refused() -> None:
    with pytest.raises(ValueError, match=r"must be \(n, 2\), got \(4,\)"):
        inside(SQUARE, [1, 2, 3, 4])
