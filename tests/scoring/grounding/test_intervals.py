"""Intervals are Wilson's where targets are alone; pictures are drawn where they are not."""

import math

import numpy as np
import pytest
from scipy.stats import beta, binomtest

from src.core import Answers, Sample
from src.scoring.grounding import Grounding
from src.scoring.grounding.tables import PARTS
from src.scoring.intervals import SHARE, pooled_intervals
from src.scoring.statistics import wilson
from tests.scoring.grounding.screens import Element, answered, card_of, screen

BOX = (10.0, 10.0, 50.0, 30.0)


def pictures(rights: list[list[bool]]) -> list[tuple[Sample, Answers]]:
    """One picture per list, with a question for each: answered or not."""
    pairs = []
    for number, own in enumerate(rights):
        sample = screen([Element("a", BOX)], ["a"] * len(own), name=str(number))
        pairs.append((sample, answered(sample, *(BOX if right else None for right in own))))
    return pairs


@pytest.mark.parametrize(("hits", "trials"), [(0, 7), (3, 7), (7, 7), (367, 1581)])
@pytest.mark.parametrize("level", [0.5, 0.95])
def test_wilsons_interval_is_scipys(hits: int, trials: int, level: float) -> None:
    theirs = binomtest(hits, trials).proportion_ci(level, method="wilson")
    assert wilson(hits, trials, level) == pytest.approx([theirs.low, theirs.high])


def test_no_trial_has_no_interval() -> None:
    assert np.isnan(wilson([0, 0], [0, 5])[0]).all()


def test_targets_alone_on_their_picture_are_trials() -> None:
    card = card_of(Grounding(resamples=100), *pictures([[True], [True], [False], [True], [False]]))
    ends = card.intervals["detection_rate_at_0.50"]
    assert [ends.low, ends.high] == pytest.approx(wilson(3, 5).tolist())
    assert card.tables[PARTS]["intervals"][0] == "Wilson"


def test_targets_that_share_a_picture_are_drawn_with_it() -> None:
    rights = [[True] * 4, [False] * 4, [True, False], [True, True, False], [False], [True] * 5]
    card = card_of(Grounding(), *pictures(rights))
    counts = np.array([[sum(own), len(own)] for own in rights], float)
    (expected,) = pooled_intervals(
        counts, lambda sums: sums[..., :1] / sums[..., 1:], counts[:, 1:], [SHARE]
    )
    assert expected
    ends = card.intervals["detection_rate_at_0.50"]
    assert (ends.low, ends.high) == pytest.approx((expected.low, expected.high))
    alone = wilson(counts[:, 0].sum(), counts[:, 1].sum())
    assert ends.high - ends.low > alone[1] - alone[0]
    assert card.tables[PARTS]["intervals"][0] == "pictures drawn"


def test_pictures_of_one_mind_are_not_certain() -> None:
    card = card_of(Grounding(), *pictures([[True] * 6] * 10))
    ends = card.intervals["detection_rate_at_0.50"]
    assert ends.high == 1
    # Exactly: what chance leaves of ten pictures when half a failing one joins them.
    assert ends.low == pytest.approx(1 - beta(0.5, 10).ppf(0.975), abs=0.02)


def test_a_single_picture_has_no_intervals() -> None:
    card = card_of(Grounding(), *pictures([[True, False]]))
    assert not card.intervals
    assert card.tables[PARTS]["intervals"][0] == ""


def test_a_part_whose_targets_are_alone_has_wilsons() -> None:
    small, large = Element("s", (0, 0, 10, 10)), Element("l", (20, 20, 200, 180))
    pairs = []
    for number in range(6):
        sample = screen([small, large], ["s", "l", "l"], name=str(number))
        said = ((0.0, 0.0, 10.0, 10.0) if number % 2 else None, large.box, None)
        pairs.append((sample, answered(sample, *said)))
    table = card_of(Grounding(by=("size",)), *pairs).tables[PARTS]
    assert table["intervals"].tolist() == [
        "pictures drawn", "Wilson", "", "pictures drawn"
    ]  # fmt: skip
    assert table["detection_rate_at_0.50_low"][1] == pytest.approx(wilson(3, 6)[0])
    assert math.isnan(table["detection_rate_at_0.50_low"][2])
