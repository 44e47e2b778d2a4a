"""A painter paints its class alone, erases what it spilled, and writes down what it did."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from src.annotators.brush import Brush
from src.annotators.ground import Ground
from src.annotators.hand import Hand
from src.annotators.painter import Painter
from src.core.annotation import BACKGROUND, FOREGROUND
from src.geometry.distance import depth
from tests.annotators.scenes import Mask, replay, root, truths


def painter(truth: Mask) -> Painter:
    return Painter(truth, Hand(), np.random.default_rng(0))


@settings(max_examples=60)
@given(
    truths(),
    st.lists(
        st.tuples(
            st.integers(0, 27), st.integers(0, 27), st.integers(1, 9), st.sampled_from([0, 1])
        ),
        max_size=8,
    ),
)
def test_dabs_paint_the_disk_within_their_class_and_count_the_rest(
    truth: Mask, dabs: list[tuple[int, int, int, int]]
) -> None:
    height, width = truth.shape
    someone, spilled = painter(truth), 0
    for row, column, radius, channel in dabs:
        place = row % height, column % width
        covered = someone.stroke([place], Brush(radius, 0), channel, 60.0)
        if covered:
            away = np.hypot(*(np.indices(truth.shape) - np.reshape(place, (2, 1, 1))))
            spilled += int(((away <= radius) & (truth != (channel == FOREGROUND))).sum())
    annotation = someone.annotation()
    canvases, fresh = replay(annotation.trajectory, truth.shape)
    assert (annotation.foreground == (canvases[FOREGROUND] & truth)).all()
    assert (annotation.background == (canvases[BACKGROUND] & ~truth)).all()
    assert annotation.spilled == spilled
    assert fresh == 1.0


def test_erasing_takes_as_long_as_painting_what_spilled() -> None:
    someone = painter(root(1))
    row = int(np.argwhere(root(1))[0, 0])
    someone.stroke([(row, column) for column in range(40, 50)], Brush(1, 0), FOREGROUND, 30.0)
    annotation = someone.annotation()
    assert annotation.spilled == 20
    assert annotation.erasing_seconds == pytest.approx(10 * 1.0 / 30.0)
    assert annotation.seconds == pytest.approx(annotation.trajectory.seconds + 10 / 30)


def test_a_pixel_that_two_dabs_of_a_stroke_spilled_on_is_erased_once() -> None:
    someone = painter(root(1))
    row = int(np.argwhere(root(1))[0, 0])
    someone.stroke([(row, 50), (row, 51)], Brush(2, 0), FOREGROUND, 30.0)
    canvases, _ = replay(someone.annotation().trajectory, (120, 120))
    assert someone.spilled == (canvases[FOREGROUND] & ~root(1)).sum()


def test_a_spill_leaves_the_paint_that_was_there() -> None:
    truth = np.zeros((3, 4), bool)
    truth[:, :2] = True
    someone = painter(truth)
    someone.stroke([(1, 1)], Brush(1, 0), FOREGROUND, 30.0)
    someone.stroke([(1, 2)], Brush(1, 0), BACKGROUND, 30.0)
    annotation = someone.annotation()
    assert annotation.foreground[1, 1]
    assert annotation.background[1, 2]


def test_the_brush_is_lifted_over_painted_ground() -> None:
    someone = painter(np.ones((40, 200), bool))
    someone.stroke(
        [(20, 90), (20, 95), (20, 100), (20, 105), (20, 110)], Brush(10, 10), FOREGROUND, 100.0
    )
    someone.stroke([(20, column) for column in range(60, 150, 5)], Brush(5, 5), FOREGROUND, 100.0)
    events = someone.annotation().trajectory
    lifted = (events.c > 90) & (events.c < 110) & (events.brush_radius != 10)
    assert lifted.any()
    assert not events.painting[lifted].any()


def test_a_stroke_stops_when_its_budget_is_used_up() -> None:
    someone = painter(np.ones((60, 400), bool))
    way = [(30, column) for column in range(20, 380, 5)]
    covered = someone.stroke(way, Brush(10, 10), FOREGROUND, 100.0, budget=2000)
    assert 2000 <= covered <= 2000 + 21 * 21


def test_the_mouse_lands_near_its_target_and_aims_again_off_the_class() -> None:
    truth = np.pad(np.ones((9, 9), bool), 40)
    ground, brush, target = Ground(depth(truth)), Brush(2, 3), np.array([44, 44])
    someone = painter(truth)
    starts = {someone.land(target, 200.0, ground, brush, FOREGROUND) for _ in range(50)}
    assert all(ground.depth[start] > 3 for start in starts)
    assert (44, 44) in starts
    assert len(starts) > 1


def test_a_spacing_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match=r"dab_spacing.*0"):
        Painter(np.ones((3, 3), bool), Hand(), np.random.default_rng(0), dab_spacing=0)
