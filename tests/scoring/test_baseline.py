"""What became of a card since its baseline, for every kind of scorer."""

from math import inf, isnan, nan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from src.core import Change, Directions, InputError, Interval, MetricChange, Movement, Scorecard
from src.scoring.baseline import changes, check_same_samples
from src.scoring.masks import Masks
from src.scoring.race import Race
from tests.conformance.rows import rows_of
from tests.conformance.worlds import world_of

WAYS = Directions.of_names(lower=["error"], neutral=["count"])
GAINS = st.lists(st.floats(-1, 1), min_size=1, max_size=5)


def card(**metrics: float) -> Scorecard:
    named = {name.replace("__", "/"): own for name, own in metrics.items()}
    return Scorecard(named, {"id": np.array(["a", "b"])}, directions=WAYS)


def change(*gains: float) -> Change:
    return Change(
        "card", tuple(MetricChange(f"m{n}", 0.5, 0.5 + own, own) for n, own in enumerate(gains))
    )


@pytest.mark.parametrize(
    ("gains", "movement"),
    [
        ((0.0,), Movement.NO_CHANGE),
        ((0.005, -0.005), Movement.NO_CHANGE),
        ((0.3 - 0.295, 0.295 - 0.3), Movement.NO_CHANGE),
        ((0.0051, 0.0), Movement.IMPROVED),
        ((0.5, -0.0051), Movement.REGRESSED),
        ((0.5, -inf), Movement.REGRESSED),
    ],
)
def test_a_drop_beats_a_rise(gains: tuple[float, ...], movement: Movement) -> None:
    assert change(*gains).movement(0.005) is movement


@given(GAINS)
def test_what_decides_is_the_worst_drop_or_else_the_best_rise(gains: list[float]) -> None:
    own = change(*gains)
    movement, telling = own.movement(0.005), own.telling(0.005)
    if movement is Movement.REGRESSED:
        assert telling.gain == min(gains) < -0.005
    else:
        assert min(gains) >= -0.0051
        assert telling.gain == max(gains)


def test_gains_follow_the_directions_and_cards_the_slashes() -> None:
    before = card(f1=0.5, error=2.0, count=3, faces__recall=0.9, links__f1=nan)
    found = changes(card(f1=0.6, error=1.0, count=9, links__f1=0.1), before, {}, {})
    assert [own.card for own in found] == ["scores", "faces"]
    gains = {own.metric: own.gain for change in found for own in change.metrics}
    assert gains == {"f1": pytest.approx(0.1), "error": 1.0, "faces/recall": -inf}


def test_a_card_that_is_gone_regressed_whatever_the_tolerance() -> None:
    (own,) = changes(card(), card(faces__recall=0.9), {}, {})
    assert own.movement(1.0) is Movement.REGRESSED
    assert own.metrics[0].is_lacking
    assert own.metrics[0].may_be_chance is False
    (undefined,) = changes(card(faces__recall=nan), card(faces__recall=0.9), {}, {})
    assert undefined.movement(1.0) is Movement.REGRESSED


def test_draws_are_paired() -> None:
    rng = np.random.default_rng(0)
    drawn = rng.normal(0.5, 0.2, 1000)
    (own,) = changes(card(error=0.4), card(error=0.5), {"error": drawn - 0.1}, {"error": drawn})
    (metric,) = own.metrics
    assert metric.interval is not None
    assert (metric.interval.low, metric.interval.high) == pytest.approx((0.1, 0.1))
    assert metric.may_be_chance is False


@pytest.mark.parametrize(
    ("interval", "chance"),
    [
        (None, None),
        (Interval(nan, nan), None),
        (Interval(-0.1, 0.2), True),
        (Interval(0.1, 0.2), False),
    ],
)
def test_whether_it_may_be_chance(interval: Interval | None, chance: bool | None) -> None:
    assert MetricChange("f1", 0.5, 0.6, 0.1, interval).may_be_chance is chance


def test_other_samples_are_refused() -> None:
    other = Scorecard({"f1": 1}, {"id": np.array(["b", "a"])})
    with pytest.raises(InputError, match="the baseline scored 2 samples and this run 2"):
        check_same_samples(card(f1=1), other)


@pytest.mark.parametrize(("name", "scorer"), [("masks", Masks()), ("race", Race())])
def test_draws_of_the_same_card_differ_by_nothing_and_lie_around_its_numbers(
    name: str, scorer: Masks | Race
) -> None:
    partial, perfect = (
        scorer.summarise(rows_of(scorer, world_of(name), answer))
        for answer in ("partial", "perfect")
    )
    drawn = scorer.draws(partial)
    for metric, own in drawn.items():
        known, number = own[~np.isnan(own)], partial.metrics[metric]
        assert isnan(number) or known.min() - 1e-9 <= number <= known.max() + 1e-9
    same = changes(partial, partial, drawn, scorer.draws(partial))
    assert {own.movement(0) for own in same} == {Movement.NO_CHANGE}
    paired = [own.interval for change in same for own in change.metrics if own.interval]
    assert {(own.low, own.high) for own in paired if not isnan(own.low)} == {(0, 0)}
    better = changes(perfect, partial, scorer.draws(perfect), drawn)
    assert Movement.REGRESSED not in {own.movement(0.005) for own in better}
    worse = changes(partial, perfect, drawn, scorer.draws(perfect))
    assert Movement.REGRESSED in {own.movement(0.005) for own in worse}
