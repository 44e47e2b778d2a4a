"""Questions about screenshots as the inspector draws them."""

from src.scoring.grounding import Grounding
from src.studio.inspector.grounding import is_grounding, question_counts, question_marks
from src.studio.inspector.marks import Mark, changed, counts
from tests.scoring.grounding.screens import Box, Element, answered, card_of, screen

HERE: Box = (10, 10, 60, 40)
THERE: Box = (100, 100, 160, 140)
ELEMENTS = [
    Element("right", HERE),
    Element("wrong", THERE),
    Element("silent", (200, 20, 250, 60)),
    Element("broken", (200, 100, 250, 160)),
    Element("absent", None),
    Element("aside", (10, 150, 60, 190), scored=False),
]


def marks_of(*said: object) -> list[Mark]:
    sample = screen(ELEMENTS)
    card = card_of(Grounding(resamples=20), (sample, answered(sample, *said)))  # type: ignore[arg-type]
    assert is_grounding(card)
    marks = question_marks(card, sample.id)
    told = question_counts(card)[sample.id]
    assert {kind: count for kind, count in counts(marks).items() if kind in told} == {
        kind: count for kind, count in told.items() if count
    }
    return marks


def test_every_question_becomes_what_came_of_it() -> None:
    marks = marks_of(HERE, HERE, None, "timed out", THERE, HERE)
    told = [(mark.kind, mark.box, mark.text, mark.expected) for mark in marks]
    assert told == [
        ("matched", HERE, None, None),
        ("missed", THERE, None, "the wrong"),
        ("spurious", HERE, "neighbour chosen", None),
        ("missed", (200, 20, 250, 60), None, "the silent"),
        ("missed", (200, 100, 250, 160), "timed out", "the broken"),
        ("spurious", THERE, "answered though there is nothing", None),
        ("unscored", (10, 150, 60, 190), "the aside", None),
    ]
    assert marks[0].truth == HERE


def test_an_answer_without_a_box_is_a_point() -> None:
    first = marks_of((30.0, 20.0), None, None, None, None, None)[0]
    assert (first.kind, first.box, first.score) == ("matched", (26, 16, 34, 24), None)


def test_two_runs_differ_where_their_answers_do() -> None:
    one = marks_of(HERE, THERE, None, None, None, None)
    two = marks_of(HERE, HERE, None, None, None, None)
    before, after = changed(one, two)
    assert [mark.kind for mark in before] == ["matched"]
    assert [mark.kind for mark in after] == ["missed", "spurious"]
