import math
from dataclasses import replace

import numpy as np
import pytest
from hydra.utils import instantiate
from hypothesis import given
from hypothesis import strategies as st
from omegaconf import OmegaConf

from src.annotators.clocks import (
    KeystrokeLevelClock,
    SeedClock,
    SteeringClock,
    StopwatchClock,
    cut,
    keeps_recorded,
)
from src.calibrating.laws import gamma_shape, log_deficit
from src.core import Clock, Trajectory
from tests.conftest import ROOT

CLOCKS = [
    SeedClock(),
    SeedClock(2.0, 1.0, 0.5, 0.25),
    KeystrokeLevelClock(),
    KeystrokeLevelClock(anticipated_diameters=2),
    SteeringClock(),
    SteeringClock(fitts_intercept=0, steering_intercept=0, spread_shape=1),
    StopwatchClock(),
    StopwatchClock(SteeringClock(), picture_pixels=0),
]
PIXELS_PER_CM = 37.8

Event = tuple[int, int, int, int]
"""Row, column, channel, brush radius."""

up = st.tuples(st.integers(0, 600), st.integers(0, 600), st.just(-1), st.just(0))
down = st.tuples(st.integers(0, 600), st.integers(0, 600), st.integers(0, 1), st.integers(0, 40))
trajectories = st.lists(up | down, max_size=40).map(lambda events: trajectory(*events))


def trajectory(*events: Event) -> Trajectory:
    r, c, channel, radius = (np.array(events, int).reshape(-1, 4)).T
    return Trajectory(r, c, channel >= 0, channel, radius, np.linspace(0.1, 0.2, len(events)))


def leg(*columns: int) -> list[Event]:
    return [(0, column, -1, 0) for column in columns]


def stroke(*columns: int, channel: int = 0, radius: int = 5) -> list[Event]:
    return [(0, column, channel, radius) for column in columns]


ONE_STROKE = trajectory(*leg(8, 16), *stroke(16, 20, 54))
TWO_CLASSES = trajectory(*stroke(0, 5), *leg(13, 21), *stroke(21, 26, channel=1, radius=7))


@pytest.mark.parametrize("clock", CLOCKS)
@given(painted=trajectories, seed=st.integers(0, 2**32 - 1))
def test_the_same_events_get_times_above_zero(clock: Clock, painted: Trajectory, seed: int) -> None:
    retimed = clock.retime(painted, np.random.default_rng(seed))
    assert (retimed.dt > 0).all()
    assert replace(retimed, dt=painted.dt) == painted


@pytest.mark.parametrize("clock", CLOCKS)
@given(painted=trajectories, seed=st.integers(0, 2**32 - 1))
def test_the_same_seed_gives_the_same_bytes(clock: Clock, painted: Trajectory, seed: int) -> None:
    first, second = (clock.retime(painted, np.random.default_rng(seed)).dt for _ in range(2))
    assert first.tobytes() == second.tobytes()
    assert clock.skipped(np.random.default_rng(seed)) == clock.skipped(np.random.default_rng(seed))


@pytest.mark.parametrize("clock", CLOCKS)
def test_a_mouse_that_never_moved_takes_no_time(clock: Clock) -> None:
    assert clock.retime(Trajectory.empty(), np.random.default_rng(1)) == Trajectory.empty()


@pytest.mark.parametrize("clock", CLOCKS)
def test_clocks_keep_the_contract(clock: Clock) -> None:
    assert isinstance(clock, Clock)


@pytest.mark.parametrize("name", ["seed", "klm", "steering"])
def test_a_configuration_says_the_same_as_the_class(name: str) -> None:
    config = OmegaConf.load(ROOT / "conf" / "clock" / f"{name}.yaml")
    clock = instantiate(config, _execution_whitelist_=("src.*",))
    assert clock == type(clock)()
    assert set(config) - {"_target_"} == set(vars(clock))


@pytest.mark.parametrize("kind", [SeedClock, KeystrokeLevelClock, SteeringClock])
@pytest.mark.parametrize("value", [-0.5, math.nan, math.inf])
def test_an_impossible_time_is_refused_by_name(kind: type[Clock], value: float) -> None:
    for name in vars(kind()):
        with pytest.raises(ValueError, match=f"{name} must be finite .*{value}"):
            kind(**{name: value})


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        (KeystrokeLevelClock, "pointing_seconds"),
        (KeystrokeLevelClock, "drawing_seconds"),
        (KeystrokeLevelClock, "pixels_per_cm"),
        (SteeringClock, "fitts_slope"),
        (SteeringClock, "steering_slope"),
        (SteeringClock, "tunnel_diameters"),
        (SteeringClock, "spread_shape"),
    ],
)
def test_what_every_movement_needs_cannot_be_zero(kind: type[Clock], name: str) -> None:
    with pytest.raises(ValueError, match=f"{name} must be .*, got 0"):
        kind(**{name: 0})


def test_legs_and_strokes_are_told_apart() -> None:
    segments = cut(TWO_CLASSES)
    assert segments.start.tolist() == [0, 2, 4]
    assert segments.stroke.tolist() == [True, False, True]
    assert segments.path.tolist() == [5, 16, 5]
    assert segments.distance.tolist()[1] == 16
    assert segments.diameter.tolist() == [11, 15, 15]
    assert segments.switched.tolist() == segments.resized.tolist() == [False, False, True]


def test_a_leg_reaches_to_where_the_stroke_begins() -> None:
    segments = cut(trajectory(*stroke(0), *leg(8), *stroke(20, 23)))
    assert segments.distance[1] == 20
    assert segments.path[2] == 3


def test_a_leg_that_leads_to_no_stroke_aims_with_the_last_brush() -> None:
    assert cut(trajectory(*stroke(0, radius=3), *leg(9))).diameter.tolist() == [7, 7]
    assert cut(trajectory(*leg(1, 2))).diameter.tolist() == [1]


def test_a_brush_that_changes_while_painting_begins_a_stroke() -> None:
    segments = cut(trajectory(*stroke(0, 4), *stroke(10, 12, radius=9)))
    assert segments.path.tolist() == [4, 8]
    assert segments.resized.tolist() == [False, True]


@given(painted=trajectories)
def test_the_seeds_clock_without_extras_changes_nothing(painted: Trajectory) -> None:
    once = SeedClock().retime(painted)
    assert once == painted
    assert SeedClock().retime(once) == painted


def test_the_seeds_clock_charges_its_extras_where_they_occur() -> None:
    clock = SeedClock(
        inspection_seconds=4, skip_seconds=3, class_switch_seconds=2, brush_change_seconds=1
    )
    added = clock.retime(TWO_CLASSES).dt - TWO_CLASSES.dt
    np.testing.assert_allclose(added, [4, 0, 0, 0, 3, 0], atol=1e-12)
    assert clock.skipped() == 3


def test_keystroke_level_is_the_sum_done_by_hand() -> None:
    retimed = KeystrokeLevelClock().retime(ONE_STROKE)
    assert retimed.seconds == pytest.approx(1.35 + 1.1 + 0.9 + 0.16 * 38 / PIXELS_PER_CM)
    thinking_and_travel, painting = retimed.dt[:2].sum(), retimed.dt[2:].sum()
    assert thinking_and_travel == pytest.approx(1.35 + 1.1)
    assert painting == pytest.approx(0.9 + 0.16 * 38 / PIXELS_PER_CM)
    assert retimed.dt[4] / retimed.dt[3] == pytest.approx(34 / 4)


def test_keystroke_level_points_at_a_stroke_that_no_leg_leads_to() -> None:
    two = 2 * (1.35 + 1.1 + 0.9 + 0.16 * 5 / PIXELS_PER_CM) + 2 * 0.2
    assert KeystrokeLevelClock().retime(TWO_CLASSES).seconds == pytest.approx(two)
    assert KeystrokeLevelClock().retime(trajectory(*stroke(3))).seconds == pytest.approx(3.35)


def test_keystroke_level_skips_with_a_thought_and_a_key() -> None:
    assert KeystrokeLevelClock().skipped() == pytest.approx(1.55)


def test_the_next_line_of_a_zigzag_needs_no_thought_of_its_own() -> None:
    zigzag = trajectory(*leg(3), *stroke(3, 9), *leg(18), *stroke(18, 24))
    far = trajectory(*leg(3), *stroke(3, 9), *leg(90), *stroke(90, 96))
    switched = trajectory(*leg(3), *stroke(3, 9), *leg(18), *stroke(18, 24, channel=1))
    every, foreseen = KeystrokeLevelClock(), KeystrokeLevelClock(anticipated_diameters=1)
    saved = [every.retime(p).seconds - foreseen.retime(p).seconds for p in (zigzag, far, switched)]
    assert saved == pytest.approx([1.35, 0, 0])


@given(painted=trajectories, reach=st.integers(0, 300), channel=st.integers(-1, 1))
def test_a_longer_path_never_takes_less(painted: Trajectory, reach: int, channel: int) -> None:
    onward = trajectory((reach, reach, channel, 0 if channel < 0 else 4))
    longer = Trajectory.join([painted, onward])
    clock = KeystrokeLevelClock()
    assert clock.retime(longer).seconds >= clock.retime(painted).seconds - 1e-9


def test_steering_is_the_sum_done_by_hand() -> None:
    clock = SteeringClock(
        fitts_intercept=0.3,
        fitts_slope=0.1,
        steering_intercept=0.2,
        steering_slope=0.5,
        inspection_seconds=7,
        class_switch_seconds=2,
        brush_change_seconds=1,
    )
    first = 7 + 0.2 + 0.5 * 5 / 11
    travel = 0.3 + 0.1 * math.log2(16 / 15 + 1)
    second = 3 + 0.2 + 0.5 * 5 / 15
    dt = clock.retime(TWO_CLASSES).dt
    assert [dt[:2].sum(), dt[2:4].sum(), dt[4:].sum()] == pytest.approx([first, travel, second])


def test_a_finer_brush_steers_slower() -> None:
    fine, coarse = (
        SteeringClock().retime(trajectory(*stroke(*range(0, 200, 2), radius=radius))).seconds
        for radius in (2, 20)
    )
    assert fine > coarse


@pytest.mark.parametrize("shape", [1.0, 4.0, 26.5])
def test_the_spread_has_mean_one_and_its_shape(shape: float) -> None:
    factors = SteeringClock(spread_shape=shape).spread(40_000, np.random.default_rng(1))
    assert factors.mean() == pytest.approx(1, abs=4 / math.sqrt(40_000 * shape))
    assert gamma_shape(log_deficit(factors)) == pytest.approx(shape, rel=0.05)


def test_spread_times_average_to_the_expected_ones() -> None:
    clock, rng = SteeringClock(), np.random.default_rng(2)
    drawn = np.array([clock.retime(TWO_CLASSES, rng).seconds for _ in range(3000)])
    expected = clock.retime(TWO_CLASSES).seconds
    assert abs(drawn.mean() - expected) < 4 * drawn.std() / math.sqrt(len(drawn))


def test_a_stopwatch_counts_a_look_over_the_picture_and_a_fixation_per_saccade_to_an_error() -> (
    None
):
    clock = StopwatchClock(pixels_per_degree=10, fixation_seconds=0.3, saccade_seconds=0.0)
    # 3 degrees are 30 px: 65 px are 3 fixations, and 8 px lie within the fovea.
    far = trajectory(*leg(0, 65), (0, 65, 0, 2), (0, 66, 0, 2))
    near = trajectory(*leg(0, 8), (0, 8, 0, 2), (0, 9, 0, 2))
    looked = 250_000 / 30**2 * 0.3
    assert clock.retime(near).seconds - near.seconds == pytest.approx(looked)
    assert clock.retime(far).seconds - far.seconds == pytest.approx(looked + 3 * 0.3)
    assert clock.skipped() == pytest.approx(looked)


def test_a_stopwatch_times_the_hand_by_the_clock_below_it() -> None:
    hand, eye = KeystrokeLevelClock(), StopwatchClock(picture_pixels=0)
    path = trajectory(*leg(0, 8), (0, 8, 0, 2), (0, 9, 0, 2))
    assert replace(eye, base=hand).retime(path) == hand.retime(path)
    assert keeps_recorded(eye)
    assert not keeps_recorded(replace(eye, base=hand))


@pytest.mark.parametrize("name", ["fixation_seconds", "saccade_degrees", "pixels_per_degree"])
def test_a_stopwatch_refuses_an_eye_that_does_not_move(name: str) -> None:
    with pytest.raises(ValueError, match=f"{name} must be above 0"):
        StopwatchClock(**{name: 0.0})


def test_a_stopwatch_refuses_a_net_that_learns_in_the_past() -> None:
    with pytest.raises(ValueError, match="training_seconds must be finite and not negative"):
        StopwatchClock(training_seconds=-1.0)
