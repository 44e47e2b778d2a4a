"""Recall and average precision of parsed elements are COCO's."""

import math

import numpy as np
import pytest

from src.core import Instances
from src.scoring.coco_ap import coco_average_precision
from src.scoring.grounding import Grounding
from tests.scoring.grounding.screens import Element, answered, card_of, parsed_of, screen

BOXES = [(0.0, 0.0, 20.0, 20.0), (30.0, 0.0, 60.0, 20.0), (80.0, 0.0, 100.0, 40.0)]
ELEMENTS = [Element(str(number), box) for number, box in enumerate(BOXES)]


def test_they_are_left_out_unless_asked_for() -> None:
    sample = screen(ELEMENTS, [])
    card = card_of(Grounding(), (sample, answered(sample, parsed=parsed_of(BOXES))))
    assert not [name for name in card.metrics if name.startswith("element_")]


def test_they_are_cocos() -> None:
    parsed = parsed_of([(0, 0, 20, 18), (200, 0, 220, 20), (30, 0, 60, 21)], ["a", "b", "c"])
    sample = screen([*ELEMENTS, Element("gone", None)], [])
    card = card_of(Grounding(elements=True), (sample, answered(sample, parsed=parsed)))
    truth = Instances(sample.truth.shape, boxes=np.array(BOXES))
    expected = coco_average_precision([truth], [parsed], of="boxes").metrics
    assert (
        card.metrics["element_ap_at_0.50"]
        == expected["ap_at_0.50"]
        == pytest.approx(0.5545, abs=1e-3)
    )
    assert card.metrics["element_recall_at_0.50"] == pytest.approx(2 / 3)
    names = {"element_ap_at_0.50", "element_recall_at_0.50"}
    assert names <= set(card.main[:12])  # a terminal's dozen
    assert card.metrics["element_ap"] == expected["ap"]


def test_a_parser_without_scores_is_equally_sure_of_all() -> None:
    sample = screen(ELEMENTS, [])
    parsed = Instances(sample.truth.shape, boxes=np.array(BOXES))
    card = card_of(Grounding(elements=True), (sample, answered(sample, parsed=parsed)))
    assert card.metrics["element_ap_at_0.50"] == pytest.approx(1)


def test_what_does_not_count_neither_helps_nor_harms() -> None:
    doubtful = [*ELEMENTS[:2], Element("cut", BOXES[2], scored=False)]
    sample = screen(doubtful, [])
    for own in (BOXES, BOXES[:2]):
        card = card_of(Grounding(elements=True), (sample, answered(sample, parsed=parsed_of(own))))
        assert card.metrics["element_ap_at_0.50"] == pytest.approx(1)
        assert card.metrics["element_recall_at_0.50"] == 1


def test_nothing_parsed_is_a_recall_of_nothing() -> None:
    sample = screen(ELEMENTS, [])
    card = card_of(Grounding(elements=True), (sample, answered(sample)))
    assert card.metrics["element_recall_at_0.50"] == 0
    empty = Grounding(elements=True).summarise([])
    assert math.isnan(empty.metrics["element_ap"])
