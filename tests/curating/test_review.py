"""Decisions and the elements that come of them."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from src.core import InputError, Instances
from src.curating.proposals import Proposal, proposals_of
from src.curating.review import REJECTED, Drawn, Review
from src.data.ui.document import read_annotations, write_annotations
from src.data.ui.records import Annotations, ScreenshotRecord

PROPOSAL = Proposal("ui_elements", ((12, 12, 20, 18), (10, 10, 50, 30)), 1, "Save", "button")


def empty() -> Review:
    return Review(Annotations("own", (ScreenshotRecord("a", "a.png", 100, 50),)))


def test_what_is_taken_as_it_was_is_accepted_and_what_is_changed_is_edited() -> None:
    drawn = Drawn.of(PROPOSAL)
    accepted = empty().taken("a", PROPOSAL, drawn)
    edited = empty().taken("a", PROPOSAL, replace(drawn, box=(10, 10, 50, 20)))
    assert accepted.decisions[0].verdict == "accepted"
    assert edited.decisions[0].verdict == "edited"
    assert edited.decisions[0].iou == pytest.approx(0.5)
    assert accepted.sample("a").elements[0].bbox == (0.1, 0.2, 0.5, 0.6)


def test_undo_takes_the_element_back_with_the_decision() -> None:
    review = empty().taken("a", PROPOSAL, Drawn.of(PROPOSAL)).left("a", PROPOSAL, REJECTED)
    once = review.undone()
    assert len(once.sample("a").elements) == 1
    assert once.undone() == empty()
    assert empty().undone() == empty()


def test_decisions_survive_in_the_file_and_are_not_asked_again(tmp_path: Path) -> None:
    review = empty().taken("a", PROPOSAL, Drawn.of(PROPOSAL)).added("a", Drawn((0, 0, 9, 9), "x"))
    write_annotations(tmp_path, review.kept)
    again = Review.of(read_annotations(tmp_path))
    assert again.decisions == review.decisions
    assert again.decided("a") == {PROPOSAL.key}
    assert again.counts() == {"ui_elements": {"accepted": 1}, "nobody": {"added": 1}}


def test_a_foreign_review_is_one_sentence(tmp_path: Path) -> None:
    place = write_annotations(tmp_path, empty().kept)
    given = json.loads(place.read_text())
    place.write_text(json.dumps({**given, "review": {"decisions": [{"a": 1}]}}))
    with pytest.raises(InputError, match="not written by annotate"):
        Review.of(read_annotations(tmp_path))


def test_proposals_come_in_reading_order_with_what_is_nested() -> None:
    boxes = np.array([[60, 40, 90, 48], [10, 10, 50, 30], [12, 12, 20, 18], [10, 10, 50, 29.9]])
    elements = Instances((50, 100), boxes=boxes, scores=np.array([0.9, 0.8, 0.7, 0.6]))
    proposals = proposals_of(elements, "x", least_score=0.5)
    assert [own.box[:2] for own in proposals] == [(10, 10), (12, 12), (60, 40)]
    assert proposals[0].chain == ((12, 12, 20, 18), (10, 10, 50, 30))
    assert proposals[0].place == 1
    assert proposals_of(elements, "x", least_score=0.85)[0].box == (60, 40, 90, 48)


def test_nothing_found_proposes_nothing() -> None:
    assert proposals_of(Instances((5, 5)), "x") == ()
