"""Icons keep to their field, and masks to what they say."""

import numpy as np
import pytest

from src.data.ui_rendered.pictograms import ink_of
from src.data.ui_synthetic.canvas import icon_mask, rim, rounded, seen_in
from src.data.ui_synthetic.icons import FIELD, ICONS, drawn_icon, invented, strokes


def test_an_icon_is_read_as_it_is_written() -> None:
    assert strokes("line 4 12 20 12; dot 12 12.5 2") == (
        ("line", (4, 12, 20, 12)),
        ("dot", (12, 12.5, 2)),
    )


@pytest.mark.parametrize("name", ICONS)
def test_the_ink_of_an_icon_is_known_without_drawing_it(name: str) -> None:
    side, thick = 96, 2.0
    seen = seen_in(icon_mask(side, ICONS[name], thick, solid=False))
    expected = np.array(ink_of(ICONS[name], thick)) * side / FIELD
    assert seen is not None
    assert np.abs(np.array(seen) - expected).max() <= 2.5


def test_invented_icons_lie_on_the_field_and_differ() -> None:
    rng = np.random.default_rng(0)
    icons = [invented(rng) for _ in range(50)]
    assert len(set(icons)) > 45
    for icon in icons:
        x1, y1, x2, y2 = ink_of(icon, 2)
        assert 0 <= x1 < x2 <= FIELD
        assert 0 <= y1 < y2 <= FIELD


def test_the_same_generator_draws_the_same_icon() -> None:
    one, other = (drawn_icon(np.random.default_rng(5)) for _ in range(2))
    assert one == other


@pytest.mark.parametrize("radius", [0, 3, 12, 99])
def test_a_rounded_shape_reaches_all_four_sides(radius: float) -> None:
    assert seen_in(rounded((40, 24), radius)) == (0, 0, 40, 24)
    assert seen_in(rim((40, 24), radius, 2)) == (0, 0, 40, 24)
    assert np.asarray(rim((40, 24), radius, 2))[12, 20] == 0
