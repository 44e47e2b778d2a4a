"""A wrong answer has the kind that a person would call it by."""

from dataclasses import replace
from typing import Any

import pytest

from src.scoring.grounding import Grounding
from src.scoring.grounding.failures import KINDS
from src.scoring.grounding.tables import FAILURES, QUESTIONS
from tests.scoring.grounding.screens import Box, Element, answered, card_of, parsed_of, screen

BAR = (0.0, 0.0, 200.0, 40.0)
SAVE = (10.0, 5.0, 60.0, 35.0)
OPEN = (70.0, 5.0, 120.0, 35.0)
LABEL = (20.0, 12.0, 40.0, 28.0)
LINE = (210.0, 5.0, 213.0, 35.0)
TITLE = (10.0, 100.0, 90.0, 115.0)
ELEMENTS = [
    Element("bar", BAR, "toolbar"),
    Element("save", SAVE),
    Element("open", OPEN),
    Element("label", LABEL, "icon"),
    Element("line", LINE, "separator"),
    Element("title", TITLE, "text", "Title"),
]


def kind(element: str, said: Any, *parsed: Box) -> str:
    sample = screen(ELEMENTS, [element])
    answers = answered(sample, said, parsed=parsed_of(parsed))
    return str(card_of(Grounding(), (sample, answers)).tables[QUESTIONS]["kind"][0])


@pytest.mark.parametrize(
    ("element", "said", "parsed", "expected"),
    [
        ("save", SAVE, [], ""),
        ("save", "time-out", [], ""),
        ("save", None, [], "nothing"),
        ("title", None, [], "text_missed"),
        ("title", BAR, [BAR], "text_missed"),
        ("title", (10.0, 90.0, 90.0, 140.0), [TITLE], "parent"),
        ("line", None, [], "thin"),
        ("line", BAR, [], "thin"),
        ("save", BAR, [BAR], "parent"),
        ("save", (8.0, 4.0, 122.0, 36.0), [BAR], "merged"),
        ("save", LABEL, [LABEL], "child"),
        ("save", (12.0, 6.0, 25.0, 34.0), [(12, 6, 25, 34), (30, 6, 58, 34)], "split"),
        ("save", (12.0, 6.0, 25.0, 34.0), [(12, 6, 25, 34)], "child"),
        ("save", (12.0, 6.0, 25.0, 34.0), [(12, 6, 25, 34), (12, 6, 24, 33)], "child"),
        ("save", (12.0, 6.0, 25.0, 34.0), [(12, 6, 25, 34), (50, 20, 55, 25)], "child"),
        ("save", OPEN, [OPEN], "neighbour"),
        ("save", (62.0, 5.0, 68.0, 35.0), [], "neighbour"),
        ("save", (240.0, 150.0, 260.0, 170.0), [], "elsewhere"),
        ("save", (35.0, 5.0, 100.0, 35.0), [], "inexact"),
        ("save", (90.0, 20.0), [], "neighbour"),
        ("save", (5.0, 2.0), [], "parent"),
        ("save", (250.0, 150.0), [], "elsewhere"),
    ],
)
def test_a_mistake_has_a_kind(element: str, said: Any, parsed: list[Box], expected: str) -> None:
    assert kind(element, said, *parsed) == expected


def test_a_box_that_is_right_with_a_point_that_is_not_is_a_mistake_of_the_point() -> None:
    sample = screen(ELEMENTS, ["save"])
    answers = answered(sample, SAVE)
    beside = replace(answers, answers=(replace(answers.answers[0], point=(90.0, 20.0)),))
    card = card_of(Grounding(), (sample, beside))
    assert card.tables[QUESTIONS]["kind"].tolist() == ["neighbour"]
    assert card.metrics["hits_at_0.50"] == 1


def test_an_answer_where_there_is_nothing_is_a_mistake() -> None:
    sample = screen([Element("gone", None), Element("away", None)])
    card = card_of(Grounding(), (sample, answered(sample, SAVE, None)))
    assert card.tables[QUESTIONS]["kind"].tolist() == ["not_refused", ""]


def test_kinds_are_counted_and_sorted() -> None:
    sample = screen(ELEMENTS, ["save", "save", "open", "bar"])
    card = card_of(Grounding(), (sample, answered(sample, None, None, BAR, BAR)))
    table = card.tables[FAILURES]
    assert table["kind"].tolist()[:2] == ["nothing", "parent"]
    assert table["questions"].tolist()[:2] == [2, 1]
    assert set(table["kind"]) == set(KINDS)
    assert card.metrics["failed_nothing"] == 2


def test_what_does_not_count_is_no_mistake() -> None:
    sample = screen([Element("cut", SAVE, scored=False)])
    card = card_of(Grounding(), (sample, answered(sample, OPEN)))
    assert card.tables[QUESTIONS]["kind"].tolist() == [""]
    assert card.metrics["targets"] == 0
