import numpy as np
import pytest

from src.core import Entry, Picture, Question


def test_a_picture_carries_what_is_asked_of_it() -> None:
    asked = (Question("a", click=(1, 2)), Question("b", instruction="the close button"))
    picture = Picture(Entry("1", "screen", "test"), np.zeros((4, 4), np.uint8), questions=asked)
    assert picture.questions == asked
    assert picture.questions[0].click == (1.0, 2.0)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({}, "either a click or an instruction"),
        ({"click": (1, 2), "instruction": "x"}, "either a click or an instruction"),
        ({"click": (1, float("nan"))}, "click must be x and y"),
        ({"instruction": ""}, "the instruction is empty"),
    ],
)
def test_a_question_asks_one_thing(options: dict[str, object], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        Question("a", **options)  # type: ignore[arg-type]


def test_a_question_has_no_place_for_the_truth() -> None:
    assert set(Question.__dataclass_fields__) == {"id", "click", "instruction"}


def test_two_questions_of_a_picture_are_told_apart() -> None:
    twice = (Question("a", instruction="x"), Question("a", instruction="y"))
    with pytest.raises(ValueError, match="two questions have the same id"):
        Picture(Entry("1", "screen", "test"), np.zeros((4, 4), np.uint8), questions=twice)
