"""Polygons by the even-odd rule, against shapes whose answer is known and against shapely."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from src.geometry.containment import EDGES, Edge, in_boxes, in_polygon
from src.geometry.polygon_areas import area_in_box, polygon_area, polygon_iou
from src.geometry.polygons import around

RECTANGLE = np.array([[2, 1], [8, 1], [8, 5], [2, 5]], float)
BOW_TIE = np.array([[0, 0], [4, 4], [4, 0], [0, 4]], float)
STAR = np.array([[5, 0], [8, 9], [0, 3], [10, 3], [2, 9]], float)
L_SHAPE = np.array([[0, 0], [6, 0], [6, 2], [2, 2], [2, 6], [0, 6]], float)

PLACES = st.tuples(st.integers(-2, 12), st.integers(-2, 12))
EIGHTHS = st.integers(-8, 88).map(lambda number: number / 8)
CORNERS = st.lists(st.tuples(EIGHTHS, EIGHTHS), min_size=3, max_size=7)


@given(PLACES, st.sampled_from(EDGES), st.booleans())
def test_an_upright_rectangle_holds_what_its_box_holds(
    place: tuple[int, int], edge: Edge, backwards: bool
) -> None:
    corners = RECTANGLE[::-1] if backwards else RECTANGLE
    box = in_boxes([place], [around(RECTANGLE)], edge)
    assert in_polygon([place], corners, edge).tolist() == box.tolist()


@pytest.mark.parametrize(
    ("edge", "held"),
    [
        ("closed", [True, True, True, True, True, False]),
        ("half_open", [True, True, False, False, False, False]),
        ("open", [True, False, False, False, False, False]),
    ],
)
def test_an_edge_is_inside_outside_or_half_of_both(edge: Edge, held: list[bool]) -> None:
    places = [[5, 3], [2, 1], [8, 3], [5, 5], [8, 5], [9, 3]]
    assert in_boxes(places, np.tile(around(RECTANGLE), (6, 1)), edge).tolist() == held


def test_a_place_that_is_not_known_lies_nowhere() -> None:
    for edge in EDGES:
        assert not in_boxes([[np.nan, 3]], [around(RECTANGLE)], edge).any()
        assert not in_polygon([[np.nan, 3]], RECTANGLE, edge).any()


def test_what_is_enclosed_twice_is_outside() -> None:
    assert in_polygon([[5, 4.5]], STAR, "closed").tolist() == [False]
    assert in_polygon([[5, 1.5], [2, 2], [2.5, 3.5]], BOW_TIE, "closed").tolist() == [
        False, True, False
    ]  # fmt: skip


def test_a_slanted_edge_is_on_the_outline() -> None:
    places = [[1, 1], [3, 1]]
    assert in_polygon(places, BOW_TIE, "closed").all()
    assert not in_polygon(places, BOW_TIE, "open").any()


def test_areas_of_shapes_that_are_known() -> None:
    assert polygon_area(RECTANGLE) == 24
    assert polygon_area(BOW_TIE) == pytest.approx(8)
    assert polygon_area(L_SHAPE) == pytest.approx(20)
    assert polygon_iou(RECTANGLE, [2, 1, 8, 5]) == 1
    assert polygon_iou(RECTANGLE, [5, 1, 11, 5]) == pytest.approx(1 / 3)
    assert polygon_iou(L_SHAPE, [2, 2, 6, 6]) == 0
    assert polygon_iou(RECTANGLE, [3, 2, 3, 2]) == 0


@given(CORNERS, st.tuples(*[EIGHTHS] * 4))
def test_the_area_in_a_box_is_shapelys(
    corners: list[tuple[float, float]], ends: tuple[float, float, float, float]
) -> None:
    shapely = pytest.importorskip("shapely")
    x1, x2 = sorted(ends[:2])
    y1, y2 = sorted(ends[2:])
    # linework split where it crosses; a face counts where an odd number of turns encloses it
    faces = shapely.get_parts(
        shapely.polygonize([shapely.node(shapely.LineString([*corners, corners[0]]))])
    )
    inside = [
        face
        for face in faces
        if in_polygon(np.array(face.representative_point().coords), corners, "open")[0]
    ]
    window = shapely.box(x1, y1, x2, y2)
    expected = sum(face.intersection(window).area for face in inside)
    assert area_in_box(corners, (x1, y1, x2, y2)) == pytest.approx(expected, abs=1e-6)


def test_two_corners_are_no_polygon() -> None:
    with pytest.raises(ValueError, match="three corners or more"):
        polygon_area([[0, 0], [1, 1]])
