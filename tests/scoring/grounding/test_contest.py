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
    assert contest.rate == "accuracy_at_0.50"
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


def test_a_method_that_fails_is_no_better_for_it() -> None:
    """One hit and 14 errors are all that were answered, and 1 of 15."""
    fails, answers = method("fails", "+" + "e" * 14), method("answers", "+" * 14 + "-")
    contest = compete([fails, answers])
    assert [(own.method.name, own.rank) for own in contest.standings] == [
        ("answers", 1), ("fails", 2)
    ]  # fmt: skip
    first, last = contest.standings
    assert first.number(contest.rate) == pytest.approx(14 / 15)
    assert last.number(contest.rate) == pytest.approx(1 / 15)
    assert last.number("detection_rate_at_0.50") == 1
    assert (contest.pairs[0].errors, contest.pairs[0].p) == (14, 1)


@pytest.mark.parametrize("rate", [None, "accuracy"])
def test_a_method_that_is_down_is_listed_last_with_its_errors(rate: str | None) -> None:
    methods = [method("down", "eeee"), method("wrong", "----"), method("a", "++--")]
    contest = compete(methods, rate=rate)
    assert [own.method.name for own in contest.standings] == ["a", "wrong", "down"]
    assert [own.number("errors") for own in contest.standings] == [0, 0, 4]
    assert contest.rate == (rate or "accuracy_at_0.50")


def test_methods_that_are_all_down_can_be_compared() -> None:
    contest = compete([method("a", "ee"), method("b", "ee")])
    assert [own.rank for own in contest.standings] == [1, 1]


def test_a_set_without_targets_has_nothing_to_rank_by() -> None:
    sample = screen([Element("gone", None)], name="p0")
    made = card_of(Grounding(), (sample, answered(sample, None)))
    with pytest.raises(InputError, match=r"has no target that counts.*nothing to rank by"):
        compete([Method(name, name, made, "aa") for name in "ab"])


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
    numbers = {own.method.name: own.number("accuracy_at_0.50") for own in contest.standings}
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
    assert compete([boxes, points]).rate == "accuracy"
    with pytest.raises(
        InputError, match=r"p has no accuracy_at_0\.50: it answers with points alone"
    ):
        compete([boxes, points], rate=rate_by([boxes], boxes=True))
