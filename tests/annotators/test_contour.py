"""Ways lead through the middle of thin things."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from src.annotators.contour import ways
from src.annotators.ground import Places


def pixels(rows: list[str]) -> Places:
    return np.argwhere(np.array([[mark == "#" for mark in row] for row in rows]))


def test_nothing_has_no_way() -> None:
    assert ways(np.zeros((0, 2), np.int64)) == []


def test_a_bar_is_one_way_from_end_to_end_along_its_middle() -> None:
    bar = np.argwhere(np.ones((5, 100), bool))
    (way,) = ways(bar)
    assert np.ptp(way[:, 1]) > 90
    assert (np.diff(way[:, 1]) < 0).all() or (np.diff(way[:, 1]) > 0).all()
    assert np.abs(way[2:-2, 0] - 2).max() <= 1


def test_a_ring_is_walked_on_both_sides() -> None:
    away = np.hypot(*(np.indices((101, 101)) - 50))
    lines = ways(np.argwhere(np.abs(away - 40) <= 1.5))
    angles = np.concatenate([np.arctan2(*(line - 50).T) for line in lines])
    assert len(lines) == 2
    assert np.diff(np.sort(angles)).max() < 0.2


def test_every_branch_of_a_cross_has_a_way() -> None:
    cross = np.zeros((81, 81), bool)
    cross[39:42] = cross[:, 39:42] = True
    lines = ways(np.argwhere(cross))
    reached = np.concatenate(lines)
    for tip in ((40, 0), (40, 80), (0, 40), (80, 40)):
        assert np.hypot(*(reached - tip).T).min() <= 4
    assert len([line for line in lines if len(line) > 4]) == 3


def test_a_gap_of_one_pixel_does_not_end_a_way_and_one_of_six_does() -> None:
    assert len(ways(pixels(["#######.######"]))) == 1
    assert len(ways(pixels(["######......######"]))) == 2


@given(
    st.lists(
        st.tuples(st.integers(0, 40), st.integers(0, 40)), min_size=1, max_size=80, unique=True
    )
)
def test_ways_consist_of_the_pixels_given_and_pass_near_each(
    scattered: list[tuple[int, int]],
) -> None:
    places = np.array(scattered)
    lines = ways(places)
    walked = np.concatenate(lines)
    assert {tuple(place) for place in walked.tolist()} <= set(scattered)
    away = np.hypot(*(places[:, None] - walked).transpose(2, 0, 1)).min(axis=1)
    # A section across is as wide as the scattered pixels happen to hang together.
    assert np.median(away) <= 6


@pytest.mark.parametrize("shift", [(0, 0), (1, 1), (300, 7)])
def test_a_way_moves_with_the_picture_but_for_the_cells(shift: tuple[int, int]) -> None:
    bar = np.argwhere(np.ones((3, 40), bool))
    (here,), (there,) = ways(bar), ways(bar + shift)
    assert (there - here == shift).all()
