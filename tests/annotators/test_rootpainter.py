"""What holds of every annotation, in both phases, on any truth."""

import numpy as np
import pytest
from hydra import compose, initialize_config_dir
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from src.annotators.rootpainter import RootPainterAnnotator
from src.composing.builder import build
from src.composing.conf import CONF
from src.core import Annotation, Annotator
from src.core.annotation import BACKGROUND, FOREGROUND
from tests.annotators.scenes import TRUTHS, Mask, actionable, ellipses, gaps, replay, truths
from tests.conftest import real_data

ANNOTATOR = RootPainterAnnotator()
FEW = settings(max_examples=120, deadline=None)
seeds = st.integers(0, 2**32 - 1)


def check(annotation: Annotation, truth: Mask) -> None:
    """The facts of every annotation."""
    assert not (annotation.foreground & ~truth).any()
    assert not (annotation.background & truth).any()
    assert not annotation.rgba[..., 2:].any()
    assert np.isin(annotation.rgba, (0, 255)).all()
    check_books(annotation, truth)
    check_speeds(annotation, truth.shape)


def check_books(annotation: Annotation, truth: Mask) -> None:
    """The trajectory tells all: what is painted, to the pixel, and how long it took."""
    events = annotation.trajectory
    paint, ever = replay(events, truth.shape)
    assert (annotation.foreground == (paint == FOREGROUND + 1)).all()
    assert (annotation.background == (paint == BACKGROUND + 1)).all()
    spilled = bool((ever[FOREGROUND] & ~truth).any() or (ever[BACKGROUND] & truth).any())
    assert spilled == (annotation.spilled > 0) == (annotation.erasing_seconds > 0)
    assert (events.dt > 0).all()
    assert annotation.seconds == events.dt.sum()
    assert (gaps(events) >= 0.1 - 1e-9).all()


def check_speeds(annotation: Annotation, shape: tuple[int, int]) -> None:
    """Travel is at travel speed; painting, and finding the place for it, within their bounds."""
    events = annotation.trajectory
    steps = np.hypot(
        np.diff(events.r, prepend=shape[0] // 2), np.diff(events.c, prepend=shape[1] // 2)
    )
    moving, speeds = steps > 0, steps / events.dt
    slow = (speeds > 30 - 1e-6) & (speeds < 200 + 1e-6)
    assert slow[moving & events.painting].all()
    assert (slow | np.isclose(speeds, 800.0))[moving].all()
    pressed = events.painting & ~moving
    assert (events.dt[pressed] >= 0.5 / 200).all()


def check_initial(annotation: Annotation, truth: Mask) -> None:
    """Each class that exists is painted, the larger at most ten times as much.

    A shaky hand may lose the paint of a class of a few pixels again while it paints the other.
    """
    check(annotation, truth)
    events = annotation.trajectory
    _, (foreground, background, _) = replay(events, truth.shape)
    right = (background & ~truth).sum(), (foreground & truth).sum()
    assert (right[True] > 0) == truth.any()
    assert (right[False] > 0) == (~truth).any()
    if truth.any() and (~truth).any():
        larger = int(truth.sum() > (~truth).sum())
        radius = int(events.brush_radius[events.channel == 1 - larger].max())
        assert right[larger] <= 10 * right[1 - larger] + np.pi * (radius + 1) ** 2


@pytest.mark.parametrize("name", TRUTHS)
def test_initial_annotations_keep_the_contract(name: str) -> None:
    truth = TRUTHS[name]
    check_initial(ANNOTATOR.initial(truth, np.random.default_rng(0)), truth)


@FEW
@given(truths(), seeds)
def test_initial_annotations_keep_the_contract_on_anything(truth: Mask, seed: int) -> None:
    check_initial(ANNOTATOR.initial(truth, np.random.default_rng(seed)), truth)


@pytest.mark.parametrize("name", TRUTHS)
@pytest.mark.parametrize("prediction", ["nothing", "everything", "opposite"])
def test_corrections_keep_the_contract(name: str, prediction: str) -> None:
    truth = TRUTHS[name]
    seen = {"nothing": truth & False, "everything": truth | True, "opposite": ~truth}[prediction]
    annotation = ANNOTATOR.correct(truth, seen, np.random.default_rng(0))
    missed, spurious = actionable(truth, seen)
    if annotation is None:
        assert not (missed | spurious).any()
    else:
        check(annotation, truth)
        assert (annotation.foreground | annotation.background).any()


@FEW
@given(truths(), seeds)
def test_corrections_keep_the_contract_on_anything(truth: Mask, seed: int) -> None:
    rng = np.random.default_rng(seed)
    prediction = truth ^ (rng.random(truth.shape) < rng.random())
    annotation = ANNOTATOR.correct(truth, prediction, rng)
    if annotation is not None:
        check(annotation, truth)


@given(truths(), seeds)
@FEW
def test_what_is_right_is_skipped(truth: Mask, seed: int) -> None:
    assert ANNOTATOR.correct(truth, truth, np.random.default_rng(seed)) is None


def test_the_same_seed_gives_the_same_bytes_and_another_seed_others() -> None:
    truth = ellipses()
    nothing = np.zeros_like(truth)
    for paint in (
        lambda rng: ANNOTATOR.initial(truth, rng),
        lambda rng: ANNOTATOR.correct(truth, nothing, rng),
    ):
        np.random.seed(0)  # noqa: NPY002  # the global state must not matter
        first = paint(np.random.default_rng(5))
        np.random.seed(1)  # noqa: NPY002
        same, other = paint(np.random.default_rng(5)), paint(np.random.default_rng(6))
        assert first is not None
        assert same is not None
        for name, column in first.trajectory.columns().items():
            assert column.tobytes() == getattr(same.trajectory, name).tobytes()
        assert first.rgba.tobytes() == same.rgba.tobytes()
        assert first.trajectory != other.trajectory


def test_masks_are_not_changed() -> None:
    truth = ellipses()
    prediction = np.roll(truth, 5, axis=0)
    before = truth.copy(), prediction.copy()
    ANNOTATOR.initial(truth, np.random.default_rng(0))
    ANNOTATOR.correct(truth, prediction, np.random.default_rng(0))
    assert (truth == before[0]).all()
    assert (prediction == before[1]).all()


@pytest.mark.parametrize("shape", [(0, 0), (0, 7), (7, 0)])
def test_a_picture_without_pixels_has_an_empty_annotation(shape: tuple[int, int]) -> None:
    nothing = np.zeros(shape, bool)
    assert len(ANNOTATOR.initial(nothing, np.random.default_rng(0)).trajectory) == 0
    assert ANNOTATOR.correct(nothing, nothing, np.random.default_rng(0)) is None


def test_shapes_must_agree() -> None:
    with pytest.raises(ValueError, match=r"\(3, 4\).*\(4, 3\)"):
        ANNOTATOR.correct(np.ones((3, 4)), np.ones((4, 3)), np.random.default_rng(0))
    with pytest.raises(ValueError, match="truth must be"):
        ANNOTATOR.initial(np.ones((3, 4, 3)), np.random.default_rng(0))


def test_the_configuration_gives_every_argument_its_default() -> None:
    with initialize_config_dir(str(CONF)):
        config = compose("config", ["annotator=rootpainter"])
    annotator = build(config, "annotator")
    assert annotator == RootPainterAnnotator()
    assert isinstance(annotator, Annotator)
    assert set(config.annotator) - {"_target_"} == set(RootPainterAnnotator.__dataclass_fields__)


@pytest.mark.parametrize(
    ("argument", "value"),
    [
        ("dab_spacing", 0.0),
        ("balance", 0.5),
        ("generous", 0.0),
        ("lone_share", 1.5),
        ("clearance", -1),
        ("line_spacing", 0.0),
        ("neighbourhood", 0),
        ("chunk_share", 0.0),
        ("boundary_radius", 0),
        ("stall_share", 2.0),
        ("size_noise", -1.0),
    ],
)
def test_a_refusal_names_the_value_that_came(argument: str, value: float) -> None:
    with pytest.raises(ValueError, match=str(value)):
        RootPainterAnnotator(**{argument: value})


def read(path: object) -> Mask:
    with Image.open(str(path)) as image:
        return np.asarray(image.convert("L"))


def test_real_roots_with_real_predictions_are_annotated() -> None:
    folder = real_data("roots_segroot_tiles")
    for file in sorted((folder / "masks").glob("*.png"))[:3]:
        truth = read(file) > 127
        prediction = read(folder / "pred_segroot_8_5_prob" / file.name) >= 230
        check_initial(ANNOTATOR.initial(truth, np.random.default_rng(0)), truth)
        check_covered(truth, prediction)


def test_the_second_observer_of_vessels_is_corrected_by_the_first() -> None:
    folder = real_data("vessels_drive")
    for file in sorted((folder / "manual1").glob("*.png"))[:2]:
        truth, prediction = read(file) > 127, read(folder / "manual2" / file.name) > 127
        check_initial(ANNOTATOR.initial(truth, np.random.default_rng(0)), truth)
        check_covered(truth, prediction)


def check_covered(truth: Mask, prediction: Mask) -> None:
    """At least 95 % of the actionable error is painted with the right class."""
    annotation = ANNOTATOR.correct(truth, prediction, np.random.default_rng(0))
    assert annotation is not None
    check(annotation, truth)
    missed, spurious = actionable(truth, prediction)
    right = (missed & annotation.foreground).sum() + (spurious & annotation.background).sum()
    assert right >= 0.95 * (missed | spurious).sum()
