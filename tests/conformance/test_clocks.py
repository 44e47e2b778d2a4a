"""What every clock promises."""

import math
import pickle
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from src.core import Clock, Trajectory
from tests.conformance.options import built, every


def random_walk(seed: int, events: int) -> Trajectory:
    """Strokes of both classes with several brushes, and the ways between them."""
    rng = np.random.default_rng(seed)
    steps = np.arange(events) // 5
    channel = rng.integers(-1, 2, events // 5 + 1)[steps]
    radius = np.where(channel < 0, 0, rng.integers(1, 9, events // 5 + 1)[steps])
    places = np.abs(rng.integers(-6, 7, (2, events)).cumsum(axis=1))
    return Trajectory(*places, channel >= 0, channel, radius, rng.uniform(0.01, 0.2, events))


ONE_EVENT = Trajectory(*([value] for value in (3, 4, True, 0, 2, 0.1)))
TRAJECTORIES = {
    "empty": Trajectory.empty(),
    "one event": ONE_EVENT,
    "one place": Trajectory.join([ONE_EVENT] * 4),
    "a way without a stroke": Trajectory([1, 9], [1, 9], [False] * 2, [-1] * 2, [0] * 2, [0.1] * 2),
    **{f"walk {seed}": random_walk(seed, 40 * (seed + 1)) for seed in range(3)},
}


@pytest.fixture(name="clock", scope="module", params=every("clock"))
def clock_fixture(request: pytest.FixtureRequest, home: Path) -> Clock:
    return built("clock", request.param, home)  # type: ignore[no-any-return]


@pytest.fixture(name="trajectory", params=TRAJECTORIES)
def trajectory_fixture(request: pytest.FixtureRequest) -> Trajectory:
    return TRAJECTORIES[request.param]


def rng(seed: int = 1) -> np.random.Generator:
    return np.random.default_rng(seed)


def test_it_is_a_clock(clock: Clock) -> None:
    assert isinstance(clock, Clock)


@pytest.mark.parametrize("generator", [None, rng()])
def test_only_times_change_and_all_take_some(
    clock: Clock, trajectory: Trajectory, generator: np.random.Generator | None
) -> None:
    retimed = clock.retime(trajectory, generator)
    assert replace(retimed, dt=trajectory.dt) == trajectory
    assert (retimed.dt > 0).all()
    assert np.isfinite(retimed.dt).all()


def test_the_same_seed_gives_the_same_times(clock: Clock, trajectory: Trajectory) -> None:
    assert clock.retime(trajectory, rng()) == clock.retime(trajectory, rng())
    assert clock.skipped(rng()) == clock.skipped(rng())


def test_expected_times_are_always_the_same(clock: Clock, trajectory: Trajectory) -> None:
    expected = clock.retime(trajectory)
    np.random.seed(5)  # noqa: NPY002  # the global state must not matter
    assert clock.retime(trajectory) == expected
    assert clock.skipped() == clock.skipped()


def test_drawn_times_average_to_the_expected_ones(clock: Clock) -> None:
    walk, generator = TRAJECTORIES["walk 1"], rng()
    drawn = np.array([clock.retime(walk, generator).seconds for _ in range(300)])
    error = 4 * drawn.std() / math.sqrt(len(drawn)) + 1e-9
    assert drawn.mean() == pytest.approx(clock.retime(walk).seconds, abs=error)


def test_leaving_a_picture_as_it_is_takes_no_less_than_nothing(clock: Clock) -> None:
    for generator in (None, rng()):
        seconds = clock.skipped(generator)
        assert isinstance(seconds, float)
        assert 0 <= seconds < math.inf


def test_a_copy_in_another_process_tells_the_same_time(clock: Clock) -> None:
    copy = pickle.loads(pickle.dumps(clock))  # noqa: S301
    walk = TRAJECTORIES["walk 2"]
    assert copy.retime(walk, rng()) == clock.retime(walk, rng())
