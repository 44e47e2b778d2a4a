"""Policies that paint by themselves: clicks, scribbles, people, everything."""

from itertools import islice
from typing import Any

import numpy as np
import pytest
from hydra import compose, initialize_config_dir
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import ndimage

from benchmarks.policies import fit, measure, read_people, read_truths
from src.annotators.drift import Unsteadiness, drift
from src.annotators.hand import Hand
from src.annotators.policies import (
    ClickAnnotator,
    DenseAnnotator,
    HumanSparseAnnotator,
    InattentiveAnnotator,
    NoisyAnnotator,
    ScribbleCenterlineAnnotator,
    ScribbleContourAnnotator,
    ScribbleLineAnnotator,
    TopErrorsAnnotator,
)
from src.annotators.policies._lines import broken, isolines
from src.composing.builder import build
from src.composing.conf import CONF
from src.core import Annotation, Annotator
from src.geometry.distance import depth
from tests.annotators.scenes import TRUTHS, Mask, ellipses, halo, replay, root, truths
from tests.conftest import real_data

SCRIBBLERS = [ScribbleLineAnnotator(), ScribbleCenterlineAnnotator(), ScribbleContourAnnotator()]
SPARSE = [ClickAnnotator(), *SCRIBBLERS, TopErrorsAnnotator(), InattentiveAnnotator()]
CLEAN = [*SPARSE, DenseAnnotator()]
SPILLING = [HumanSparseAnnotator(), NoisyAnnotator()]
EVERYBODY = [*CLEAN, *SPILLING]
NAMES = {
    "click": ClickAnnotator,
    "dense": DenseAnnotator,
    "human_sparse": HumanSparseAnnotator,
    "inattentive": InattentiveAnnotator,
    "noisy": NoisyAnnotator,
    "scribble_centerline": ScribbleCenterlineAnnotator,
    "scribble_contour": ScribbleContourAnnotator,
    "scribble_line": ScribbleLineAnnotator,
    "top_errors": TopErrorsAnnotator,
}
STEADY = Hand(jitter_rate=0.0, angular_noise=0.0)


def named(annotator: Annotator) -> str:
    return type(annotator).__name__


def rng(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


def crossed(painted: Annotation, truth: Mask) -> int:
    return int((painted.foreground & ~truth).sum() + (painted.background & truth).sum())


def dabs(painted: Annotation, channel: int) -> np.ndarray:
    mouse = painted.trajectory
    chosen = mouse.channel == channel
    return np.stack([mouse.r[chosen], mouse.c[chosen]], axis=1)


@pytest.mark.parametrize("truth", TRUTHS.values(), ids=TRUTHS.keys())
@pytest.mark.parametrize("annotator", CLEAN, ids=named)
def test_a_class_that_exists_gets_paint_and_only_its_own(annotator: Annotator, truth: Mask) -> None:
    painted = annotator.initial(truth, rng())
    assert painted.foreground.any() == truth.any()
    assert painted.background.any() == (~truth).any()
    assert crossed(painted, truth) == 0


@pytest.mark.parametrize("truth", TRUTHS.values(), ids=TRUTHS.keys())
@pytest.mark.parametrize("annotator", SPILLING, ids=named)
def test_who_spills_paints_something_on_any_picture(annotator: Annotator, truth: Mask) -> None:
    painted = annotator.initial(truth, rng())
    assert painted.rgba[..., :2].any()
    assert (painted.trajectory.dt > 0).all()


@pytest.mark.parametrize("annotator", EVERYBODY, ids=named)
@pytest.mark.parametrize("name", ["blobs", "root of 1 px", "root of 3 px", "at the border"])
def test_the_trajectory_paints_the_annotation_to_the_pixel(annotator: Annotator, name: str) -> None:
    truth = TRUTHS[name]
    for painted in (
        annotator.initial(truth, rng()),
        annotator.correct(truth, np.zeros_like(truth), rng()),
    ):
        assert painted is not None
        paint, _ = replay(painted.trajectory, truth.shape)
        assert (painted.foreground == (paint == 1)).all()
        assert (painted.background == (paint == 2)).all()
        assert painted.seconds == painted.trajectory.dt.sum()


@pytest.mark.parametrize("annotator", EVERYBODY, ids=named)
@settings(max_examples=12)
@given(truth=truths(), seed=st.integers(0, 2**32 - 1), flips=st.floats(0, 1))
def test_any_prediction_of_any_truth_is_corrected_the_same_way_twice(
    annotator: Annotator, truth: Mask, seed: int, flips: float
) -> None:
    prediction = truth ^ (rng(seed).random(truth.shape) < flips)
    np.random.seed(seed % 1000)  # noqa: NPY002  # the global state must not matter
    once, again = (annotator.correct(truth, prediction, rng(seed)) for _ in range(2))
    if once is None or again is None:
        assert once is again
        return
    assert once.rgba.tobytes() == again.rgba.tobytes()
    assert once.trajectory == again.trajectory
    assert (once.trajectory.dt > 0).all()
    if annotator in CLEAN:
        assert crossed(once, truth) == 0


@pytest.mark.parametrize("annotator", EVERYBODY, ids=named)
def test_a_perfect_prediction_is_skipped(annotator: Annotator) -> None:
    assert annotator.correct(ellipses(), ellipses(), rng()) is None


@pytest.mark.parametrize("annotator", [*SPARSE, *SPILLING], ids=named)
def test_a_halo_of_two_pixels_is_ambiguous(annotator: Annotator) -> None:
    assert annotator.correct(ellipses(), halo(ellipses(), 2), rng()) is None


@pytest.mark.parametrize("annotator", EVERYBODY, ids=named)
def test_shapes_that_differ_are_refused(annotator: Annotator) -> None:
    with pytest.raises(ValueError, match=r"prediction must be \(240, 240\).*got \(3, 4\)"):
        annotator.correct(ellipses(), np.zeros((3, 4), bool), rng())


@pytest.mark.parametrize("name", NAMES)
def test_a_configuration_says_the_same_as_the_class(name: str) -> None:
    with initialize_config_dir(str(CONF)):
        config = compose("config", [f"annotator={name}"])
    annotator = build(config, "annotator")
    assert annotator == NAMES[name]()
    assert isinstance(annotator, Annotator)
    assert set(config.annotator) - {"_target_"} == set(vars(annotator))


def test_a_wrapper_takes_any_policy() -> None:
    with initialize_config_dir(str(CONF)):
        config = compose("config", ["annotator=noisy", "annotator@annotator.base=click"])
    assert build(config, "annotator") == NoisyAnnotator(base=ClickAnnotator())


@pytest.mark.parametrize(
    ("kind", "name", "value"),
    [
        (ClickAnnotator, "clicks", 0),
        (ScribbleLineAnnotator, "patches", 0),
        (ScribbleLineAnnotator, "count", 0),
        (ScribbleCenterlineAnnotator, "gap", 0.0),
        (ScribbleContourAnnotator, "deepest", 1.5),
        (HumanSparseAnnotator, "coverage", 0.0),
        (HumanSparseAnnotator, "stray", -1.0),
        (HumanSparseAnnotator, "correlation", 2.0),
        (TopErrorsAnnotator, "count", 0),
        (InattentiveAnnotator, "chance", 1.5),
        (InattentiveAnnotator, "half_area", 0.0),
        (NoisyAnnotator, "jitter", -0.5),
        (NoisyAnnotator, "notice", 2.0),
    ],
)
def test_a_refusal_names_the_argument_and_the_value(kind: Any, name: str, value: float) -> None:
    with pytest.raises(ValueError, match=rf"{name}.*{value}"):
        kind(**{name: value})


def test_a_click_is_one_dab_where_the_error_is_deepest() -> None:
    truth = ellipses()
    prediction = np.zeros_like(truth)
    painted = ClickAnnotator().correct(truth, prediction, rng())
    assert painted is not None
    deep = ndimage.distance_transform_edt(np.pad(truth, 1))[1:-1, 1:-1]
    ((row, column),) = dabs(painted, 0)
    assert deep[row, column] == deep.max()
    assert painted.trajectory.brush_radius.max() == 5


def test_several_clicks_go_to_several_errors() -> None:
    truth = np.zeros((60, 200), bool)
    for left, side in ((10, 30), (60, 20), (100, 10), (140, 7)):
        truth[10 : 10 + side, left : left + side] = True
    painted = ClickAnnotator(clicks=3).correct(truth, np.zeros_like(truth), rng())
    assert painted is not None
    assert [column // 10 for _, column in dabs(painted, 0)] == [2, 6, 10]
    first = ClickAnnotator(clicks=3).initial(truth, rng())
    assert len(dabs(first, 0)) == 3
    assert len(dabs(first, 1)) == 1


def test_a_line_is_straight_and_begins_and_ends_in_the_error() -> None:
    truth = np.pad(np.ones((80, 80), bool), 20)
    for seed in range(5):
        painted = ScribbleLineAnnotator(hand=STEADY).correct(truth, ~truth, rng(seed))
        assert painted is not None
        line = dabs(painted, 1) if painted.background.any() else dabs(painted, 0)
        (down, right), start = line[-1] - line[0], line[0]
        off = (line[:, 0] - start[0]) * right - (line[:, 1] - start[1]) * down
        assert np.abs(off).max() <= 1.5 * np.hypot(down, right)


def test_so_many_lines_in_so_many_regions() -> None:
    truth = ellipses(count=3, seed=4)
    single = ScribbleLineAnnotator(patches=1).correct(truth, np.zeros_like(truth), rng())
    many = ScribbleLineAnnotator(patches=9, count=3).correct(truth, np.zeros_like(truth), rng())
    assert single is not None
    assert many is not None
    labels, count = ndimage.label(truth, np.ones((3, 3)))
    assert set(np.unique(labels[many.foreground])) == {*range(1, count + 1)}
    assert len(np.unique(labels[single.foreground])) == 1


def test_a_centerline_keeps_to_the_middle_and_has_gaps() -> None:
    truth = np.pad(np.ones((21, 400), bool), 20)
    nothing = np.zeros_like(truth)
    whole, parted = (
        ScribbleCenterlineAnnotator(hand=STEADY, stretch=20, gap=gap).correct(truth, nothing, rng())
        for gap in (1e-3, 20)
    )
    assert whole is not None
    assert parted is not None
    middle = dabs(whole, 0)
    middle = middle[(middle[:, 1] > 40) & (middle[:, 1] < 400)]
    assert np.abs(middle[:, 0] - 30).max() <= 1
    assert parted.foreground.sum() < 0.8 * whole.foreground.sum()


def test_a_contour_lies_at_one_depth() -> None:
    truth = np.pad(np.ones((100, 100), bool), 30)
    for seed in range(5):
        painted = ScribbleContourAnnotator(hand=STEADY).correct(
            truth, np.zeros_like(truth), rng(seed)
        )
        assert painted is not None
        depths = depth(truth)[tuple(dabs(painted, 0).T)]
        assert np.ptp(depths) <= 1.5
        assert 0.2 * 20 - 1 <= np.median(depths) <= 0.8 * 20 + 1


def test_lines_of_one_depth_begin_anywhere_and_never_lack() -> None:
    field = depth(np.pad(np.ones((30, 30), bool), 5))
    starts = {tuple(isolines(field, 4.0, rng(seed))[0][0]) for seed in range(20)}
    assert len(starts) > 10
    assert isolines(np.ones((1, 1)), 0.5, rng())[0].tolist() == [[0.0, 0.0]]


def test_stretches_and_gaps_have_their_mean_lengths() -> None:
    line = np.stack([np.zeros(20_000), np.arange(20_000.0)], axis=1)
    parts = broken(line, 40, 20, rng())
    lengths = [len(part) for part in parts]
    assert sum(lengths) / len(line) == pytest.approx(2 / 3, abs=0.05)
    assert np.mean(lengths) == pytest.approx(40, rel=0.15)


def test_drift_has_its_spread_from_the_first_dab_on_and_changes_slowly() -> None:
    off = np.array([drift(20, 2.0, 10.0, rng(seed)) for seed in range(1000)])
    assert off.std(axis=0) == pytest.approx(np.full((20, 2), 2.0), rel=0.1)
    assert np.abs(np.diff(off, axis=1)).mean() < 1.0
    assert drift(0, 2.0, 10.0, rng()).shape == (0, 2)


def test_drift_one_by_one_is_as_wide_and_as_slow() -> None:
    off = np.array(
        [[*islice(Unsteadiness(rng(seed)).one_by_one(2.0, 10.0), 100)] for seed in range(300)]
    )
    assert off.std(axis=0) == pytest.approx(np.full((100, 2), 2.0), rel=0.2)
    assert np.abs(np.diff(off, axis=1)).mean() < 1.0


def test_what_strokes_take_of_a_drift_is_one_drift_however_long_they_are() -> None:
    off = []
    for seed in range(300):
        unsteadiness = Unsteadiness(rng(seed))
        unsteadiness.take(500, 1.0, 10.0)
        off.append(np.concatenate([unsteadiness.take(6, 2.0, 10.0) for _ in range(6)]))
    assert np.std(off, axis=0) == pytest.approx(np.full((36, 2), 2.0), rel=0.2)
    assert np.abs(np.diff(off, axis=1)).mean(axis=(0, 2)).max() < 1.0


def test_people_cover_and_balance_as_told_on_average() -> None:
    truth = ellipses(200, 3, seed=1)
    painted = [HumanSparseAnnotator().initial(truth, rng(seed)) for seed in range(40)]
    rows = [measure(sketch.foreground, sketch.background, truth) for sketch in painted]
    typical = {name: np.exp(np.mean([np.log(row[name]) for row in rows])) for name in rows[0]
               if not name.endswith("spill")}  # fmt: skip
    assert typical["coverage"] == pytest.approx(0.176, rel=0.25)
    assert typical["balance"] == pytest.approx(2.26, rel=0.35)
    assert typical["around"] == pytest.approx(12.5, rel=0.35)
    assert np.std([np.log(row["coverage"]) for row in rows]) == pytest.approx(0.51, rel=0.3)


def test_people_spill_on_thin_things_and_the_more_the_more_they_stray() -> None:
    def spilled(truth: Mask, stray: float) -> float:
        painted = [HumanSparseAnnotator(stray=stray).initial(truth, rng(seed)) for seed in range(8)]
        return float(np.mean([(sketch.foreground & ~truth).sum() for sketch in painted]))

    thin, thick = root(3, 0.5), np.pad(np.ones((60, 60), bool), 30)
    assert spilled(thick, 0.0) == spilled(thick, 1.0) == 0
    assert 0 < spilled(thin, 1.0) < spilled(thin, 3.0)


def test_people_scribble_inside_the_minority_and_around_it() -> None:
    truth = ~ellipses(200, 3, seed=1)
    painted = HumanSparseAnnotator(coverage_spread=0, balance_spread=0).initial(truth, rng())
    assert (painted.background & ~truth).sum() / (~truth).sum() == pytest.approx(0.176, abs=0.05)
    assert painted.foreground.sum() / painted.background.sum() == pytest.approx(2.26, abs=0.1)


def test_the_defaults_are_what_people_did() -> None:
    folder = real_data("scribbles_medscribble")
    people = read_people(folder, read_truths(folder))
    assert len(people) == 78
    default = HumanSparseAnnotator()
    for name, measured in fit(people).items():
        assert measured == pytest.approx(getattr(default, name), rel=0.02)
    assert people.foreground_spill.mean() == pytest.approx(0.098, abs=0.001)


@pytest.mark.parametrize("truth", TRUTHS.values(), ids=TRUTHS.keys())
def test_dense_leaves_no_pixel(truth: Mask) -> None:
    painted = DenseAnnotator().initial(truth, rng())
    assert (painted.foreground == truth).all()
    assert (painted.background == ~truth).all()


def test_dense_paints_all_again_whatever_is_wrong() -> None:
    truth = ellipses(160, 3)
    painted = DenseAnnotator().correct(truth, halo(truth, 1), rng())
    assert painted is not None
    assert (painted.foreground | painted.background).all()
