"""The crop that is told the truth: it bounds the others, and refuses what it knows no truth of."""

from pathlib import Path

import numpy as np
import pytest

from src.composing.builder import build
from src.composing.conf import composed
from src.core import Answer, InputError, Instances, Question
from src.core.answers import FOUND
from src.data.ui.annotated import AnnotatedScreens
from src.detectors.grounding.crops.crop import Crop
from src.detectors.grounding.crops.oracle import Oracle
from src.detectors.grounding.crops.whole import Whole
from src.detectors.grounding.grounder import Grounder
from src.detectors.grounding.method import Parsed, Pixels
from src.geometry.boxes import iou
from tests.conformance.shuffled import Shuffled
from tests.data.ui.screens import ABSENT, BUTTON, FIELD, sample, spoken, write_set
from tests.detectors.grounding.methods import Blobs, picture, screenshot

SIZES = (8, 14, 22)


class Everything:
    """Takes all that it is shown for the element."""

    def parse(self, pixels: Pixels, *, texts: bool) -> Parsed:  # noqa: ARG002
        return Parsed(Instances(pixels.shape[:2], np.zeros((0, 4))), pixels.shape[:2])

    def locate(self, parsed: Parsed, question: Question) -> Answer:
        height, width = parsed.content
        box = (0.0, 0.0, float(width), float(height))
        return Answer(question.id, FOUND, (width / 2, height / 2), box, 0.5)


@pytest.fixture(name="home", scope="module")
def home_fixture(tmp_path_factory: pytest.TempPathFactory) -> Path:
    elements = spoken(BUTTON, "the login"), spoken(FIELD, "the field"), ABSENT
    return write_set(tmp_path_factory.mktemp("screens"), sample("a", *elements))


def overlaps(crop: Crop, screens: AnnotatedScreens) -> list[float]:
    """IoU of every answer with what was asked for."""
    (shown,) = screens.samples()
    answers = Grounder(Everything(), crop).detect(shown.picture).answers
    assert shown.truth.boxes is not None
    places = shown.truth.extra["element"].tolist()
    boxes = [shown.truth.boxes[places.index(answer.id.partition("/")[0])] for answer in answers]
    return [
        float(iou([answer.box], [box])[0, 0]) for answer, box in zip(answers, boxes, strict=True)
    ]


@pytest.mark.parametrize("ask", ["click", "instruction"])
def test_it_takes_the_window_whose_answer_is_nearest_to_the_truth(home: Path, ask: str) -> None:
    screens = AnnotatedScreens(str(home), ask=ask)
    known = overlaps(Oracle(screens, SIZES), screens)
    assert all(own >= other for own, other in zip(known, overlaps(Whole(), screens), strict=True))
    # A button of 20 by 9 px, and squares of 8, 14 and 22 px: the second fits it best.
    assert known[0] == pytest.approx(14 * 9 / (14 * 14 + 20 * 9 - 14 * 9))


def test_the_truth_moves_its_answers(home: Path) -> None:
    screens = AnnotatedScreens(str(home))
    (shown,) = screens.samples()
    told, misled = (
        Grounder(Everything(), Oracle(truth, SIZES)).detect(shown.picture).answers
        for truth in (screens, Shuffled(screens))
    )
    assert [answer.box for answer in told] != [answer.box for answer in misled]


def test_a_refusal_is_asked_on_the_whole_screen(home: Path) -> None:
    screens = AnnotatedScreens(str(home), ask="instruction")
    (shown,) = screens.samples()
    answers = {
        answer.id: answer
        for answer in Grounder(Everything(), Oracle(screens)).detect(shown.picture).answers
    }
    height, width = shown.picture.shape
    assert answers["absent/0"].box == (0, 0, width, height)


def test_what_it_knows_no_truth_of_is_refused(home: Path) -> None:
    screens = AnnotatedScreens(str(home))
    other = picture(screenshot((40, 30), (2, 2, 9, 9)), Question("button/0", click=(4, 4)))
    with pytest.raises(InputError, match=r"crop\.truth must be the dataset that is evaluated"):
        Grounder(Blobs(), Oracle(screens)).detect(other)


def test_the_configuration_tells_it_the_dataset_of_the_run(home: Path) -> None:
    chosen = ["dataset=ui", f"dataset.root={home}", "detector=ui_elements", "crop=oracle"]
    detector = build(composed(chosen), "detector")
    assert isinstance(detector.crop, Oracle)
    assert detector.crop.truth.fingerprint == AnnotatedScreens(str(home)).fingerprint
