"""What every annotator promises."""

import pickle
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from skimage.draw import line

from src.core import Annotation, Annotator
from tests.conformance.options import built, every
from tests.conformance.scenes import discs
from tests.evaluation.same import differences

Mask = npt.NDArray[np.bool_]

SPILLING = ("human_sparse", "noisy", "population")
"""Leave paint on the wrong class by design, as people do: by slips, or by another opinion."""


def root(side: int = 60) -> Mask:
    """A thin line across a picture."""
    mask = np.zeros((side, side), bool)
    mask[line(5, 5, side - 6, side - 15)] = True
    return mask


BLOBS = discs((20, 18, 12), (42, 50, 15), (14, 52, 5), shape=(64, 72)) > 0
TRUTHS = {
    "blobs": BLOBS,
    "mostly foreground": ~BLOBS,
    "root of one px": root(),
    "at the border": np.pad(np.ones((9, 30), bool), ((0, 20), (0, 0))),
    "nothing": np.zeros((30, 40), bool),
    "all": np.ones((30, 40), bool),
    "one pixel": np.ones((1, 1), bool),
    "one row": np.arange(40)[None] > 30,
}
PREDICTIONS = {
    "nothing seen": np.zeros_like,
    "all seen": np.ones_like,
    "reversed": np.logical_not,
    "displaced": lambda truth: np.roll(truth, (4, 5), (0, 1)),
    "noise": lambda truth: truth ^ (np.random.default_rng(7).random(truth.shape) < 0.3),
}


# A person keeps no promises of ours: see tests/training/person.
SIMULATED = [option for option in every("annotator") if option != "person"]


@pytest.fixture(name="option", scope="module", params=SIMULATED)
def option_fixture(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(name="annotator", scope="module")
def annotator_fixture(option: str, home: Path) -> Annotator:
    return built("annotator", option, home)  # type: ignore[no-any-return]


@pytest.fixture(name="truth", scope="module", params=TRUTHS)
def truth_fixture(request: pytest.FixtureRequest) -> Mask:
    return TRUTHS[request.param]


@pytest.fixture(name="annotations", scope="module")
def annotations_fixture(annotator: Annotator, truth: Mask) -> list[Annotation | None]:
    return painted(annotator, truth)


def painted(annotator: Annotator, truth: Mask) -> list[Annotation | None]:
    """The initial annotation, and a correction of every prediction."""
    rng = np.random.default_rng
    predictions = [make(truth) for make in PREDICTIONS.values()]
    corrected = [annotator.correct(truth, seen, rng(3)) for seen in predictions]
    return [annotator.initial(truth, rng(3)), *corrected]


def test_it_is_an_annotator(annotator: Annotator) -> None:
    assert isinstance(annotator, Annotator)


def test_paint_has_the_shape_of_the_picture_and_takes_time(
    annotations: list[Annotation | None], truth: Mask
) -> None:
    for annotation in filter(None, annotations):
        assert annotation.rgba.shape == (*truth.shape, 4)
        assert (annotation.trajectory.dt > 0).all()
        if annotation.rgba[..., :2].any():
            assert annotation.seconds > 0
            assert annotation.trajectory.painting.any()


def test_paint_is_of_its_own_class(
    option: str, annotations: list[Annotation | None], truth: Mask
) -> None:
    if option in SPILLING:
        pytest.skip(f"annotator={option} leaves what it spills, by design")
    for annotation in filter(None, annotations):
        assert not (annotation.foreground & ~truth).any()
        assert not (annotation.background & truth).any()


def test_the_same_seed_gives_the_same_bytes(
    annotator: Annotator, annotations: list[Annotation | None], truth: Mask
) -> None:
    np.random.seed(5)  # noqa: NPY002  # the global state must not matter
    assert differences(annotations, painted(annotator, truth)) == []


def test_what_it_looks_at_stays_as_it_is(annotator: Annotator) -> None:
    truth, prediction = BLOBS.copy(), ~BLOBS
    annotator.initial(truth, np.random.default_rng(0))
    annotator.correct(truth, prediction, np.random.default_rng(0))
    assert np.array_equal(truth, BLOBS)
    assert np.array_equal(prediction, ~BLOBS)


def test_a_first_picture_is_always_painted_on(annotations: list[Annotation | None]) -> None:
    first = annotations[0]
    assert first is not None
    assert first.rgba[..., :2].any()


def test_both_classes_get_paint_at_first(annotator: Annotator) -> None:
    first = annotator.initial(BLOBS, np.random.default_rng(0))
    assert first.foreground.any()
    assert first.background.any()


def test_a_right_prediction_is_left_as_it_is(annotator: Annotator, truth: Mask) -> None:
    assert annotator.correct(truth, truth.copy(), np.random.default_rng(0)) is None


def test_a_plain_error_is_corrected(annotator: Annotator) -> None:
    missed = annotator.correct(BLOBS, np.zeros_like(BLOBS), np.random.default_rng(0))
    spurious = annotator.correct(np.zeros_like(BLOBS), BLOBS, np.random.default_rng(0))
    assert missed is not None
    assert missed.foreground.any()
    assert spurious is not None
    assert spurious.background.any()


def test_a_prediction_of_another_shape_is_refused(annotator: Annotator) -> None:
    with pytest.raises(ValueError, match=r"\(64, 72\).*\(3, 4\)"):
        annotator.correct(BLOBS, np.zeros((3, 4), bool), np.random.default_rng(0))


def test_a_copy_in_another_process_paints_the_same(annotator: Annotator) -> None:
    copy = pickle.loads(pickle.dumps(annotator))  # noqa: S301
    first, second = (own.initial(BLOBS, np.random.default_rng(1)) for own in (annotator, copy))
    assert differences(first, second) == []
