"""Which candidate the others speak for."""

import numpy as np
import pytest

from src.detectors.ui.consensus import CONSIDERED, supported

BUTTON = [10.0, 10.0, 110.0, 50.0]
LOOSE = [4.0, 4.0, 122.0, 62.0]
TIGHT = [20.0, 14.0, 104.0, 47.0]


def test_among_boxes_that_are_about_as_probable_the_one_between_wins() -> None:
    support = supported(np.array([0.81, 0.80, 0.80]), np.array([LOOSE, BUTTON, TIGHT]))
    assert support.argmax() == 1


def test_what_is_far_more_probable_wins_alone() -> None:
    support = supported(np.array([0.9, 0.05, 0.05]), np.array([LOOSE, BUTTON, TIGHT]))
    assert support.argmax() == 0


def test_the_best_keeps_its_probability_and_the_others_stay_below() -> None:
    scores = np.array([0.6, 0.55, 0.2])
    support = supported(scores, np.array([BUTTON, TIGHT, LOOSE]))
    best = support.argmax()
    assert support[best] == pytest.approx(scores[best])
    assert (np.delete(support, best) < support[best]).all()


def test_many_that_are_alike_speak_as_one() -> None:
    rng = np.random.default_rng(0)
    crowd = np.array([20.0, 14.0, 80.0, 47.0]) + rng.uniform(-0.5, 0.5, (40, 4))
    support = supported(np.r_[0.6, np.full(40, 0.4)], np.concatenate([[BUTTON], crowd]))
    assert support.argmax() == 0


def test_what_lies_apart_has_no_voice_and_stays_behind() -> None:
    row = [0.0, 0.0, 900.0, 60.0]
    alone = supported(np.array([0.81, 0.8, 0.8]), np.array([LOOSE, BUTTON, TIGHT]))
    both = supported(np.array([0.81, 0.8, 0.8, 0.8]), np.array([LOOSE, BUTTON, TIGHT, row]))
    assert both[:3] == pytest.approx(alone)
    assert 0 < both[3] < both[1]


@pytest.mark.parametrize("count", [0, 1, 2 * CONSIDERED])
def test_any_number_of_candidates_will_do(count: int) -> None:
    support = supported(np.full(count, 0.3), np.tile(BUTTON, (count, 1)))
    assert support.shape == (count,)
    assert support.max(initial=0.3) == pytest.approx(0.3)


def test_where_nothing_is_probable_nothing_is_supported() -> None:
    assert not supported(np.zeros(3), np.array([LOOSE, BUTTON, TIGHT])).any()


def test_boxes_without_an_area_are_ordinary() -> None:
    scores = np.array([0.5, 0.4])
    assert (supported(scores, np.array([[5.0, 5.0, 5.0, 5.0], BUTTON])) == scores).all()
