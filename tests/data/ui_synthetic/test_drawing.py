"""Drawn screens keep what their difficulty promises, and their truth is what can be seen."""

from itertools import combinations

import numpy as np
import pytest

from src.data.ui_synthetic import marks, widgets
from src.data.ui_synthetic.canvas import Canvas
from src.data.ui_synthetic.drawing import DIFFICULTIES, TYPES, draw_screen
from src.data.ui_synthetic.palette import DARK, LIGHT, Palette, contrast, luminance
from src.data.ui_synthetic.plan import Wish
from src.data.ui_synthetic.screen import Drawn, longer_side

SEEDS = range(4)
SHAPE = (600, 800)

FAINT = 8
"""Of 255: the least change that counts as one."""


@pytest.fixture(name="screens", scope="module")
def screens_fixture() -> dict[str, list[Drawn]]:
    themes = (LIGHT, DARK)
    return {
        name: [draw_screen(np.random.default_rng(n), SHAPE, own, themes[n % 2]) for n in SEEDS]
        for name, own in DIFFICULTIES.items()
    }


@pytest.mark.parametrize(
    ("difficulty", "counts", "sides"),
    [("easy", (3, 8), (80, 200)), ("medium", (8, 20), (40, 150)), ("hard", (20, 50), (16, 80))],
)
def test_there_are_as_many_elements_of_such_a_size_as_promised(
    screens: dict[str, list[Drawn]],
    difficulty: str,
    counts: tuple[int, int],
    sides: tuple[int, int],
) -> None:
    for screen in screens[difficulty]:
        assert counts[0] <= len(screen.elements) <= counts[1]
        for element in screen.elements:
            assert element.box is not None
            assert sides[0] <= longer_side(element.box) <= sides[1], element


def test_no_two_elements_touch(screens: dict[str, list[Drawn]]) -> None:
    for screen in (one for own in screens.values() for one in own):
        boxes = [element.box for element in screen.elements if element.box]
        for one, other in combinations(boxes, 2):
            beside = one[2] < other[0] or other[2] < one[0]
            assert beside or one[3] < other[1] or other[3] < one[1]


def test_every_element_lies_within_the_screen(screens: dict[str, list[Drawn]]) -> None:
    for screen in (one for own in screens.values() for one in own):
        for element in screen.elements:
            x1, y1, x2, y2 = element.box or (-1, -1, -1, -1)
            assert 0 <= x1 < x2 <= SHAPE[1]
            assert 0 <= y1 < y2 <= SHAPE[0]


def test_all_types_are_drawn() -> None:
    rng, hard = np.random.default_rng(1), DIFFICULTIES["hard"]
    drawn = [draw_screen(rng, SHAPE, hard, LIGHT) for _ in range(3)]
    types = {element.type for screen in drawn for element in screen.elements}
    assert types == set(TYPES) == {
        "button", "icon", "text", "link", "text_field", "check_box", "drop_down",
    }  # fmt: skip


def test_a_dark_screen_is_dark_and_a_light_one_light(screens: dict[str, list[Drawn]]) -> None:
    for own in screens.values():
        for number, screen in zip(SEEDS, own, strict=True):
            typical = tuple(int(value) for value in np.median(screen.pixels, axis=(0, 1)))
            assert (luminance(typical) > 0.3) == (number % 2 == 0)  # type: ignore[arg-type]


@pytest.mark.parametrize("make", [marks.text, marks.link, marks.icon, marks.check_box])
@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_the_box_of_a_mark_is_where_pixels_changed(make, theme: str) -> None:  # type: ignore[no-untyped-def]
    tried = 0
    for seed in range(12):
        rng = np.random.default_rng(seed)
        surface = Palette.drawn(rng, theme).surface(rng)
        plan = make(Wish(rng, int(rng.integers(40, 120)), (40, 150), surface, "sans"))
        if plan is None:
            continue
        tried += 1
        canvas = Canvas(300, 200, surface.ground)
        before = np.asarray(canvas.image, np.int16).copy()
        box = plan.paint(canvas, 60, 50)
        assert box is not None
        changed = np.abs(np.asarray(canvas.image, np.int16) - before).max(axis=2)
        rows, columns = np.nonzero(changed >= FAINT)
        seen = np.array([columns.min(), rows.min(), columns.max() + 1, rows.max() + 1])
        # Soft edges reach a pixel farther than what is called visible.
        assert np.abs(seen - box).max() <= 1, (plan.type, plan.text, box, seen)
    assert tried >= 4


@pytest.mark.parametrize("make", [widgets.button, widgets.text_field, widgets.drop_down])
def test_the_box_of_a_shape_is_that_of_the_shape(make) -> None:  # type: ignore[no-untyped-def]
    for seed in range(12):
        rng = np.random.default_rng(seed)
        surface = Palette.drawn(rng, LIGHT).surface(rng)
        plan = make(Wish(rng, 120, (40, 150), surface, "sans"))
        box = plan.paint(Canvas(300, 200, surface.ground), 60, 50)
        # A field that is only a line is as high as what is written over the line.
        assert box[0] == 60
        assert box[2:] == (60 + plan.width, 50 + plan.height)


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_ink_can_be_read_on_every_surface(theme: str) -> None:
    for seed in range(40):
        rng = np.random.default_rng(seed)
        surface = Palette.drawn(rng, theme).surface(rng, raised=bool(seed % 2))
        assert contrast(surface.ink, surface.ground) >= 4
