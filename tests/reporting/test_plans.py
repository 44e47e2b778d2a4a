"""What a plan says."""

from dataclasses import replace

import numpy as np
import pytest

from src.core import Interval
from src.reporting.drawing.figures import pixels_of
from src.reporting.plans import (
    UNREACHABLE,
    Way,
    ordered,
    plan_columns,
    plan_figure,
    plan_rows,
    plan_words,
)
from src.scoring.learning.planning import Estimate, Session, need

IMAGES = np.arange(2.0, 15.0)


def way(label: str, ceiling: float, goal: float, price: float = 10.0) -> Way:
    scores = np.concatenate([[np.nan], ceiling - 0.5 * IMAGES**-0.8])
    seconds = np.cumsum(np.full(len(scores), price))
    session = Session(scores, {"seed": seconds, "steering": 3 * seconds, "klm": 8 * seconds})
    found = need([session, session], goal, np.full(4, ceiling), np.random.default_rng(0))
    return Way(label, found, np.stack([scores, scores]), 1.5)


CHEAP, DEAR = "annotator=rootpainter acquisition=random", "annotator=dense acquisition=random"


def test_the_answer_names_images_hours_of_whom_and_the_way() -> None:
    words = plan_words([way(DEAR, 0.95, 0.85, 60), way(CHEAP, 0.95, 0.85)], 0.85, 4)
    assert words.startswith("F1 0.85 takes 8 [8–8] annotated images with annotator=rootpainter")
    assert "1.3 [1.3–1.3] min by clock=seed, 4 [4–4] min by clock=steering" in words
    assert "of this computer's. 4 more pictures with complete masks" in words


def test_what_is_out_of_reach_is_said_so() -> None:
    words = plan_words([way(CHEAP, 0.7, 0.9)], 0.9, 4)
    assert UNREACHABLE in words
    assert "came to 0.64 after 14 images and tends to 0.70" in words
    assert "in 100% of the draws it does not get there with 10 times as many" in words
    heads, rows = plan_rows([way(CHEAP, 0.7, 0.9)])
    assert heads == ["", "rootpainter, random"]
    assert rows[0] == ["images", "not reachable"]
    assert plan_columns([way(CHEAP, 0.7, 0.9)])["images"].tolist() == [np.inf]


def test_of_ways_that_get_nowhere_the_highest_comes_first() -> None:
    slow = replace(way(DEAR, 0.75, 0.9, 60), label="slow")
    assert [own.label for own in ordered([way(CHEAP, 0.7, 0.9), slow])] == ["slow", CHEAP]
    priced = replace(slow.need, seconds={"seed": Estimate(1.0, Interval(1.0, 1.0))})
    cheap = replace(way(CHEAP, 0.7, 0.9), need=replace(priced, best=0.6))
    assert [own.label for own in ordered([cheap, slow])] == ["slow", CHEAP]


@pytest.mark.parametrize("goal", [0.85, 0.99])
def test_the_best_way_comes_first_everywhere(goal: float) -> None:
    ways = [way(DEAR, 0.93, goal, 60), way(CHEAP, 0.95, goal)]
    assert plan_rows(ways)[0] == ["", "rootpainter, random", "dense, random"]
    assert plan_columns(ways)["way"].tolist() == [CHEAP, DEAR]
    assert pixels_of(plan_figure(ways, goal, "plan")).shape == (495, 880, 3)
