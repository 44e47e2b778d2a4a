"""What a goal takes: images and seconds, from sessions that were seen and a law beyond them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from src.core import Interval
from src.scoring.learning.power_law import PowerLaws, fit

Numbers = npt.NDArray[np.float64]

DRAWS = 1000
LEVEL = 0.95
FARTHEST = 10.0
"""Times as many images as were seen: a law is not believed beyond."""

LATE = 0.5
"""Share of the images, from the end, whose price later ones are taken to have."""


@dataclass(frozen=True, eq=False)
class Session:
    """One seed: the test F1 after each image, ``nan`` before the first model, and its price.

    Args:
        seconds: clock to cumulative simulated seconds, one per image.
    """

    scores: Numbers
    seconds: Mapping[str, Numbers]


@dataclass(frozen=True)
class Estimate:
    """A number with its interval; infinite where it is not reached."""

    value: float
    interval: Interval


@dataclass(frozen=True)
class Need:
    """What a goal takes.

    Args:
        images: to annotate.
        seconds: clock to simulated seconds of the annotator.
        reachable: whether the goal lies within what the sessions and a law through them can tell.
        chance: share of the draws in which it does.
        ceiling: score that the law tends to.
        seen: images of the shortest session.
        best: highest mean score that was seen.
        laws: through what was seen, and through every draw of it.
    """

    laws: PowerLaws
    images: Estimate
    seconds: Mapping[str, Estimate]
    reachable: bool
    chance: float
    ceiling: Estimate
    seen: int
    best: float


def need(
    sessions: Sequence[Session], goal: float, held_out: Numbers, rng: np.random.Generator
) -> Need:
    """Images and seconds to a goal, with the spread of seeds, of images and of the test set.

    A draw takes seeds again, weights the points of each by chance, and moves the curve by what
    another choice of as many test images would change. Within what was seen the drawn mean curve
    tells when the goal is reached, beyond it the power law fitted to it.

    Args:
        held_out: score of each test image by the last model, the mean over seeds.
    """
    seen = min(len(session.scores) for session in sessions)
    scores = np.stack([session.scores[:seen] for session in sessions])
    known = np.isfinite(scores).all(axis=0)
    if known.sum() < 2:
        raise ValueError("a learning curve needs two scores at least")
    places = np.flatnonzero(known)
    images, curves = (places + 1).astype(np.float64), scores[:, known]
    draws = _drawn(curves, held_out, rng)
    laws = fit(np.tile(images, len(sessions)), draws.points, draws.weights)
    needed = _needed(images, draws, laws, goal, seen)
    seconds = {
        name: _estimate(_spent(np.stack([own.seconds[name][:seen] for own in sessions]),
                               draws.seeds, needed))
        for name in sessions[0].seconds
    }  # fmt: skip
    within = np.isfinite(needed)
    return Need(
        laws=laws,
        images=_estimate(needed),
        seconds=seconds,
        reachable=bool(within[0] and within[1:].mean() >= 0.5),
        chance=float(within[1:].mean()),
        ceiling=_estimate(laws.ceiling),
        seen=seen,
        best=float(curves.mean(axis=0).max()),
    )


@dataclass(frozen=True, eq=False)
class _Draws:
    """The first row is what was seen, the others are draws.

    Args:
        seeds: (draws, sessions) weights.
        weights: (draws, sessions * points).
        points: (draws, sessions * points) scores, moved as the test set is drawn.
        means: (draws, points) the mean curve.
    """

    seeds: Numbers
    weights: Numbers
    points: Numbers
    means: Numbers


def _drawn(curves: Numbers, held_out: Numbers, rng: np.random.Generator) -> _Draws:
    sessions, points = curves.shape
    seeds = rng.dirichlet(np.ones(sessions), DRAWS) * sessions
    each = rng.exponential(size=(DRAWS, sessions, points))
    tests = held_out[np.isfinite(held_out)]
    moved = np.zeros(DRAWS)
    if len(tests) > 1:
        moved = rng.dirichlet(np.ones(len(tests)), DRAWS) @ tests - tests.mean()
    seeds = np.vstack([np.ones((1, sessions)), seeds])
    each = np.concatenate([np.ones((1, sessions, points)), each])
    shift = np.concatenate([[0.0], moved])
    weights = (seeds[:, :, None] * each).reshape(DRAWS + 1, -1)
    shifted = np.clip(curves.reshape(1, -1) + shift[:, None], 0, 1)
    means = np.clip(seeds @ curves / sessions + shift[:, None], 0, 1)
    return _Draws(seeds, weights, shifted, means)


def _needed(images: Numbers, draws: _Draws, laws: PowerLaws, goal: float, seen: int) -> Numbers:
    """Images to the goal in every draw; infinite where the law would be strained."""
    reached = draws.means >= goal
    within = np.where(reached.any(axis=1), images[reached.argmax(axis=1)], np.inf)
    # What was not reached so far takes one image more at least.
    beyond = np.maximum(np.ceil(laws.images_to(goal)), seen + 1)
    beyond = np.where(beyond <= FARTHEST * seen, beyond, np.inf)
    return np.where(np.isfinite(within), within, beyond)


def _spent(totals: Numbers, seeds: Numbers, images: Numbers) -> Numbers:
    """Seconds until so many images: as seen, then at the price of the late ones.

    Args:
        totals: (sessions, images) cumulative.
        seeds: (draws, sessions) weights.
    """
    seen = totals.shape[1]
    means = seeds @ totals / totals.shape[0]
    late = max(1, int(seen * LATE))
    before = means[:, seen - late - 1] if late < seen else np.zeros(len(means))
    price = (means[:, -1] - before) / late
    finite = np.isfinite(images)
    counts = np.where(finite, images, seen).astype(int)
    inside = means[np.arange(len(means)), np.minimum(counts, seen) - 1]
    return np.where(finite, inside + np.maximum(counts - seen, 0) * price, np.inf)


def _estimate(draws: Numbers) -> Estimate:
    ends = np.quantile(draws[1:], [(1 - LEVEL) / 2, (1 + LEVEL) / 2], method="inverted_cdf")
    return Estimate(float(draws[0]), Interval(*map(float, ends)))
