"""Times follow from places."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from src.annotators.hand import Hand
from src.annotators.recording import Recording

places = st.tuples(st.integers(0, 500), st.integers(0, 500))


@given(places, places)
def test_travel_is_straight_in_steps_of_about_eight_pixels_at_travel_speed(
    start: tuple[int, int], end: tuple[int, int]
) -> None:
    recording = Recording(Hand(), start)
    recording.travel(*end)
    events = recording.trajectory()
    assert recording.cursor == end
    assert not events.painting.any()
    if start == end:
        assert len(events) == 0
        return
    rows, columns = np.array([start[0], *events.r]), np.array([start[1], *events.c])
    steps = np.hypot(np.diff(rows), np.diff(columns))
    assert events.dt == pytest.approx(steps / 800)
    assert steps.max() <= 8 + np.sqrt(2)
    way = np.subtract(end, start)
    off = (rows - start[0]) * way[1] - (columns - start[1]) * way[0]
    assert (np.abs(off) / np.hypot(*way)).max() <= np.sqrt(0.5) + 1e-9


def test_a_drag_takes_its_way_and_a_press_one_step_at_paint_speed() -> None:
    recording = Recording(Hand(), (10, 10))
    recording.dabs([(10, 10), (10, 13)], 0, 6, speed=60.0, step=3.0)
    recording.dabs([(14, 10)], 1, 6, speed=50.0, step=3.0)
    events = recording.trajectory()
    assert events.dt.tolist() == pytest.approx([3 / 60, 3 / 60, 5 / 50])
    assert events.channel.tolist() == [0, 0, 1]
    assert events.brush_radius.tolist() == [6, 6, 6]


def test_between_strokes_the_button_goes_up_and_down_again() -> None:
    recording, rng = Recording(Hand(lift_spread=0.0), (10, 10)), np.random.default_rng(0)
    for place in ((10, 12), (10, 12)):
        recording.release(rng)
        recording.travel(*place)
        recording.press()
        recording.dabs([place], 0, 1, speed=30.0, step=1.0)
    events = recording.trajectory()
    assert events.painting.tolist() == [False, False, True, False, False, True]
    assert events.dt.tolist() == pytest.approx([2 / 800, 0.15, 1 / 30, 0.15, 0.15, 1 / 30])


def test_a_button_that_takes_no_time_leaves_no_event() -> None:
    recording = Recording(Hand(lift_seconds=0.0), (10, 10))
    recording.release(np.random.default_rng(0))
    recording.press()
    assert len(recording) == 0


def test_nothing_happened_yet() -> None:
    assert len(Recording(Hand(), (0, 0)).trajectory()) == 0
