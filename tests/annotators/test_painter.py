"""A painter keeps the button down, erases what it spilled, and writes down what it did."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from src.annotators.brush import Brush
from src.annotators.clocks import cut
from src.annotators.hand import Hand
from src.annotators.painter import Painter
from src.core import Trajectory
from src.core.annotation import BACKGROUND, ERASER, FOREGROUND
from tests.annotators.scenes import Mask, gaps, replay, root, truths

STEADY = Hand(jitter_rate=0.0, angular_noise=0.0)
RADII = [0, 0.5, 1, 1.5, 2, 3, 5, 9]


def painter(truth: Mask, hand: Hand | None = None, seed: int = 0) -> Painter:
    return Painter(truth, hand or Hand(), np.random.default_rng(seed))


def strokes(trajectory: Trajectory) -> int:
    return int(cut(trajectory).stroke.sum())


def straight(first: int, last: int, row: int = 30) -> np.ndarray:
    return np.array([[row, first], [row, last]])


@settings(max_examples=60)
@given(
    truths(),
    st.lists(
        st.tuples(
            st.integers(0, 27), st.integers(0, 27), st.sampled_from(RADII), st.sampled_from([0, 1])
        ),
        max_size=8,
    ),
)
def test_the_trajectory_paints_what_is_painted_and_spill_is_gone(
    truth: Mask, dabs: list[tuple[int, int, float, int]]
) -> None:
    height, width = truth.shape
    someone = painter(truth)
    for row, column, radius, channel in dabs:
        someone.stroke([(row % height, column % width)], Brush(radius), channel, 60.0)
    annotation = someone.annotation()
    paint, ever = replay(annotation.trajectory, truth.shape)
    assert (annotation.foreground == (paint == FOREGROUND + 1)).all()
    assert (annotation.background == (paint == BACKGROUND + 1)).all()
    assert not (annotation.foreground & ~truth).any()
    assert not (annotation.background & truth).any()
    wrong = (ever[FOREGROUND] & ~truth) | (ever[BACKGROUND] & truth)
    assert not (wrong & ~ever[ERASER]).any()
    assert annotation.spilled >= wrong.sum()


def test_erasing_is_events_that_leave_the_right_paint_alone() -> None:
    someone = painter(root(1), STEADY)
    row = int(np.argwhere(root(1))[0, 0])
    someone.stroke([(row, column) for column in range(40, 50)], Brush(1), FOREGROUND, 30.0)
    annotation = someone.annotation()
    events = annotation.trajectory
    assert annotation.spilled == 20
    assert annotation.foreground.sum() == 12
    assert annotation.erasing_seconds == events.dt[events.channel == ERASER].sum() > 0
    assert annotation.seconds == events.seconds
    assert strokes(events) <= 3


def test_spilled_paint_hides_what_lay_below_it_until_it_is_painted_again() -> None:
    truth = np.zeros((3, 4), bool)
    truth[:, :2] = True
    someone = painter(truth, STEADY)
    someone.stroke([(1, 1)], Brush(1), FOREGROUND, 30.0)
    someone.stroke([(1, 2)], Brush(1), BACKGROUND, 30.0)
    annotation = someone.annotation()
    assert not annotation.foreground[1, 1]
    assert someone.canvas.blank[FOREGROUND][1, 1]
    assert annotation.background[1, 2]


def test_the_button_stays_down_over_painted_ground() -> None:
    someone = painter(np.ones((60, 200), bool), STEADY)
    someone.draw(straight(90, 110), Brush(10), FOREGROUND, 30.0)
    someone.draw(straight(60, 150), Brush(5), FOREGROUND, 30.0)
    events = someone.annotation().trajectory
    over = (events.c > 92) & (events.c < 108) & (events.brush_radius == 5)
    assert over.any()
    assert strokes(events) == 2


def test_it_is_lifted_where_dragging_on_would_take_longer() -> None:
    someone = painter(np.ones((60, 400), bool), STEADY)
    someone.draw(straight(60, 340), Brush(10), FOREGROUND, 30.0)
    someone.draw(straight(30, 370), Brush(5), FOREGROUND, 30.0)
    events = someone.annotation().trajectory
    assert strokes(events) == 3
    assert (gaps(events) >= 0.1).all()


def test_what_follows_near_by_is_the_same_stroke() -> None:
    for apart, expected in ((10, 1), (100, 2)):
        someone = painter(np.ones((60, 400), bool), STEADY)
        someone.draw(straight(60, 100), Brush(5), FOREGROUND, 30.0)
        someone.draw(straight(100 + apart, 140 + apart), Brush(5), FOREGROUND, 30.0)
        assert strokes(someone.annotation().trajectory) == expected


def test_a_stroke_does_not_go_on_across_the_other_class() -> None:
    truth = np.ones((60, 400), bool)
    truth[:, 103:107] = False
    someone = painter(truth, STEADY)
    someone.draw(straight(60, 97), Brush(5), FOREGROUND, 30.0)
    someone.draw(straight(113, 140), Brush(5), FOREGROUND, 30.0)
    assert strokes(someone.annotation().trajectory) == 2
    assert someone.spilled == 0


def test_roaming_stops_when_its_budget_is_used_up() -> None:
    someone = painter(np.ones((60, 400), bool))
    way = [(30, column) for column in range(20, 380, 5)]
    covered = someone.roam(np.array(way[0]), way, Brush(10), FOREGROUND, 100.0, budget=2000)
    assert 2000 <= covered <= 2000 + 21 * 21


@pytest.mark.parametrize("speed", [30.0, 80.0, 200.0])
def test_ten_thousand_starts_have_the_documented_sigma(speed: float) -> None:
    someone, brush, target = painter(np.ones((400, 400), bool)), Brush(3), np.array([200, 200])
    starts = []
    for _ in range(10_000):
        someone.land(target, brush, FOREGROUND, speed)
        starts.append(someone.cursor())
    sigma = 0.04 * speed
    assert np.mean(starts, axis=0) == pytest.approx(target, abs=0.05 * sigma)
    # Rounding to pixels adds a variance of 1 / 12.
    assert np.std(starts, axis=0) == pytest.approx([np.sqrt(sigma**2 + 1 / 12)] * 2, rel=0.03)


def test_a_landing_beside_the_class_is_corrected_by_a_small_move_that_is_seen() -> None:
    truth = np.pad(np.ones((9, 9), bool), 40)
    brush, target = Brush(2, 1), np.array([44, 44])
    landings, starts = [], []
    for seed in range(400):
        someone = painter(truth, seed=seed)
        someone.land(target, brush, FOREGROUND, 100.0)
        events = someone.recording.trajectory()
        assert not events.painting.any()
        moved = np.hypot(np.diff(events.r, prepend=44), np.diff(events.c, prepend=44))
        travelled = np.isclose(moved / events.dt, 800.0)
        landings.append(
            (events.r[travelled][-1], events.c[travelled][-1]) if travelled.any() else target
        )
        starts.append(someone.cursor())
    ground = someone.ground(FOREGROUND)
    assert all(ground.depth[start] > 3 for start in starts)
    assert np.std(landings, axis=0) == pytest.approx([4.0, 4.0], rel=0.15)
    corrected = [
        start for start, landing in zip(starts, landings, strict=True) if start != tuple(landing)
    ]
    assert 0.5 < len(corrected) / len(starts) < 1
    assert len(set(corrected)) > 5
    assert np.mean([start == (44, 44) for start in corrected]) < 0.3


def test_a_hand_strays_from_its_way_by_its_sigma() -> None:
    off = []
    for seed in range(40):
        someone = painter(np.ones((60, 400), bool), Hand(angular_noise=0.0), seed)
        someone.draw(straight(30, 370), Brush(5), FOREGROUND, 200.0)
        events = someone.annotation().trajectory
        off.append(events.r[events.painting & (events.c > 100)] - 30)
    assert np.concatenate(off).std() == pytest.approx(0.2 * 0.04 * 200, rel=0.35)


@pytest.mark.parametrize("width", [1, 2, 3])
def test_spill_rises_with_the_jitter_and_is_none_without(width: int) -> None:
    truth, spilled = root(width), []
    line = np.stack([np.full(81, np.argwhere(truth)[:, 0].max()), np.arange(20, 101)], axis=1)
    line = line[truth[tuple(line.T)]]
    for rate in (0.0, 0.02, 0.05, 0.1, 0.3):
        pixels = 0
        for seed in range(6):
            someone = painter(truth, Hand(jitter_rate=rate), seed)
            radius = float(someone.ground(FOREGROUND).snug_radii(line).min())
            someone.draw(line, Brush(radius), FOREGROUND, 30.0)
            pixels += someone.spilled
        spilled.append(pixels)
    assert spilled[0] == 0
    assert spilled == sorted(spilled)
    assert spilled[-1] > spilled[2] > 0


def test_a_spacing_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match=r"dab_spacing.*0"):
        Painter(np.ones((3, 3), bool), Hand(), np.random.default_rng(0), dab_spacing=0)
