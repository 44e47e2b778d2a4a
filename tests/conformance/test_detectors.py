"""What every detector promises."""

import pickle
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from src.core import Detector, Picture, Prediction
from tests.conformance.options import built, every
from tests.conformance.scenes import EMPTY, PICTURES, TWO
from tests.evaluation.same import differences

REPLAYS = ("label_studio", "stored", "stored_classes", "tools")
"""Serve what somebody left of a picture; of one without pixels nobody leaves a file."""


@pytest.fixture(name="option", scope="module", params=every("detector"))
def option_fixture(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(name="detector", scope="module")
def detector_fixture(option: str, home: Path) -> Detector:
    detector = built("detector", option, home)
    if option == "forest":
        example = PICTURES["grey"].pixels, TWO > 0, TWO == 0
        detector = replace(detector, trees=5).fit([example])
    return detector  # type: ignore[no-any-return]


@pytest.fixture(name="picture", params=PICTURES)
def picture_fixture(request: pytest.FixtureRequest, option: str) -> Picture:
    if request.param == EMPTY and option in REPLAYS:
        pytest.skip(f"detector={option} serves files, and no file has a picture without pixels")
    return PICTURES[request.param]


def test_it_is_a_detector(detector: Detector) -> None:
    assert isinstance(detector, Detector)


def test_any_picture_gets_an_answer_of_its_shape(detector: Detector, picture: Picture) -> None:
    answer = detector.detect(picture)
    assert isinstance(answer, Prediction)
    assert answer.shape == answer.consensus.shape == picture.shape
    assert all(own.shape == picture.shape for own in answer.by_tool.values())


def test_the_same_picture_gets_the_same_answer(detector: Detector, picture: Picture) -> None:
    before = picture.pixels.tobytes()
    assert differences(detector.detect(picture), detector.detect(picture)) == []
    assert picture.pixels.tobytes() == before


def test_nothing_that_is_known_of_the_truth_changes_the_answer(detector: Detector) -> None:
    picture = PICTURES["grey"]
    entry = replace(picture.entry, split="train", truth_id="another", tags={"truth": "all of it"})
    told = detector.detect(replace(picture, entry=entry))
    assert differences(detector.detect(picture), told) == []


def test_an_answer_leaves_no_trace_in_the_next(detector: Detector) -> None:
    first = detector.detect(PICTURES["grey"])
    detector.detect(PICTURES["colour"])
    detector.detect(PICTURES["flat"])
    assert differences(first, detector.detect(PICTURES["grey"])) == []


def test_a_copy_in_another_process_gives_the_same_answer(detector: Detector) -> None:
    copy = pickle.loads(pickle.dumps(detector))  # noqa: S301
    for name in ("grey", "colour"):
        picture = PICTURES[name]
        assert differences(copy.detect(picture), detector.detect(picture)) == []


def test_an_answer_can_be_sent_to_another_process(detector: Detector) -> None:
    answer = detector.detect(PICTURES["grey"])
    sent = pickle.loads(pickle.dumps(answer))  # noqa: S301
    assert differences(sent, answer) == []
    assert np.array_equal(sent.consensus.counts, answer.consensus.counts)
