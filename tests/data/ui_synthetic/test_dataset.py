"""``dataset=ui_synthetic``."""

from collections import Counter

import numpy as np
import pytest

from src.core import InputError, element_of
from src.data.ui.clicks import Clicks
from src.data.ui_synthetic.dataset import UiSynthetic
from tests.evaluation.same import differences


def test_a_sample_depends_on_the_seed_and_its_number_alone() -> None:
    few, many = UiSynthetic(count=2), UiSynthetic(count=5)
    assert [*few.entries] == [*many.entries][:2]
    for entry in few.entries:
        assert differences(few.read(entry), many.read(entry)) == []


def test_another_seed_is_another_screen() -> None:
    one, other = UiSynthetic(count=1, seed=1), UiSynthetic(count=1, seed=2)
    assert one.fingerprint != other.fingerprint
    first, second = one.read(one.entries[0]), other.read(other.entries[0])
    assert not np.array_equal(first.picture.pixels, second.picture.pixels)


def test_every_element_is_asked_for_by_a_click_on_it() -> None:
    dataset = UiSynthetic(count=3, click=Clicks(repeats=2))
    for sample in dataset.samples():
        truth = sample.truth
        assert truth.boxes is not None
        boxes = dict(zip(truth.extra["element"].tolist(), truth.boxes, strict=True))
        asked = Counter(element_of(question.id) for question in sample.picture.questions)
        assert asked == dict.fromkeys(boxes, 2)
        for question in sample.picture.questions:
            assert question.click is not None
            x1, y1, x2, y2 = boxes[element_of(question.id)]
            assert x1 <= question.click[0] < x2
            assert y1 <= question.click[1] < y2


@pytest.mark.parametrize(
    ("chosen", "types"),
    [
        ({"types": ["button", "icon"]}, {"button", "icon"}),
        ({"types": ["button", "icon"], "without": ["icon"]}, {"button"}),
        (
            {"without": ["text", "link"]},
            {"button", "icon", "text_field", "check_box", "drop_down"},
        ),
    ],
)
def test_a_user_chooses_the_types_that_are_asked_for(
    chosen: dict[str, list[str]], types: set[str]
) -> None:
    every, some = UiSynthetic(count=9), UiSynthetic(count=9, **chosen)  # type: ignore[arg-type]
    asked = set()
    for entry, other in zip(every.entries, some.entries, strict=True):
        assert entry.truth_id != other.truth_id
        whole, read = every.read(entry), some.read(other)
        assert np.array_equal(whole.picture.pixels, read.picture.pixels)
        extra = read.truth.extra
        kinds = dict(zip(extra["element"].tolist(), extra["type"].tolist(), strict=True))
        questions = [one for one in whole.picture.questions if kinds[element_of(one.id)] in types]
        assert [*read.picture.questions] == questions
        asked |= {kinds[element_of(one.id)] for one in questions}
    assert asked == types


def test_the_usual_screens_are_what_they_were() -> None:
    assert UiSynthetic().fingerprint == "2c9995dd7f366ece"
    assert UiSynthetic(count=3, ask="instruction").fingerprint == "d9654f6f6e1a7321"


def test_an_instruction_fits_one_element_only() -> None:
    for sample in UiSynthetic(count=9, ask="instruction").samples():
        told = [question.instruction for question in sample.picture.questions]
        assert len(told) == len(sample.truth)
        # Verbs differ by chance; what is meant must differ without them.
        meant = [words.split(" the ", 1)[1] for words in told if words]
        assert len(set(meant)) == len(meant)


def test_how_one_asks_is_part_of_the_fingerprint_and_not_of_the_pictures() -> None:
    clicks, words = UiSynthetic(count=2), UiSynthetic(count=2, ask="instruction")
    assert [entry.id for entry in clicks.entries] == [entry.id for entry in words.entries]
    assert clicks.fingerprint != words.fingerprint
    centred = UiSynthetic(count=2, click=Clicks(kind="centre"))
    assert centred.fingerprint != clicks.fingerprint


def test_tags_tell_difficulty_and_theme() -> None:
    mixed = UiSynthetic(count=6)
    assert [entry.tags["difficulty"] for entry in mixed.entries] == ["easy", "medium", "hard"] * 2
    dark = UiSynthetic(count=4, theme="dark", difficulty="hard")
    assert {(e.tags["theme"], e.tags["difficulty"]) for e in dark.entries} == {("dark", "hard")}
    themes = Counter(entry.tags["theme"] for entry in UiSynthetic(count=200).entries)
    assert 70 < themes["light"] < 130


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"difficulty": "extreme"}, "dataset.difficulty must be one of"),
        ({"theme": "blue"}, "dataset.theme must be one of"),
        ({"size": 100}, "dataset.size must be at least"),
        ({"ask": "nicely"}, "dataset.ask must be one of"),
        ({"count": 0}, "dataset.count"),
        ({"types": ["knob"]}, r"dataset\.types must be some of \('button', .*'knob'"),
        ({"without": ["knob"]}, r"dataset\.without must be some of"),
        ({"types": []}, "leave no type to ask for"),
        ({"types": ["link"], "without": ["link"]}, "leave no type to ask for"),
    ],
)
def test_what_cannot_be_drawn_is_told(wrong: dict[str, object], said: str) -> None:
    with pytest.raises(InputError, match=said):
        UiSynthetic(**wrong)  # type: ignore[arg-type]


def test_the_smallest_screen_has_room_for_every_difficulty() -> None:
    for difficulty in ("easy", "medium", "hard"):
        dataset = UiSynthetic(count=3, size=(360, 480), difficulty=difficulty)
        assert [sample.picture.shape for sample in dataset.samples()] == [(360, 480)] * 3
