"""Methods are ranked on the same questions by the same rules, or not at all."""

from dataclasses import replace

import numpy as np
import pytest

from src.core import InputError
from src.scoring.grounding import Grounding
from src.scoring.grounding.contenders import Method
from src.scoring.grounding.contest import compete, rate_by
from tests.scoring.grounding.contests import BOX, card, method
from tests.scoring.grounding.screens import Element, answered, card_of, screen


def test_the_better_rate_comes_first_and_equals_share_a_rank() -> None:
    contest = compete([method("a", "+---"), method("b", "++++"), method("c", "--+-")])
    assert [(own.method.name, own.rank) for own in contest.standings] == [
        ("b", 1), ("a", 2), ("c", 2)
    ]  # fmt: skip
    assert contest.rate == "detection_rate_at_0.50"
    assert (contest.pictures, contest.left_out) == (2, {"a": 0, "b": 0, "c": 0})


def test_an_oracle_bounds_the_others_and_has_no_rank() -> None:
    contest = compete([method("a", "+---"), method("oracle", "++++", oracle=True)])
    assert [own.method.name for own in contest.standings] == ["a"]
    assert [(own.method.name, own.rank) for own in contest.oracles] == [("oracle", None)]
    assert contest.pairs == ()


def test_every_two_are_tested_without_their_errors() -> None:
    contest = compete([method("a", "+++-e+"), method("b", "+---+-")])
    (pair,) = contest.pairs
    assert (pair.first, pair.only_first, pair.only_second, pair.both, pair.errors) == (
        "a", 3, 0, 1, 1
    )  # fmt: skip
    assert pair.p == 0.25


def test_sets_with_other_fingerprints_are_refused() -> None:
    with pytest.raises(InputError, match="set aa and b about bb: pass --common"):
        compete([method("a", "++"), method("b", "++", fingerprint="bb")])


def test_other_questions_of_one_set_are_refused() -> None:
    with pytest.raises(InputError, match="asked other questions of one set"):
        compete([method("a", "++"), method("b", "++++")])


def test_what_all_were_asked_is_compared_where_that_is_wanted() -> None:
    long, short = method("a", "+-+-+-"), method("b", "++-+", fingerprint="bb")
    contest = compete([long, short], common=True)
    assert contest.left_out == {"a": 2, "b": 0}
    numbers = {own.method.name: own.number("detection_rate_at_0.50") for own in contest.standings}
    assert numbers == {"b": 0.75, "a": 0.5}
    (anew,) = (own for own in contest.standings if own.method.name == "a")
    expected = card("+-+-", Grounding()).tables["parts"]
    for name in ("detection_rate_at_0.50", "detection_rate_at_0.50_low", "targets"):
        assert np.array_equal(anew.parts[name], expected[name], equal_nan=True)


def test_a_target_that_moved_is_another_question() -> None:
    moved = screen([Element("a", (12, 10, 50, 30))], [("a", 25.0, 18.0)], name="p0")
    other = Method("b", "b", card_of(Grounding(), (moved, answered(moved, BOX))), "bb")
    with pytest.raises(InputError, match="no common question"):
        compete([method("a", "+"), other], common=True)


def test_other_rules_are_refused() -> None:
    other = replace(method("b", "++"), card=card("++", Grounding(edge="open")))
    with pytest.raises(InputError, match="a was scored with edge closed and b with open"):
        compete([method("a", "++"), other])


def test_one_method_is_no_comparison() -> None:
    with pytest.raises(InputError, match="two methods or more, got 1"):
        compete([method("a", "++")])


def test_points_alone_are_compared_by_points() -> None:
    sample = screen([Element("a", BOX)], [("a", 25.0, 18.0)], name="p0", theme="dark")
    points = Method("p", "p", card_of(Grounding(), (sample, answered(sample, (30.0, 20.0)))), "aa")
    boxes = method("a", "+")
    assert compete([boxes, points]).rate == "detection_rate"
    with pytest.raises(InputError, match=r"p has no detection_rate_at_0\.50"):
        compete([boxes, points], rate=rate_by([boxes], boxes=True))
