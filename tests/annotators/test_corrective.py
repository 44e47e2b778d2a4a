"""Corrections cover the clear errors, and nothing more is asked."""

import numpy as np
import pytest
from scipy import ndimage
from skimage.draw import disk, ellipse

from src.annotators.corrective import half_widths
from src.annotators.hand import Hand
from src.annotators.rootpainter import RootPainterAnnotator
from src.core import Annotation
from src.core.annotation import BACKGROUND, ERASER, FOREGROUND
from tests.annotators.scenes import Mask, actionable, ellipses, halo, root

ANNOTATOR = RootPainterAnnotator()


def correct(truth: Mask, prediction: Mask, seed: int = 0) -> Annotation:
    annotation = ANNOTATOR.correct(truth, prediction, np.random.default_rng(seed))
    assert annotation is not None
    return annotation


def coverage(annotation: Annotation, truth: Mask, prediction: Mask) -> float:
    missed, spurious = actionable(truth, prediction)
    right = (missed & annotation.foreground).sum() + (spurious & annotation.background).sum()
    return float(right / (missed | spurious).sum())


@pytest.mark.parametrize("seed", range(4))
def test_clear_errors_are_covered(seed: int) -> None:
    truth = ellipses(300, seed=seed)
    for prediction in (
        truth & False,
        truth | True,
        np.roll(truth, (8, 5), (0, 1)),
        halo(truth, 5),
        ~halo(~truth, 5),
    ):
        annotation = correct(truth, prediction, seed)
        assert coverage(annotation, truth, prediction) >= 0.95
        assert len(annotation.trajectory) < 5000


@pytest.mark.parametrize("seed", range(10))
def test_a_seam_of_two_pixels_is_skipped(seed: int) -> None:
    truth, rng = ellipses(300, seed=seed), np.random.default_rng(0)
    assert ANNOTATOR.correct(truth, halo(truth, 2), rng) is None
    assert ANNOTATOR.correct(truth, ~halo(~truth, 2), rng) is None


@pytest.mark.parametrize("width", [1, 2, 3, 4])
@pytest.mark.parametrize("angle", [0.0, 0.5, np.pi / 4])
def test_a_missed_root_is_painted_along_its_whole_length(width: int, angle: float) -> None:
    truth = root(width, angle)
    annotation = correct(truth, np.zeros_like(truth))
    near = ndimage.binary_dilation(annotation.foreground, np.ones((3, 3)), iterations=3)
    assert near[truth].all()
    assert not annotation.background.any()


def test_foreground_is_painted_where_it_was_missed_and_background_where_it_was_seen() -> None:
    truth = np.zeros((200, 200), bool)
    truth[disk((60, 60), 25)] = True
    prediction = np.zeros_like(truth)
    prediction[disk((140, 140), 25)] = True
    annotation = correct(truth, prediction)
    assert annotation.foreground[60, 60]
    assert annotation.background[140, 140]
    painted = set(annotation.trajectory.channel.tolist()) - {ERASER}
    assert painted == {-1, FOREGROUND, BACKGROUND}


def test_a_chunky_error_is_filled_back_and_forth_towards_its_farthest_pixel() -> None:
    truth = np.zeros((240, 240), bool)
    truth[ellipse(120, 120, 50, 90, truth.shape, rotation=0.5)] = True
    events = correct(truth, np.zeros_like(truth)).trajectory
    brush = events.brush_radius.max()
    drag = events.painting[1:] & events.painting[:-1] & (events.brush_radius[1:] == brush)
    down, right = np.diff(events.r)[drag], np.diff(events.c)[drag]
    assert 12 <= brush <= 25
    assert np.median(np.arctan2(-down, right) % np.pi) == pytest.approx(0.5, abs=0.15)
    assert (right > 0).any()
    assert (right < 0).any()


@pytest.mark.parametrize(("reach", "widest"), [(5, 3), (8, 5)])
def test_a_brush_is_no_wider_than_the_error_and_the_aim_ask_for(reach: int, widest: int) -> None:
    truth = np.zeros((240, 240), bool)
    truth[disk((120, 120), 50)] = True
    events = correct(truth, halo(truth, reach)).trajectory
    painting = events.painting
    away = np.hypot(events.r - 120, events.c - 120)[painting]
    radius = events.brush_radius[painting]
    assert 1 <= np.median(radius) <= widest
    assert (away > 49 + radius).all()
    assert np.quantile(away - radius, 0.1) > 50.5
    assert (away < 50 + reach + 2 * widest).all()


def test_the_margin_grows_with_the_jitter_up_to_the_rim() -> None:
    phase = ANNOTATOR.corrective_phase
    margins = [phase.margin(Hand(jitter_rate=rate), 30.0) for rate in (0.0, 0.04, 0.08, 1.0)]
    assert margins == pytest.approx([0, 0.72, 1.44, 2])


def test_ragged_edges_are_mended_without_painting_the_picture() -> None:
    truth = ellipses(300, 5)
    annotation = correct(truth, halo(truth, 5))
    clear = actionable(truth, halo(truth, 5))[1].sum()
    assert annotation.background.sum() < 3 * clear


def test_by_the_letter_a_thin_error_in_deep_ground_takes_a_large_brush() -> None:
    truth = np.zeros((240, 240), bool)
    truth[disk((120, 120), 50)] = True
    letter = RootPainterAnnotator(bounded_brush=False, hand=Hand(steering_share=0.0))
    annotation = letter.correct(truth, halo(truth, 5), np.random.default_rng(0))
    assert annotation is not None
    assert annotation.trajectory.brush_radius.max() == 20


def test_careful_strokes_are_slower_than_filling() -> None:
    truth = np.zeros((300, 300), bool)
    truth[disk((150, 150), 90)] = True
    ring = correct(truth, ~halo(~truth, 8)).trajectory
    whole = correct(truth, truth & False).trajectory
    fastest = [0.0, 0.0]
    for number, events in enumerate((ring, whole)):
        steps = np.hypot(np.diff(events.r, prepend=150), np.diff(events.c, prepend=150))
        drag = events.painting & (steps > 0)
        fastest[number] = float((steps / events.dt)[drag].max())
    assert fastest[0] < fastest[1] <= 200 + 1e-6


def test_errors_thinner_than_three_pixels_take_fine_brushes() -> None:
    annotation = correct(root(1), np.zeros_like(root(1)))
    painting = annotation.trajectory.channel == FOREGROUND
    assert annotation.trajectory.brush_radius[painting].max() < 1
    assert not (annotation.foreground & ~root(1)).any()


def test_without_fine_brushes_the_boundary_brush_serves_a_stub_that_only_it_can_reach() -> None:
    truth = np.zeros((40, 80), bool)
    truth[19:22, 10:60] = True
    truth[17:19, 30] = True
    prediction = truth.copy()
    prediction[10:20, 26:35] = False
    letter = RootPainterAnnotator(fine_brushes=False)
    annotation = letter.correct(truth, prediction, np.random.default_rng(0))
    assert annotation is not None
    painting = annotation.trajectory.channel == FOREGROUND
    assert set(annotation.trajectory.brush_radius[painting].tolist()) == {2}
    assert annotation.spilled > 0


def test_widths_are_those_of_a_disk_and_no_less_of_a_band() -> None:
    mask = np.zeros((201, 201), bool)
    mask[disk((100, 100), 60.5)] = True
    assert half_widths(mask).max() == pytest.approx(60, rel=0.03)
    for angle in np.linspace(0, np.pi / 2, 9):
        rows, columns = np.indices((201, 201)) - 100
        band = np.abs(rows * np.cos(angle) - columns * np.sin(angle)) <= 12
        assert 0.95 <= half_widths(band)[100, 100] / 12.5 <= 1.3
    assert np.isinf(half_widths(np.ones((3, 3), bool))).all()
