"""A law through a learning curve, and what a goal takes by it."""

import numpy as np
import pytest
from scipy.optimize import curve_fit

from src.scoring.learning.planning import FARTHEST, Need, Session, need
from src.scoring.learning.power_law import fit

IMAGES = np.arange(2.0, 15.0)


def law(ceiling: float = 0.95, fall: float = 0.6, rate: float = 0.7) -> np.ndarray:
    return np.asarray(ceiling - fall * IMAGES**-rate)


def sessions(scores: np.ndarray, noise: float = 0.01, count: int = 3) -> list[Session]:
    rng = np.random.default_rng(4)
    seconds = np.cumsum(np.full(len(scores) + 1, 10.0))
    return [
        Session(
            np.concatenate([[np.nan], scores + rng.normal(0, noise, len(scores))]),
            {"seed": seconds, "klm": 6 * seconds},
        )
        for _ in range(count)
    ]


def planned(scores: np.ndarray, goal: float, noise: float = 0.01) -> Need:
    tests = np.array([0.78, 0.8, 0.82, 0.79, 0.81])
    return need(sessions(scores, noise), goal, tests, np.random.default_rng(0))


def test_a_law_is_found_again() -> None:
    laws = fit(IMAGES, law(), np.ones((1, len(IMAGES))))
    assert laws.ceiling[0] == pytest.approx(0.95, abs=0.01)
    assert laws.at([40.0])[0, 0] == pytest.approx(0.95 - 0.6 * 40**-0.7, abs=0.003)
    assert laws.images_to(0.9)[0] == pytest.approx((0.6 / 0.05) ** (1 / 0.7), rel=0.15)


def test_it_fits_as_well_as_scipy() -> None:
    scores = law() + np.random.default_rng(1).normal(0, 0.02, len(IMAGES))

    def form(images: np.ndarray, ceiling: float, fall: float, rate: float) -> np.ndarray:
        return np.asarray(ceiling - fall * images**-rate)

    theirs = form(IMAGES, *curve_fit(form, IMAGES, scores, [0.9, 0.5, 0.5],
                                     bounds=([0, 0, 0.05], [1, 5, 3]))[0])  # fmt: skip
    ours = fit(IMAGES, scores, np.ones((1, len(IMAGES)))).at(IMAGES)[0]
    assert ((ours - scores) ** 2).sum() == pytest.approx(((theirs - scores) ** 2).sum(), rel=0.02)


def test_no_law_passes_one_or_falls() -> None:
    rising = fit(IMAGES, 0.5 + 0.05 * IMAGES, np.ones((1, len(IMAGES))))
    assert rising.ceiling[0] <= 1
    falling = fit(IMAGES, 0.9 - 0.02 * IMAGES, np.ones((1, len(IMAGES))))
    assert falling.fall[0] == 0
    assert np.isinf(falling.images_to(0.95)[0])


def test_a_goal_that_was_reached_is_counted_not_extrapolated() -> None:
    found = planned(law(), 0.7)
    assert found.reachable
    reached = IMAGES[np.argmax(law() >= 0.7)]
    assert abs(found.images.value - reached) <= 1
    assert found.seconds["seed"].value == pytest.approx(10 * found.images.value)
    assert found.seconds["klm"].value == pytest.approx(6 * found.seconds["seed"].value)


def test_beyond_what_was_seen_the_law_tells_with_a_wide_range() -> None:
    true = np.ceil((0.6 / (0.95 - 0.88)) ** (1 / 0.7))
    found = planned(law(), 0.88, noise=0.003)
    assert found.reachable
    assert found.images.value > found.seen
    assert found.images.interval.low <= true <= found.images.interval.high
    assert found.seconds["seed"].value == pytest.approx(10 * found.images.value)


@pytest.mark.parametrize("goal", [0.96, 0.94])
def test_what_cannot_be_told_is_not_promised(goal: float) -> None:
    """0.96 lies above the ceiling, 0.94 some 350 images away: 25 times what was seen."""
    found = planned(law(), goal, noise=0.002)
    assert not found.reachable
    assert found.images.value == np.inf or found.images.value > FARTHEST * found.seen


def test_intervals_hold_what_they_promise() -> None:
    """On drawn laws nine in ten true answers lie inside, at least."""
    rng, inside = np.random.default_rng(7), []
    for _ in range(40):
        ceiling, fall, rate = rng.uniform(0.85, 0.98), rng.uniform(0.4, 0.8), rng.uniform(0.5, 1.2)
        goal = 0.9 * ceiling
        true = np.ceil((fall / (ceiling - goal)) ** (1 / rate))
        found = planned(law(ceiling, fall, rate), goal, noise=0.02)
        inside.append(found.images.interval.low <= true <= found.images.interval.high)
    assert np.mean(inside) >= 0.9


def test_one_score_is_no_curve() -> None:
    with pytest.raises(ValueError, match="two scores"):
        planned(np.array([0.5]), 0.9)


def test_the_same_sessions_give_the_same_plan() -> None:
    first, again = planned(law(), 0.9), planned(law(), 0.9)
    assert (first.images, first.seconds, first.ceiling) == (
        again.images,
        again.seconds,
        again.ceiling,
    )
