"""The faster a hand paints, the worse it aims."""

import numpy as np
import pytest

from src.annotators.hand import Hand


@pytest.mark.parametrize(
    ("margin", "speed"), [(0.0, 30.0), (6.0, 50.0), (12.0, 100.0), (24.0, 200.0), (np.inf, 200.0)]
)
def test_three_sigmas_of_jitter_fit_into_the_margin(margin: float, speed: float) -> None:
    assert Hand().paint_speed(margin) == pytest.approx(speed)


def test_a_careful_hand_is_twice_as_slow_but_not_below_its_slowest() -> None:
    hand = Hand()
    assert hand.paint_speed(24.0, careful=True) == pytest.approx(100.0)
    assert hand.paint_speed(0.0, careful=True) == pytest.approx(30.0)


def test_by_the_letter_a_careful_hand_is_always_twice_as_slow() -> None:
    assert Hand(careful_floor=False).paint_speed(0.0, careful=True) == pytest.approx(15.0)


def test_while_it_paints_a_hand_strays_by_a_share_of_its_aim() -> None:
    hand = Hand()
    assert hand.steering_sigma(30.0) == pytest.approx(0.2 * 0.04 * 30)
    assert hand.steering_margin(hand.steering_speed(1.0)) == pytest.approx(1.0)
    assert Hand(jitter_rate=0.0).steering_speed(0.0) == 200.0


def test_lifts_are_as_long_as_people_s_and_never_shorter_than_a_tenth() -> None:
    hand, rng = Hand(), np.random.default_rng(0)
    seconds = [hand.lift(rng) for _ in range(4000)]
    assert np.median(seconds) == pytest.approx(0.3, rel=0.05)
    assert min(seconds) >= 0.1
    assert Hand(lift_seconds=0.0).lift(rng) == 0.0


def test_the_button_stays_down_as_far_as_a_lift_saves_too_little() -> None:
    hand = Hand()
    far = hand.farthest_drag(30.0)
    assert far / 30 - far / 800 == pytest.approx(0.3 + 1.35)
    assert hand.drags(far, 30.0)
    assert not hand.drags(far + 1, 30.0)
    assert Hand(max_paint_speed=900.0).drags(1e9, 900.0)


def test_a_hand_without_jitter_always_paints_at_full_speed() -> None:
    assert Hand(jitter_rate=0.0).paint_speed(0.1) == 200.0


@pytest.mark.parametrize("speed", [30.0, 80.0, 200.0])
def test_ten_thousand_starts_scatter_by_speed_times_rate(speed: float) -> None:
    hand, rng = Hand(), np.random.default_rng(0)
    landed = hand.aim(np.full((10_000, 2), 50.0), speed, rng)
    assert hand.aim_sigma(speed) == pytest.approx(0.04 * speed)
    assert landed.mean(axis=0) == pytest.approx([50.0, 50.0], abs=0.1 * hand.aim_sigma(speed))
    assert landed.std(axis=0) == pytest.approx([0.04 * speed] * 2, rel=0.03)


@pytest.mark.parametrize(
    ("argument", "value"),
    [
        ("travel_speed", 0.0),
        ("travel_step", -8.0),
        ("min_paint_speed", 0.0),
        ("min_paint_speed", 300.0),
        ("jitter_rate", -0.1),
        ("jitter_sigmas", 0.0),
        ("angular_noise", float("nan")),
        ("careful_slowdown", 0.5),
        ("steering_share", -1.0),
        ("lift_seconds", -0.5),
    ],
)
def test_a_refusal_names_the_argument_and_the_value(argument: str, value: float) -> None:
    with pytest.raises(ValueError, match=rf"{argument}.*{value}"):
        Hand(**{argument: value})
