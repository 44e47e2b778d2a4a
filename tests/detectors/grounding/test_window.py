"""The way into a window and back is exact, wherever the window lies and however it is shown."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from src.core import Alternative, Answer, Instances, Question
from src.core.answers import FOUND, Point
from src.detectors.grounding.looks import Scale
from src.detectors.grounding.window import View, Window

EXACT = 1 / 64
"""Pixels."""

sides = st.integers(1, 5000)
shares = st.floats(-0.2, 1.2)


@st.composite
def windows(draw: st.DrawFn) -> tuple[Window, tuple[int, int]]:
    """A window that was asked for anywhere, also outside, of any size, and its screen's shape."""
    shape = draw(sides), draw(sides)
    centre = draw(shares) * shape[1], draw(shares) * shape[0]
    size = draw(sides), draw(sides)
    return Window.around(centre, size, Window.whole(shape)), shape


@given(windows())
def test_a_window_is_whole_pixels_inside_its_screen(drawn: tuple[Window, tuple[int, int]]) -> None:
    window, (height, width) = drawn
    assert 0 <= window.left < window.right <= width
    assert 0 <= window.top < window.bottom <= height
    assert all(isinstance(place, int) for place in (window.left, window.top, window.right))


@given(windows(), st.floats(0.5, 2), st.floats(0, 1), st.floats(0, 1))
def test_there_and_back_is_where_it_was(
    drawn: tuple[Window, tuple[int, int]], factor: float, right: float, down: float
) -> None:
    window, _ = drawn
    click = window.left + right * window.width, window.top + down * window.height
    # As the transform rounds it.
    shown = max(1, round(window.height * factor)), max(1, round(window.width * factor))
    view = View(window, shown)
    inward = view.inward(Question("a/0", click=click)).click
    assert inward is not None
    assert -EXACT <= inward[0] <= shown[1] + EXACT
    assert -EXACT <= inward[1] <= shown[0] + EXACT
    x, y = inward
    box = x, y, x + 1, y + 2
    back = view.outward(Answer("a/0", FOUND, inward, box, alternatives=(Alternative(inward, box),)))
    for point, corner in ((back.point, back.box), (back.alternatives[0].point, back.box)):
        assert point is not None
        assert corner is not None
        assert np.abs(np.subtract(point, click)).max() <= EXACT
        assert np.abs(np.subtract(corner[:2], click)).max() <= EXACT


@pytest.mark.parametrize("factor", [0.5, 0.7, 1.0, 1.3, 2.0])
def test_the_edges_of_what_is_shown_are_the_edges_of_the_window(factor: float) -> None:
    pixels = np.zeros((37, 91, 3), np.uint8)
    window = Window(13, 5, 61, 29)
    shown = Scale(factor)(window.cut(pixels))
    view = View(window, shown.shape[:2])
    corners = Instances(shown.shape[:2], np.array([[0, 0, shown.shape[1], shown.shape[0]]], float))
    assert view.elements(corners, (37, 91)).boxes.tolist() == [[13, 5, 74, 34]]  # type: ignore[union-attr]


@given(windows())
def test_the_pixels_are_those_under_the_window(drawn: tuple[Window, tuple[int, int]]) -> None:
    window, (height, width) = drawn
    rows = np.broadcast_to(np.arange(height)[:, None], (height, width))
    columns = np.broadcast_to(np.arange(width), (height, width))
    assert window.cut(rows).shape == (window.height, window.width)
    assert (window.cut(rows)[0, 0], window.cut(columns)[0, 0]) == (window.top, window.left)


@pytest.mark.parametrize(
    ("centre", "expected"),
    [
        ((500, 400), (400, 300, 200, 200)),
        ((500.5, 400.5), (401, 301, 200, 200)),
        ((3, 2), (0, 0, 200, 200)),
        ((999, 799), (800, 600, 200, 200)),
        ((-50, 5000), (0, 600, 200, 200)),
    ],
)
def test_at_the_border_a_window_is_pushed_inside(
    centre: Point, expected: tuple[int, int, int, int]
) -> None:
    assert Window.around(centre, (200, 200), Window.whole((800, 1000))) == Window(*expected)


def test_a_screen_smaller_than_the_window_is_the_window() -> None:
    assert Window.around((20, 20), (200, 200), Window.whole((30, 500))) == Window(0, 0, 200, 30)
