"""What is a clear error and what a matter of taste."""

import numpy as np
import pytest
from hypothesis import given
from PIL import Image
from scipy import ndimage

from src.annotators.errors import Ambiguity
from src.annotators.rootpainter import RootPainterAnnotator
from src.core.annotation import BACKGROUND, FOREGROUND
from src.geometry.distance import depth
from tests.annotators.scenes import Mask, actionable, ellipses, halo, root, truths
from tests.conftest import real_data

AMBIGUITY = Ambiguity(rim=2.0, spur=16)


def missed(truth: Mask, prediction: Mask) -> Mask:
    return AMBIGUITY.clear_errors(depth(truth), prediction, FOREGROUND)


def spurious(truth: Mask, prediction: Mask) -> Mask:
    return AMBIGUITY.clear_errors(depth(~truth), ~prediction, BACKGROUND)


@pytest.mark.parametrize("seed", range(8))
def test_errors_deeper_than_the_rim_are_clear_and_those_within_are_not(seed: int) -> None:
    truth = ellipses(seed=seed)
    for prediction in (halo(truth, 5), np.roll(truth, (6, 4), (0, 1))):
        forgotten, invented = actionable(truth, prediction)
        assert (missed(truth, prediction) == forgotten).all()
        assert (spurious(truth, prediction) == invented).all()


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("reach", [0, 1, 2])
def test_a_seam_of_two_pixels_is_taste(seed: int, reach: float) -> None:
    truth = ellipses(seed=seed)
    assert not spurious(truth, halo(truth, reach)).any()
    assert not missed(truth, ~halo(~truth, reach)).any()


@pytest.mark.parametrize("width", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("angle", [0.0, 0.4, np.pi / 4, 1.2])
def test_a_root_that_was_missed_is_clear_however_thin(width: int, angle: float) -> None:
    truth = root(width, angle)
    clear = missed(truth, np.zeros_like(truth))
    assert (clear <= truth).all()
    assert ndimage.binary_dilation(clear, np.ones((7, 7)))[truth].all()


@pytest.mark.parametrize("width", [1, 2, 3, 4])
def test_a_thin_root_seen_a_pixel_beside_is_not_missed(width: int) -> None:
    truth = root(width, 0.4)
    assert not missed(truth, np.roll(truth, 1, axis=0)).any()


def test_a_piece_missing_from_a_thin_root_is_clear() -> None:
    truth = root(3, 0.4)
    prediction = truth.copy()
    prediction[:, 52:68] = False
    assert missed(truth, prediction).any()


def test_a_thin_root_on_a_thick_one_is_clear_but_a_corner_is_not() -> None:
    truth = np.zeros((120, 120), bool)
    truth[10:110, 20:40] = True
    prediction = ~halo(~truth, 2)
    assert not missed(truth, prediction).any()
    truth[60:63, 40:100] = True
    assert missed(truth, prediction).any()


@given(truths())
def test_any_truth_grown_by_the_rim_is_wrong_nowhere(truth: Mask) -> None:
    prediction = halo(truth, 2) & truth.any()
    assert not missed(truth, prediction).any()
    assert not spurious(truth, prediction).any()


def test_real_truths_grown_by_the_rim_are_skipped() -> None:
    vessels = sorted((real_data("vessels_drive") / "manual1").glob("*.png"))
    roots = sorted((real_data("roots_segroot_tiles") / "masks").glob("*.png"))
    for file in vessels + roots:
        with Image.open(file) as image:
            truth = np.asarray(image.convert("L")) > 127
        assert not spurious(truth, halo(truth, 2)).any()


def test_thin_foreground_counts_unless_told_otherwise() -> None:
    truth = root(3, 0.4)
    assert not Ambiguity(thin=False).clear_errors(depth(truth), truth & False, FOREGROUND).any()
    assert missed(truth, truth & False).any()


@pytest.mark.parametrize("argument", ["rim", "spur"])
def test_negative_extents_are_refused(argument: str) -> None:
    with pytest.raises(ValueError, match=f"{argument}.*-1"):
        Ambiguity(**{"rim": 2, "spur": 16, argument: -1})


def test_a_root_that_was_seen_only_beside_itself_was_missed() -> None:
    truth = np.zeros((60, 200), bool)
    truth[29:32, 20:180] = True
    beside, shifted = np.roll(truth, 3, axis=0), np.roll(truth, 2, axis=0)
    annotator = RootPainterAnnotator()
    corrected = annotator.correct(truth, beside, np.random.default_rng(1))
    assert corrected is not None
    assert corrected.foreground.sum() > 300
    assert annotator.correct(truth, shifted, np.random.default_rng(1)) is None
