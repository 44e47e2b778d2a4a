"""Corners that enclose nothing."""

import numpy as np
import pytest

from src.data.ui.flatness import is_flat

Corners = list[tuple[float, float]]

FLAT: dict[str, Corners] = {
    "upright": [(1, 0), (1, 5), (1, 9)],
    "lying": [(0, 2), (5, 2), (9, 2)],
    "slanted": [(0, 0), (1, 3), (3, 9)],
    "one point": [(4, 4), (4, 4), (4, 4)],
    "nothing at all": [(0, 0), (0, 0), (0, 0)],
    "there and back": [(0, 0), (9, 0), (9, 9), (9, 0)],
    "twice round": [(0, 0), (9, 0), (4, 7)] * 2,
    "huge": [(1e308, 1e308), (0, 0), (-1e308, -1e308)],
}
SOLID: dict[str, Corners] = {
    "triangle": [(0, 0), (9, 0), (4, 7)],
    "thin": [(0, 0), (900, 0), (900, 0.05), (0, 0.05)],
    "hourglass": [(0, 0), (9, 0), (0, 9), (9, 9)],
    "bow tie": [(0, 0), (9, 9), (9, 0), (0, 9)],
    "with a spike": [(0, 0), (9, 0), (9, 9), (9, 20), (9, 9), (0, 9)],
    "huge": [(1e308, 1e308), (0, 0), (-1e308, 1e308)],
}


@pytest.mark.parametrize("points", FLAT.values(), ids=FLAT)
def test_corners_without_an_area_are_flat(points: Corners) -> None:
    assert is_flat(points, 0.01)
    assert is_flat([(y, x) for x, y in points], 0.01)


@pytest.mark.parametrize("points", SOLID.values(), ids=SOLID)
def test_what_encloses_something_is_not_flat(points: Corners) -> None:
    assert not is_flat(points, 0.01)
    assert not is_flat([(y, x) for x, y in points], 0.01)


def test_thousands_of_corners_are_no_trouble() -> None:
    angles = np.linspace(0, 6.28, 5000)
    assert not is_flat([*zip(np.cos(angles), np.sin(angles), strict=True)], 1e-6)
