"""The first look: minority first and generously, majority in balance and well away."""

import numpy as np
import pytest
from scipy import ndimage
from skimage.draw import disk

from src.annotators.hand import Hand
from src.annotators.rootpainter import RootPainterAnnotator
from src.core import Annotation
from src.core.annotation import BACKGROUND, FOREGROUND
from src.geometry.distance import depth
from tests.annotators.scenes import Mask, ellipses, root

ANNOTATOR = RootPainterAnnotator()


def initial(truth: Mask, seed: int = 0) -> Annotation:
    return ANNOTATOR.initial(truth, np.random.default_rng(seed))


@pytest.mark.parametrize("seed", range(5))
def test_half_to_most_of_simple_regions_is_painted(seed: int) -> None:
    truth = ellipses(seed=seed)
    assert 0.5 <= initial(truth).foreground.sum() / truth.sum() <= 0.9


@pytest.mark.parametrize("seed", range(5))
def test_every_object_gets_paint_and_a_larger_one_more(seed: int) -> None:
    truth, radii = np.zeros((300, 300), bool), (6, 12, 24, 48)
    centres = [(20, 20), (50, 130), (60, 230), (210, 140)]
    for centre, radius in zip(centres, radii, strict=True):
        truth[disk(centre, radius)] = True
    painted = initial(truth, seed).foreground
    labels, count = ndimage.label(truth)
    amounts = [(painted & (labels == labels[centre])).sum() for centre in centres]
    assert count == 4
    assert amounts[0] > 0
    assert (np.diff(amounts) > 0).all()


@pytest.mark.parametrize("flipped", [False, True])
def test_the_minority_is_painted_first(flipped: bool) -> None:
    truth = ellipses() ^ flipped
    channels = initial(truth).trajectory.channel
    minority = BACKGROUND if flipped else FOREGROUND
    order = channels[channels >= 0]
    assert order[0] == minority
    assert (np.diff(order) != 0).sum() == 1


@pytest.mark.parametrize("width", [1, 2, 3, 4, 6, 9])
@pytest.mark.parametrize("angle", [0.0, 0.5, 1.0])
def test_thin_roots_are_painted_along_their_whole_length(width: int, angle: float) -> None:
    truth = root(width, angle)
    painted = initial(truth).foreground
    assert painted.sum() >= 0.3 * truth.sum()
    near = ndimage.binary_dilation(painted, np.ones((3, 3)), iterations=width + 4)
    assert near[truth].mean() > 0.9


@pytest.mark.parametrize("width", [1, 2, 3])
def test_a_steady_hand_spills_nothing_on_thin_roots_and_the_usual_one_little(width: int) -> None:
    truth = root(width, 0.4)
    steady = RootPainterAnnotator(hand=Hand(jitter_rate=0.0)).initial(
        truth, np.random.default_rng(0)
    )
    usual = [initial(truth, seed) for seed in range(5)]
    assert steady.spilled == 0
    assert steady.foreground.sum() > 0.5 * truth.sum()
    assert np.mean([one.spilled for one in usual]) < 0.25 * truth.sum()


@pytest.mark.parametrize(("width", "radius"), [(1, 0.0), (2, 0.5), (3, 1.0), (4, 1.5)])
def test_a_thin_root_gets_a_brush_of_its_own_width(width: int, radius: float) -> None:
    events = initial(root(width)).trajectory
    radii = events.brush_radius[events.channel == FOREGROUND]
    assert np.median(radii) == radius


@pytest.mark.parametrize("seed", range(5))
def test_the_majority_stops_within_a_dab_of_ten_times_the_minority(seed: int) -> None:
    truth = ellipses(300, 2, seed)
    annotation = initial(truth, seed)
    events = annotation.trajectory
    radius = int(events.brush_radius[events.channel == BACKGROUND].max())
    least, most = 10 * annotation.foreground.sum(), np.pi * (radius + 1) ** 2
    assert annotation.background.sum() <= least + most
    assert annotation.background.sum() >= 0.5 * min(least, (~truth).sum())


def test_the_majority_is_painted_in_strokes_that_begin_well_inside() -> None:
    truth = ellipses(300, 4)
    events = initial(truth).trajectory
    background = events.channel == BACKGROUND
    begins = background & ~np.concatenate([[False], background[:-1]])
    deep = depth(~truth)[events.r, events.c]
    assert np.median(deep[begins]) > np.median(depth(~truth)[~truth])
    assert events.brush_radius[background].max() <= 20
    assert background.sum() / begins.sum() > 5


def test_strokes_of_the_majority_are_spread_over_the_picture() -> None:
    truth = np.zeros((400, 400), bool)
    truth[disk((200, 200), 40)] = True
    painted = initial(truth).background
    quarters = [part.mean() for half in np.split(painted, 2) for part in np.split(half, 2, axis=1)]
    assert min(quarters) > 0.1


@pytest.mark.parametrize("foreground", [True, False])
def test_a_lone_class_is_painted_in_part(foreground: bool) -> None:
    annotation = initial(np.full((200, 200), foreground))
    painted = annotation.foreground if foreground else annotation.background
    assert 0.25 <= painted.mean() < 0.3
    assert (annotation.foreground | annotation.background).sum() == painted.sum()


def test_travel_goes_from_the_middle_of_the_picture() -> None:
    events = initial(ellipses(300)).trajectory
    assert np.hypot(events.r[0] - 150, events.c[0] - 150) <= 9
