import numpy as np
import pytest

from benchmarks.calibration import KNOWN, KnownHand, done, held, truths
from src.annotators.clocks import SteeringClock
from src.calibrating import Calibration, calibrate, evidence_of
from src.calibrating.evidence import Evidence, Leg, Stroke
from src.calibrating.of_public import READERS
from src.calibrating.task import Item, items, task
from src.core import InputError, Trace
from tests.conftest import real_data


def public(name: str) -> Calibration:
    return calibrate(READERS[name](real_data(name)))


def person(calibration: Calibration, name: str, parameter: str) -> tuple[float, float, float]:
    fit = next(one for one in calibration.people[name] if one.parameter == parameter)
    return fit.value, fit.low, fit.high


def test_intervals_hold_what_a_known_hand_has() -> None:
    """A sample of ``python -m benchmarks.calibration``, which takes 200 simulations."""
    shares = held(simulations=8, draws=200, wanted=truths(tasks=6))
    assert min(shares.values()) >= 0.75, shares
    assert np.mean(list(shares.values())) >= 0.9


def test_task_lets_every_parameter_be_told() -> None:
    calibration = calibrate([done(1)], draws=100)
    assert [fit.parameter for fit in calibration.fits if not fit.identifiable] == []
    assert set(KNOWN) <= {fit.parameter for fit in calibration.fits}


def test_task_is_what_was_promised() -> None:
    asked = items()
    tunnels = {(item.kind, item.width) for item in asked if item.tunnel}
    assert tunnels == {(kind, width) for kind in ("straight", "round") for width in (8, 16, 32, 64)}
    assert len({item.width for item in asked if item.kind == "target"}) == 3
    tools = [item.numbers[3:] for item in asked if item.kind == "tool"]
    changes = np.array(tools[1:]) != np.array(tools[:-1])
    assert changes.sum(axis=0).tolist() == [10, 10]
    trace = KnownHand(np.random.default_rng(1)).trace(asked)
    assert 120 < trace.seconds < 240
    assert all(Item.of(one["says"]) is not None for one in task()["items"])


@pytest.mark.parametrize("text", ["item fly 3", "item target 1 2", "item target a 2 3", "q", ""])
def test_other_keys_are_no_items(text: str) -> None:
    assert Item.of(text) is None


def test_laps_of_two_real_people() -> None:
    calibration = public("mouse_steering_remoco")
    first, second = calibration.people
    assert person(calibration, first, "jitter_rate") == pytest.approx(
        (0.0090, 0.0080, 0.0096), abs=1e-4
    )
    assert person(calibration, second, "jitter_rate") == pytest.approx(
        (0.031, 0.024, 0.036), abs=6e-4
    )
    speeds = [person(calibration, name, "paint_speed")[0] for name in (first, second)]
    assert speeds == pytest.approx([876, 408], abs=1)
    slopes = [person(calibration, name, "steering_slope")[0] for name in (first, second)]
    assert slopes == pytest.approx([0.054, 0.128], abs=5e-4)
    assert calibration["steering_slope"].value == pytest.approx(
        SteeringClock().steering_slope, abs=5e-4
    )
    assert not calibration["steering_slope"].identifiable
    assert "1/width" in calibration["steering_slope"].reason
    assert np.isnan(calibration["steering_intercept"].value)


def test_pointing_of_five_real_people() -> None:
    calibration = public("mouse_fitts_xp")
    clock = SteeringClock()
    assert calibration["fitts_intercept"].value == pytest.approx(clock.fitts_intercept, abs=5e-4)
    assert calibration["fitts_slope"].value == pytest.approx(clock.fitts_slope, abs=5e-4)
    # The clock's own stands on 114 trials of each person, two coefficients not taken off.
    shape = calibration["spread_shape"].value / (1 - 2 / 114)
    assert shape == pytest.approx(clock.spread_shape, abs=0.05)
    assert calibration["fitts_slope"].r2 > 0.6
    assert not calibration["class_switch_seconds"].identifiable


def test_drawings_of_strangers() -> None:
    calibration = public("strokes_quickdraw_raw")
    pause, speed = calibration["pause_seconds"], calibration["paint_speed"]
    assert (pause.value, *pause.spread) == pytest.approx((0.45, 0.13, 1.35), abs=0.006)  # type: ignore[misc]
    assert (speed.value, *speed.spread) == pytest.approx((304, 79, 1067), abs=0.5)  # type: ignore[misc]
    assert speed.count == 1069
    assert not calibration["jitter_rate"].identifiable


def test_one_width_says_nothing_of_widths() -> None:
    strokes = [Stroke(1.0 + i / 10, 100.0 + 10 * i, 100.0, 20.0, 1.0) for i in range(6)]
    fit = calibrate([Evidence("a", strokes=strokes)], draws=100)["steering_slope"]
    assert not fit.identifiable
    assert "a single tunnel width (20 px)" in fit.reason


def test_what_always_comes_together_cannot_be_told_apart() -> None:
    legs = [Leg(1.0 + i / 9, 50.0 + i, 20.0, switched=i % 2 == 0, resized=i % 2 == 0)
            for i in range(12)]  # fmt: skip
    calibration = calibrate([Evidence("a", legs)], draws=100)
    assert not calibration["class_switch_seconds"].identifiable
    assert "something else too" in calibration["class_switch_seconds"].reason


def test_people_count_once_and_widen_the_interval() -> None:
    def hand(name: str, seconds: float, count: int) -> Evidence:
        rng = np.random.default_rng(count)
        return Evidence(name, skips=rng.normal(seconds, 0.01, count).tolist())

    alone = calibrate([hand("a", 1.0, 100)], draws=200)["skip_seconds"]
    both = calibrate([hand("a", 1.0, 100), hand("b", 2.0, 5)], draws=200)["skip_seconds"]
    assert both.value == pytest.approx(1.5, abs=0.02)
    assert both.low < 1.1 < 1.9 < both.high
    assert alone.high - alone.low < 0.01


def test_nothing_recorded_is_said() -> None:
    with pytest.raises(InputError, match="no stroke"):
        calibrate([evidence_of(Trace.empty(), "a")])
