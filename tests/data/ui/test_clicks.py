"""Clicks as people click."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from src.core import InputError
from src.data.ui.asking import Asking
from src.data.ui.clicks import KINDS, Clicks, offset_of
from src.data.ui.elements import Element, Point, Screen
from src.geometry.polygons import inside

BOX = (100.0, 50.0, 180.0, 70.0)
MIDDLE = (140.0, 60.0)


def element(id: str = "a", box: tuple[float, ...] = BOX, **more: object) -> Element:
    return Element(id, box, **more)  # type: ignore[arg-type]


def clicks(many: int, **settings: object) -> np.ndarray:
    own = Clicks(**settings)  # type: ignore[arg-type]
    return np.array([own.on("screen", element(str(n)))[0] for n in range(many)])


def test_a_person_spreads_clicks_by_018_of_each_side() -> None:
    places = clicks(4000)
    sides = np.array([80.0, 20.0])
    # A normal distribution that is cut at ±0.5/0.18 sigma has 0.976 of its standard deviation.
    assert places.std(axis=0) / sides == pytest.approx([0.18 * 0.976] * 2, rel=0.04)
    assert places.mean(axis=0) == pytest.approx(MIDDLE, abs=0.8)
    assert abs(np.corrcoef(places.T)[0, 1]) < 0.06


def test_uniform_clicks_are_anywhere() -> None:
    places = clicks(3000, kind="uniform")
    assert places.std(axis=0) / [80, 20] == pytest.approx([12**-0.5] * 2, rel=0.05)


def test_a_centre_is_the_centre() -> None:
    assert Clicks("centre").on("screen", element()) == {0: MIDDLE}


@pytest.mark.parametrize("kind", KINDS)
@given(
    id=st.text(min_size=1, max_size=4),
    near=st.tuples(*[st.floats(0, 500)] * 2),
    size=st.tuples(*[st.floats(0.5, 300)] * 2),
    cover=st.tuples(*[st.floats(0, 0.45)] * 2, *[st.floats(0.55, 1)] * 2),
)
def test_a_click_lies_on_its_element_and_on_nothing_else(
    kind: str, id: str, near: Point, size: Point, cover: tuple[float, ...]
) -> None:
    box = (*near, near[0] + size[0], near[1] + size[1])
    covers = [near[n % 2] + size[n % 2] * cover[n] for n in range(4)]
    found = Clicks(kind, repeats=2).on("screen", element(id, box), [covers])
    for x, y in found.values():
        assert box[0] <= x < box[2]
        assert box[1] <= y < box[3]
        assert not (covers[0] <= x < covers[2] and covers[1] <= y < covers[3])
    if kind != "offset" and (cover[0] > 0.02 or cover[2] < 0.98):
        assert found


def test_a_click_lies_in_the_polygon() -> None:
    triangle = ((100.0, 50.0), (180.0, 50.0), (100.0, 70.0))
    for kind in KINDS:
        for n in range(50):
            places = Clicks(kind).on("screen", element(str(n), polygon=triangle))
            assert all(inside(triangle, list(places.values())))
    assert Clicks("human").on("screen", element(polygon=triangle))


def test_the_centre_moves_off_what_lies_there_and_no_farther() -> None:
    ((x, y),) = Clicks("centre").on("screen", element(), [(120, 55, 160, 65)]).values()
    assert (abs(x - 140), abs(y - 60)) == pytest.approx((0, 5), abs=0.5)


def test_what_is_covered_all_over_has_no_click() -> None:
    for kind in KINDS:
        assert Clicks(kind).on("screen", element(), [BOX]) == {}


def test_a_sliver_that_is_free_is_found() -> None:
    (click,) = Clicks().on("screen", element(), [(100, 50, 178, 70)]).values()
    assert click[0] >= 178


def test_a_click_depends_on_its_element_alone() -> None:
    own = Clicks(repeats=3)
    few, many = own.on("screen", element()), Clicks(repeats=5).on("screen", element())
    assert few == {n: many[n] for n in range(3)}
    assert len(set(many.values())) == 5
    assert own.on("screen", element("b")) != few != own.on("other", element())


def test_clicks_are_the_same_on_every_machine() -> None:
    ((x, y),) = Clicks().on("screen", element()).values()
    assert (x, y) == pytest.approx((140.7135, 58.9612), abs=1e-4)


def test_the_order_of_the_elements_changes_no_click() -> None:
    several = [element(str(n), (n * 50.0, 0.0, n * 50.0 + 40, 30.0)) for n in range(4)]
    asked = [
        {one.id: one.click for one in Asking().questions(Screen("s", None, (90, 300), tuple(own)))}
        for own in (several, several[::-1], several[2:])
    ]
    assert asked[0] == asked[1]
    assert asked[0].items() >= asked[2].items()


@pytest.mark.parametrize("kind", ["human", "centre", "uniform"])
def test_a_recorded_click_is_used_as_it_is(kind: str) -> None:
    recorded = element(click=(101.0, 51.5))
    assert Clicks(kind, repeats=3).on("screen", recorded) == {0: (101.0, 51.5)}
    assert (101.0, 51.5) not in Clicks(kind, recorded=False).on("screen", recorded).values()


def test_a_refusal_has_no_click() -> None:
    assert Clicks().on("screen", Element("a", None, instruction="press the bell")) == {}


def test_offsets_lie_as_far_from_the_middle_as_they_say() -> None:
    own = Clicks("offset", repeats=20)
    places = own.on("screen", element(click=MIDDLE))
    assert len(places) == 120
    way = offset_of(np.array(list(places.values())), BOX)
    assert way == pytest.approx([own.offsets[n % 6] for n in places])


def test_offsets_point_in_every_direction() -> None:
    own = Clicks("offset", repeats=200, offsets=[0.9])
    way = (np.array(list(own.on("screen", element()).values())) - MIDDLE) / [40, 10]
    for axis in (0, 1):
        out = way[np.isclose(abs(way[:, axis]), 0.9)]
        assert 60 < len(out) < 140
        assert 0.3 < (out[:, axis] > 0).mean() < 0.7


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"kind": "random"}, "click.kind must be one of .*'random'"),
        ({"sigma": 0}, "click.sigma and click.repeats must be positive, got 0, 1"),
        ({"repeats": 0}, "must be positive"),
        ({"offsets": [0.2, 1.0]}, r"click.offsets must lie in \[0, 1\)"),
        ({"offsets": []}, r"click.offsets must lie in \[0, 1\)"),
    ],
)
def test_settings_that_make_no_sense_are_refused(
    settings: dict[str, object], sentence: str
) -> None:
    with pytest.raises(InputError, match=sentence):
        Clicks(**settings)  # type: ignore[arg-type]
