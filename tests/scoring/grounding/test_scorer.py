"""Every number of a card against a plain count of the same answers."""

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from src.core import Answers, InputError, Instances, Sample, Scorecard
from src.scoring.grounding import Grounding
from src.scoring.grounding.tables import CONFUSION, OFFSETS, PARTS, QUESTIONS, RULES, TRANSFORMS
from tests.scoring.grounding.screens import (
    Box,
    Element,
    answered,
    card_of,
    parsed_of,
    row_of,
    screen,
)

SCORER = Grounding(resamples=50)

BOXES = st.tuples(
    st.integers(0, 250), st.integers(0, 150), st.integers(1, 120), st.integers(1, 120)
).map(lambda own: (float(own[0]), float(own[1]), float(own[0] + own[2]), float(own[1] + own[3])))
SAID = st.one_of(
    st.none(), st.just("format"), BOXES, st.tuples(st.integers(0, 300), st.integers(0, 200))
)
KINDS = st.sampled_from(["target", "refusal", "do not care"])
QUESTIONS_OF_A_SCREEN = st.lists(st.tuples(KINDS, BOXES, SAID), max_size=5)


def made(screens: list[list[tuple[str, Box, Any]]]) -> list[tuple[Sample, Answers]]:
    """Samples and answers of what hypothesis drew."""
    pairs = []
    for number, own in enumerate(screens):
        elements = [
            Element(f"e{place}", None if kind == "refusal" else box, scored=kind == "target")
            for place, (kind, box, _) in enumerate(own)
        ]
        sample = screen(elements, name=f"s{number}")
        pairs.append((sample, answered(sample, *(said for _, _, said in own))))
    return pairs


def plain_iou(one: Box, two: Box) -> float:
    wide = min(one[2], two[2]) - max(one[0], two[0])
    high = min(one[3], two[3]) - max(one[1], two[1])
    shared = max(wide, 0) * max(high, 0)
    sizes = [(own[2] - own[0]) * (own[3] - own[1]) for own in (one, two)]
    return shared / (sum(sizes) - shared)


def share(part: float, whole: float) -> float:
    return part / whole if whole else math.nan


def counted(screens: list[list[tuple[str, Box, Any]]]) -> dict[str, float]:
    """The same rates, question by question."""
    targets = [(box, said) for own in screens for kind, box, said in own if kind == "target"]
    refusals = [said for own in screens for kind, _, said in own if kind == "refusal"]
    errors = sum(isinstance(said, str) for _, said in targets)
    nothing = sum(said is None for _, said in targets)
    found = [(box, said) for box, said in targets if isinstance(said, tuple)]
    hits = sum(
        box[0] <= x <= box[2] and box[1] <= y <= box[3]
        for box, said in found
        for x, y in [said if len(said) == 2 else ((said[0] + said[2]) / 2, (said[1] + said[3]) / 2)]
    )
    shared = [plain_iou(box, said) for box, said in found if len(said) == 4]
    right, close = (sum(own >= least for own in shared) for least in (0.5, 0.7))
    known = bool(shared) or not found
    refused = sum(said is None for said in refusals)
    answerable = len(targets) - errors
    return {
        "detection_rate": share(hits, answerable),
        "detection_rate_at_0.50": share(right, answerable) if known else math.nan,
        "detection_rate_at_0.70": share(close, answerable) if known else math.nan,
        "accuracy": share(hits, len(targets)),
        "accuracy_at_0.50": share(right, len(targets)) if known else math.nan,
        "mean_found_iou": share(sum(shared), len(shared)),
        "mean_target_iou": share(sum(shared), len(targets)) if known else math.nan,
        "false_positive_rate": share(len(found) - hits, len(found)),
        "false_positive_rate_at_0.50": share(len(found) - right, len(found)) if known else math.nan,
        "error_rate": share(errors, len(targets)),
        "refusal_precision": share(refused, refused + nothing),
        "refusal_recall": share(refused, sum(not isinstance(said, str) for said in refusals)),
        "targets": len(targets),
        "errors": errors,
        "found": len(found),
        "nothing": nothing,
        "hits": hits,
        "hits_at_0.50": right,
        "hits_at_0.70": close,
        "refusals": len(refusals),
        "refused": refused,
    }


@settings(max_examples=60)
@given(st.lists(QUESTIONS_OF_A_SCREEN, min_size=1, max_size=4))
def test_every_rate_is_what_counting_gives(screens: list[list[tuple[str, Box, Any]]]) -> None:
    card = card_of(Grounding(resamples=0), *made(screens))
    expected = counted(screens)
    ours = {name: card.metrics[name] for name in expected}
    assert ours == pytest.approx(expected, nan_ok=True)


def three() -> list[tuple[Sample, Answers]]:
    """Two screens: a hit, a near miss, a miss; an error, a refusal kept and one broken."""
    save, menu = Element("save", (10, 10, 50, 30), words={"ui_type": "text"}), (100, 10, 140, 30)
    one = screen(
        [save, Element("menu", menu, "icon"), Element("far", (200, 100, 280, 180))],
        name="one", theme="dark",
    )  # fmt: skip
    two = screen(
        [Element("lost", (0, 0, 20, 20)), Element("gone", None), Element("away", None)],
        name="two", theme="light",
    )  # fmt: skip
    return [
        (one, answered(one, (10, 10, 50, 30), (110, 10, 150, 30), None, requests=2.0)),
        (two, answered(two, "format", None, (5, 5, 9, 9), requests=1.0, seconds=3.0)),
    ]


@pytest.fixture(name="card")
def card_fixture() -> Scorecard:
    return card_of(SCORER, *three())


def test_refusals_are_in_no_other_denominator(card: Scorecard) -> None:
    assert (card.metrics["targets"], card.metrics["refusals"]) == (4, 2)
    assert card.metrics["refusal_recall"] == 0.5
    assert card.metrics["refusal_precision"] == 0.5
    assert {"refusal_precision", "refusal_recall"} <= set(card.main[:12])  # a terminal's dozen
    assert card.metrics["false_positive_rate"] == 0
    assert card.metrics["error_rate"] == 0.25


def test_an_error_is_neither_hit_nor_miss(card: Scorecard) -> None:
    assert card.metrics["detection_rate"] == pytest.approx(2 / 3)
    assert card.metrics["accuracy"] == 0.5


def test_costs_are_added_up_and_times_kept_apart(card: Scorecard) -> None:
    assert card.metrics["spent_requests"] == 3
    assert not {name for name in card.metrics if name.endswith(("_ms", "seconds"))}
    assert card.times["spent_seconds"] == 3
    assert card.times["parsing_p50_ms"] == 30
    assert card.times["locating_p95_ms"] == 2
    assert card.times["mean_answer_ms"] == 12


def test_nothing_of_a_card_but_times_knows_how_long_it_took(card: Scorecard) -> None:
    columns = [name for table in card.tables.values() for name in table]
    assert not [name for name in (*columns, *card.rows) if "_ms" in name]


def test_a_part_has_its_own_numbers(card: Scorecard) -> None:
    assert card.slices["theme=dark"]["targets"] == 3
    assert card.slices["type=icon"]["detection_rate_at_0.50"] == 1
    assert card.slices["ui_type=text"]["hits"] == 1
    assert card.slices["size=under_32"]["errors"] == 1
    assert card.slices["size=32_to_100"]["targets"] == 3
    assert card.slices["size=over_100"]["targets"] == 0


def test_an_element_belongs_to_every_word_of_a_list() -> None:
    kinds = [{"GUI_types": "Button, Icon"}, {"GUI_types": "Icon"}, {"GUI_types": ""}]
    elements = [Element(str(n), (10, 10, 50, 30), words=own) for n, own in enumerate(kinds)]
    sample = screen(elements)
    card = card_of(SCORER, (sample, answered(sample, (10, 10, 50, 30), None, None)))
    parts = {name: own for name, own in card.slices.items() if name.startswith("GUI_types")}
    assert {name: (own["targets"], own["hits"]) for name, own in parts.items()} == {
        "GUI_types=Button": (1, 1), "GUI_types=Icon": (2, 1)
    }  # fmt: skip


def test_words_are_taken_together_by_a_plus() -> None:
    table = card_of(Grounding(by=("theme+type",)), *three()).tables[PARTS]
    assert table["part"].tolist() == ["", "dark button", "dark icon", "light button"]


def test_a_word_that_nobody_has_is_refused() -> None:
    with pytest.raises(InputError, match=r"scorer.by: no question has 'colour'.*theme"):
        card_of(Grounding(by=("colour",)), *three())


@pytest.mark.parametrize(
    ("edge", "expected"), [("closed", 2), ("half_open", 1), ("open", 0)]
)  # fmt: skip
def test_the_edge_is_as_asked_for_and_told(edge: Any, expected: int) -> None:
    sample = screen([Element("a", (10, 10, 20, 20)), Element("b", (30, 30, 40, 40))])
    card = card_of(Grounding(edge=edge), (sample, answered(sample, (10.0, 12.0), (40.0, 35.0))))
    assert card.metrics["hits"] == expected
    rules = dict(zip(card.tables[RULES]["rule"], card.tables[RULES]["value"], strict=True))
    assert rules["edge"] == edge
    assert "longer side" in rules["size"]


def test_a_point_is_never_rounded() -> None:
    sample = screen([Element("a", (10, 10, 20, 20))])
    card = card_of(Grounding(), (sample, answered(sample, (20.0000001, 15.0))))
    assert card.metrics["hits"] == 0
    assert card.tables[QUESTIONS]["x"][0] == 20.0000001


def test_a_polygon_is_more_than_its_box() -> None:
    corners = [(0, 0), (60, 0), (60, 20), (20, 20), (20, 60), (0, 60)]
    sample = screen([Element("l", (0, 0, 60, 60), polygon=corners)], ["l", "l", "l"])
    answers = answered(sample, (50.0, 50.0), (10.0, 50.0), (0.0, 0.0, 60.0, 60.0))
    card = card_of(Grounding(), (sample, answers))
    assert card.tables[QUESTIONS]["hit"].tolist() == [False, True, False]
    assert card.tables[QUESTIONS]["iou"][2] == pytest.approx(2000 / 3600)


def test_points_alone_leave_rates_of_boxes_undefined() -> None:
    sample = screen([Element("a", (10, 10, 20, 20))])
    card = card_of(Grounding(), (sample, answered(sample, (15.0, 15.0))))
    assert math.isnan(card.metrics["detection_rate_at_0.50"])
    assert math.isnan(card.metrics["mean_target_iou"])


@pytest.mark.parametrize(
    ("answer", "first"),
    [((10.0, 10.0, 20.0, 20.0), "detection_rate_at_0.50"), ((15.0, 15.0), "detection_rate")],
)  # fmt: skip
def test_the_number_that_is_quoted_stands_first(answer: tuple[float, ...], first: str) -> None:
    sample = screen([Element("a", (10, 10, 20, 20))], [("a", 15.0, 15.0)])
    card = card_of(Grounding(), (sample, answered(sample, answer)))
    rules = dict(zip(card.tables[RULES]["rule"], card.tables[RULES]["value"], strict=True))
    assert card.main[0] == rules["quoted"] == first


def test_the_first_three_count_and_a_fourth_does_not() -> None:
    right, wrong = (10.0, 10.0, 50.0, 30.0), (100.0, 100.0, 120.0, 120.0)
    sample = screen([Element("a", right)], ["a", "a", "a"])
    others = {0: [wrong, right], 1: [wrong, wrong, right]}
    card = card_of(
        Grounding(), (sample, answered(sample, wrong, wrong, right, alternatives=others))
    )
    assert card.metrics["detection_rate_at_0.50"] == pytest.approx(1 / 3)
    assert card.metrics["detection_rate_top_3_at_0.50"] == pytest.approx(2 / 3)
    assert card.metrics["detection_rate_top_3"] == pytest.approx(2 / 3)


def test_clicks_are_told_apart_by_how_far_off_they_are() -> None:
    box = (100.0, 100.0, 200.0, 140.0)
    clicks = [("a", 150, 120), ("a", 161, 120), ("a", 150, 116), ("a", 195, 120), ("a", 150, 138.4)]
    sample = screen([Element("a", box)], clicks)
    card = card_of(Grounding(), (sample, answered(sample, box, box, None, None, None)))
    offsets = card.tables[OFFSETS]
    counts = dict(zip(offsets["part"].tolist(), offsets["targets"].tolist(), strict=True))
    assert counts == {"0": 1, "20": 2, "40": 0, "60": 0, "80": 0, "90": 2}
    assert offsets["detection_rate_at_0.50"][:2].tolist() == [1, 0.5]
    assert math.isnan(offsets["detection_rate_at_0.50"][2])


def test_types_are_confused_by_what_the_method_calls_them() -> None:
    a, b = (10.0, 10.0, 50.0, 30.0), (100.0, 10.0, 140.0, 30.0)
    sample = screen([Element("a", a, "button"), Element("b", b, "icon")], ["a", "b", "b"])
    answers = answered(sample, a, None, (200.0, 0.0, 210.0, 9.0), parsed=parsed_of([a], ["text"]))
    table = card_of(Grounding(), (sample, answers)).tables[CONFUSION]
    rows = zip(*(table[name].tolist() for name in table), strict=True)
    assert [*rows] == [("button", "text", 1), ("icon", "no type", 1), ("icon", "nothing", 1)]


def test_transforms_are_told_apart() -> None:
    table = card_of(Grounding(), *three()).tables[TRANSFORMS]
    assert table["transform_used"].tolist() == ["none"]
    assert (table["answers"].tolist(), table["hits"].tolist()) == ([4], [2])


def test_a_detector_that_failed_leaves_errors_alone() -> None:
    sample = three()[0][0]
    row = row_of(Grounding(), sample, Instances.empty(sample.truth.shape))  # type: ignore[arg-type]
    assert (row["targets"], row["errors"]) == (3, 3)


def test_a_detector_that_answers_nothing_is_refused() -> None:
    sample = three()[0][0]
    with pytest.raises(InputError, match="answers no questions"):
        Grounding().score(sample, parsed_of([(0, 0, 5, 5)]))


def test_answers_to_other_questions_are_refused() -> None:
    (one, _), (_, others) = three()
    with pytest.raises(InputError, match="one: the detector answered 3 questions, and not"):
        Grounding().score(one, others)


def test_pictures_with_other_words_go_together() -> None:
    pairs = three()
    card = card_of(SCORER, *pairs)
    assert card.tables[QUESTIONS]["ui_type"].tolist() == ["text", "", "", "", "", ""]
    assert np.array_equal(card.tables[QUESTIONS]["tag/theme"], ["dark"] * 3 + ["light"] * 3)
