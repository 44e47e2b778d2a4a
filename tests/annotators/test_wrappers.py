"""Wrappers change how any policy corrects: fewer errors, overlooked errors, spilled paint."""

import numpy as np
import pytest
from scipy import ndimage

from src.annotators.hand import Hand
from src.annotators.policies import (
    ClickAnnotator,
    InattentiveAnnotator,
    NoisyAnnotator,
    ScribbleLineAnnotator,
    TopErrorsAnnotator,
)
from src.annotators.rootpainter import RootPainterAnnotator
from src.core import Annotation, Annotator
from tests.annotators.scenes import Mask, ellipses, root

WRAPPERS = [TopErrorsAnnotator, InattentiveAnnotator, NoisyAnnotator]
BASES = [RootPainterAnnotator(), ClickAnnotator(), ScribbleLineAnnotator(patches=50)]


def squares(*sides: int) -> Mask:
    """Squares of so many px, far apart."""
    truth = np.zeros((60, 60 * len(sides)), bool)
    for number, side in enumerate(sides):
        truth[20 : 20 + side, 60 * number + 10 : 60 * number + 10 + side] = True
    return truth


def rng(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


def corrected(annotator: Annotator, truth: Mask, seed: int = 0) -> Annotation:
    """What is painted where nothing was found."""
    painted = annotator.correct(truth, np.zeros_like(truth), rng(seed))
    assert painted is not None
    return painted


def touched(painted: Annotation, truth: Mask) -> list[int]:
    """Numbers of the objects that have paint, from left to right."""
    labels, _ = ndimage.label(truth.T)
    return sorted(set(labels.T[painted.foreground & truth].tolist()))


def crossed(painted: Annotation, truth: Mask) -> int:
    return int((painted.foreground & ~truth).sum() + (painted.background & truth).sum())


@pytest.mark.parametrize("wrapper", WRAPPERS)
@pytest.mark.parametrize("base", BASES, ids=lambda base: type(base).__name__)
def test_any_policy_can_be_wrapped(wrapper: type, base: Annotator) -> None:
    painted = corrected(wrapper(base=base), ellipses())
    assert painted.foreground.any()


@pytest.mark.parametrize("wrapper", [TopErrorsAnnotator, InattentiveAnnotator])
def test_without_a_prediction_there_is_nothing_to_overlook(wrapper: type) -> None:
    truth = ellipses()
    wrapped, base = wrapper().initial(truth, rng()), RootPainterAnnotator().initial(truth, rng())
    assert wrapped.rgba.tobytes() == base.rgba.tobytes()


@pytest.mark.parametrize(("count", "objects"), [(1, [3]), (2, [1, 3]), (9, [1, 2, 3, 4])])
def test_only_the_largest_errors_are_corrected(count: int, objects: list[int]) -> None:
    truth = squares(20, 10, 30, 14)
    assert touched(corrected(TopErrorsAnnotator(count), truth), truth) == objects


def test_missed_and_spurious_are_ranked_together() -> None:
    truth, prediction = squares(30, 0, 12), squares(0, 20, 0)
    painted = TopErrorsAnnotator(2).correct(truth, prediction, rng())
    assert painted is not None
    assert touched(painted, truth) == [1]
    assert (painted.background & prediction).any()


def test_large_errors_are_seen_and_small_ones_are_not() -> None:
    truth = squares(6, 40, 6)
    painted = corrected(InattentiveAnnotator(chance=1.0, half_area=200.0), truth, seed=1)
    assert 2 in touched(painted, truth)
    seen = [
        touched(corrected(InattentiveAnnotator(1.0, 200.0), truth, seed), truth)
        for seed in range(20)
    ]
    assert np.mean([1 in objects for objects in seen]) < 0.5


def test_what_is_overlooked_is_so_often() -> None:
    truth = np.zeros((400, 400), bool)
    for row in range(0, 400, 10):
        truth[row : row + 5, ::10] = True
    annotator = InattentiveAnnotator(chance=0.8, half_area=5.0)
    overlooked = annotator._overlooked(truth, rng())
    assert overlooked.sum() / truth.sum() == pytest.approx(0.4, abs=0.05)
    assert not (overlooked & ~truth).any()


def test_who_overlooks_all_skips() -> None:
    truth = squares(6, 6)
    blind = InattentiveAnnotator(chance=1.0, half_area=1e9)
    assert blind.correct(truth, np.zeros_like(truth), rng()) is None


def test_who_overlooks_nothing_corrects_as_ever() -> None:
    truth, sighted = ellipses(), InattentiveAnnotator(chance=0.0)
    labels = ndimage.label(truth)[0]
    assert set(labels[corrected(sighted, truth).foreground]) == set(labels[truth])


@pytest.mark.parametrize("truth", [ellipses(), root(2, 0.4), squares(8, 30)])
def test_a_steady_hand_and_a_sharp_eye_paint_what_was_meant(truth: Mask) -> None:
    exact = NoisyAnnotator(jitter=0.0, notice=1.0).initial(truth, rng())
    base = RootPainterAnnotator().initial(truth, rng())
    assert (exact.rgba == base.rgba).all()
    assert exact.trajectory == base.trajectory


def test_what_is_not_noticed_remains_and_costs_nothing() -> None:
    truth = root(3, 0.4)
    painted = NoisyAnnotator(jitter=3.0, notice=0.0, hand=Hand(jitter_rate=0.0)).initial(
        truth, rng()
    )
    assert crossed(painted, truth) > 0
    assert (painted.spilled, painted.erasing_seconds) == (0, 0.0)


def test_what_is_noticed_is_erased_and_takes_time() -> None:
    truth = root(3, 0.4)
    painted = NoisyAnnotator(jitter=3.0, notice=1.0).initial(truth, rng())
    assert crossed(painted, truth) == 0
    assert painted.spilled > 0
    assert 0 < painted.erasing_seconds < painted.seconds


def test_more_jitter_spills_more() -> None:
    truth = ellipses()
    spills = [
        np.mean(
            [crossed(corrected(NoisyAnnotator(jitter, 0.0), truth, s), truth) for s in range(3)]
        )
        for jitter in (0.5, 2.0, 6.0)
    ]
    assert spills == sorted(spills)


def test_a_noisy_hand_moves_at_possible_speeds_and_stays_on_the_picture() -> None:
    truth = np.pad(np.ones((12, 30), bool), ((0, 40), (0, 0)))
    path = NoisyAnnotator(jitter=8.0).initial(truth, rng()).trajectory
    way = np.hypot(np.diff(path.r), np.diff(path.c))
    speed, painting = way / path.dt[1:], path.painting[1:]
    assert speed[~painting & (way > 0)] == pytest.approx(800)
    assert (speed[painting & (way > 0)] <= 200 + 1e-6).all()
    assert (speed[painting & (way > 0)] >= 30 - 1e-6).all()
    assert path.r.min() >= 0
    assert path.r.max() < 52
    assert path.c.min() >= 0
    assert path.c.max() < 30
