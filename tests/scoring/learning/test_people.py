"""What a number comes to over people, and for how many an order holds."""

import math

import pytest

from src.scoring.learning.people import agreement, among_people


def test_the_worst_tenth_is_the_mean_of_those_at_the_end_that_is_worse() -> None:
    values = [float(value) for value in range(20)]
    assert among_people(values, lower_is_better=False).worst_tenth == 0.5
    assert among_people(values, lower_is_better=True).worst_tenth == 18.5
    assert among_people(values[:3], lower_is_better=False).worst_tenth == 0


def test_the_spread_is_between_people() -> None:
    found = among_people([1.0, math.nan, 3.0], lower_is_better=False)
    assert (found.mean, found.spread) == (2, pytest.approx(math.sqrt(2)))
    assert math.isnan(among_people([1.0], lower_is_better=False).spread)
    assert math.isnan(among_people([], lower_is_better=False).mean)


@pytest.mark.parametrize(("ahead", "most"), [(8, True), (5, None), (0, False)])
def test_eight_people_can_tell_of_most_only_where_nearly_all_agree(
    ahead: int, most: bool | None
) -> None:
    own = [1.0] * ahead + [0.0] * (8 - ahead)
    found = agreement(own, [0.5] * 8)
    assert found is not None
    assert (found.ahead, found.people, found.holds_for_most) == (ahead, 8, most)


def test_a_tie_counts_half_and_nobody_says_nothing() -> None:
    found = agreement([1.0, 1.0], [1.0, 0.0])
    assert found is not None
    assert found.share == 0.75
    assert agreement([], []) is None


def test_the_interval_is_that_of_clopper_and_pearson() -> None:
    found = agreement([1.0] * 10, [0.0] * 10)
    assert found is not None
    # With no failure the lower end is (alpha / 2) ** (1 / n).
    assert found.interval.low == pytest.approx(0.025 ** (1 / 10))
    assert found.interval.high == 1
