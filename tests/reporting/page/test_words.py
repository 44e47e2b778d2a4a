"""The answer in plain words."""

import numpy as np

from src.core import Scorecard
from src.reporting.page.one_run import lead
from src.reporting.page.words import cheaper_words, learned_words, number_words
from src.scoring.learning.efficiency import LearningCurve
from tests.reporting.page.runs import clocks, facts, rows


def test_one_paragraph_tells_time_clocks_price_score_and_verdict() -> None:
    assert lead(facts()) == (
        "F1 0.90 after 1.6 minutes of annotation; by the steering clock 3.2; by the keystroke "
        "clock 9.6. Correcting is 3.0 × cheaper than showing (12 s a picture against 36 s). unet "
        "on roots scores F1 0.500 [0.400–0.600] over 12 images. FAIL: f1: 0.5 is below 0.7."
    )


def test_seeds_give_the_range() -> None:
    words = learned_words([clocks(), clocks(1.2), clocks(1.1)])
    assert words.startswith("F1 0.90 after 1.8 minutes of annotation [1.")
    assert "(mean of 3 seeds)" in words


def test_a_level_that_one_seed_missed_is_not_claimed() -> None:
    short = {name: LearningCurve(own.seconds[:3], own.scores[:3]) for name, own in clocks().items()}
    assert learned_words([clocks(), short]).startswith("F1 0.80 after 84 seconds")


def test_a_model_that_learned_nothing_is_told_so() -> None:
    flat = {"seed": LearningCurve(np.array([30.0]), np.array([0.1]))}
    assert "no level from 0.5 on was reached" in learned_words([flat])


def test_what_is_unknown_leaves_no_words() -> None:
    assert learned_words([]) == learned_words([{}]) == cheaper_words([[]]) == ""
    assert cheaper_words([rows()[:2]]) == ""
    empty = facts(card=Scorecard({}), rows=(), clocks={}, verdict=None)
    assert lead(empty) == ""
    assert number_words(float("nan")) == "–"
