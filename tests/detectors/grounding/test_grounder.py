"""The detector around a method."""

import numpy as np

from src.core import Detector, Question
from src.detectors.grounding.grounder import Grounder
from tests.detectors.grounding.methods import Blobs, picture, screenshot

SCREEN = screenshot((400, 300), (20, 30, 80, 60), (200, 100, 240, 120))


def test_a_screenshot_is_parsed_once_however_many_questions_it_has() -> None:
    method = Blobs()
    questions = [Question(f"e{number}/0", click=(30 + number, 40)) for number in range(5)]
    answers = Grounder(method).detect(picture(SCREEN, *questions))
    assert method.parses == [(300, 400)]
    assert [answer.id for answer in answers.answers] == [question.id for question in questions]
    assert all(answer.box == (20, 30, 80, 60) for answer in answers.answers)
    assert [answer.parsing_ms > 0 for answer in answers.answers] == [True] + [False] * 4
    assert all(answer.attempts == 1 and answer.locating_ms >= 0 for answer in answers.answers)


def test_elements_are_those_of_the_screen() -> None:
    answers = Grounder(Blobs()).detect(picture(SCREEN))
    assert answers.elements.boxes is not None
    assert answers.elements.boxes.tolist() == [[20, 30, 80, 60], [200, 100, 240, 120]]
    assert answers.shape == (300, 400)


def test_it_is_a_detector() -> None:
    assert isinstance(Grounder(Blobs()), Detector)


def test_a_picture_without_pixels_has_nothing_to_find() -> None:
    nothing = picture(np.zeros((0, 0), np.uint8), Question("a/0", click=(1, 1)))
    (answer,) = Grounder(Blobs()).detect(nothing).answers
    assert (answer.outcome, answer.attempts) == ("nothing", 0)
