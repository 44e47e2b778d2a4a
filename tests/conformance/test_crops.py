"""What every crop and every set of transforms promises."""

import pickle
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from src.core import Answer, Question
from src.detectors.grounding.crops.crop import Crop
from src.detectors.grounding.grounder import Grounder
from src.detectors.grounding.transforms import Transforms
from tests.conformance.options import built, every
from tests.detectors.grounding.methods import Blobs, picture, screenshot
from tests.evaluation.same import differences

NONE = "none"
BUTTON, CORNER = (1000, 600, 1040, 624), (1360, 770, 1400, 800)
SCREEN = screenshot((1400, 800), BUTTON, CORNER)
QUESTIONS = (
    Question("button/0", click=(1007.25, 609.5)),
    Question("corner/0", click=(1380, 799)),
    Question("nothing/0", click=(3, 3)),
    Question("words/0", instruction="the largest"),
)


@pytest.fixture(name="crop", scope="module", params=[NONE, *every("crop")])
def crop_fixture(request: pytest.FixtureRequest, home: Path) -> Crop:
    if "oracle" in request.param:
        pytest.skip(f"crop={request.param} answers on screens whose truth it is told alone")
    return built("crop", request.param, home)  # type: ignore[no-any-return]


@pytest.fixture(name="transforms", scope="module", params=[NONE, *every("transforms")])
def transforms_fixture(request: pytest.FixtureRequest, home: Path) -> Transforms:
    return built("transforms", request.param, home)  # type: ignore[no-any-return]


def answered(crop: Crop, transforms: Transforms, *questions: Question) -> tuple[Answer, ...]:
    answers = Grounder(Blobs(), crop, transforms).detect(picture(SCREEN, *questions)).answers
    return tuple(replace(answer, parsing_ms=0.0, locating_ms=0.0) for answer in answers)


def test_it_is_what_it_is_called(crop: Crop, transforms: Transforms) -> None:
    assert isinstance(crop, Crop)
    assert isinstance(transforms, Transforms)


def test_answers_are_told_in_pixels_of_the_screen(crop: Crop, transforms: Transforms) -> None:
    answers = answered(crop, transforms, *QUESTIONS)
    assert [answer.id for answer in answers] == [question.id for question in QUESTIONS]
    for answer, box in zip(answers, (BUTTON, CORNER), strict=False):
        assert answer.box == box
        assert answer.attempts >= 1
    assert answers[2].outcome == "nothing"
    assert answers[3].box == CORNER


def test_the_same_questions_get_the_same_answers_in_any_company(
    crop: Crop, transforms: Transforms
) -> None:
    together = answered(crop, transforms, *QUESTIONS)
    alone = [answered(crop, transforms, question)[0] for question in QUESTIONS]
    assert differences(list(together), alone) == []


def test_a_copy_in_another_process_gives_the_same_answers(
    crop: Crop, transforms: Transforms
) -> None:
    copies = pickle.loads(pickle.dumps((crop, transforms)))  # noqa: S301
    assert answered(*copies, *QUESTIONS) == answered(crop, transforms, *QUESTIONS)


def test_the_screen_stays_as_it_is(crop: Crop, transforms: Transforms) -> None:
    before = SCREEN.copy()
    answered(crop, transforms, *QUESTIONS)
    assert np.array_equal(SCREEN, before)
