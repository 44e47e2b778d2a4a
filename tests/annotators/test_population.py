"""People out of a population: each another, all within what was measured."""

from dataclasses import fields, replace

import numpy as np
import pytest

from src.annotators.hand import Hand
from src.annotators.policies import ClickAnnotator, PopulationAnnotator
from src.annotators.policies._opinion import own_opinion
from src.annotators.policies.population import Traits
from src.annotators.rootpainter import RootPainterAnnotator
from src.composing.builder import build
from src.composing.conf import composed
from src.geometry.distance import distance_to
from tests.annotators.scenes import ellipses

PEOPLE = [PopulationAnnotator(seed=seed) for seed in range(40)]


def rng(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


@pytest.mark.parametrize("trait", [own.name for own in fields(Traits)])
def test_people_differ_within_the_range(trait: str) -> None:
    low, high = getattr(PEOPLE[0], trait)
    values = [getattr(person.traits, trait) for person in PEOPLE]
    assert low <= min(values) < max(values) <= high
    assert max(values) - min(values) > 0.7 * (high - low)


def test_a_seed_is_a_person() -> None:
    assert PopulationAnnotator(seed=3).traits == PopulationAnnotator(seed=3).traits
    assert len({person.traits for person in PEOPLE}) == len(PEOPLE)


def test_the_configuration_gives_another_person_to_every_seed() -> None:
    people = [
        build(composed(["annotator=population", f"seed={seed}"]), "annotator") for seed in (1, 2)
    ]
    assert [person.traits for person in people] == [
        PopulationAnnotator(seed=seed).traits for seed in (1, 2)
    ]


def test_a_person_varies_the_hand_and_the_habits_that_are_set() -> None:
    typical = Hand(jitter_rate=0.1, max_paint_speed=100)
    population = PopulationAnnotator(hand=typical, base=RootPainterAnnotator(balance=5))
    traits, painter = population.traits, population.person.base.base  # type: ignore[attr-defined]
    assert painter.hand.jitter_rate == pytest.approx(0.1 * traits.jitter)
    assert painter.hand.max_paint_speed == pytest.approx(100 * traits.paint_speed)
    assert painter.hand.travel_speed == pytest.approx(800 * traits.travel_speed)
    assert painter.balance == pytest.approx(5 * traits.balance)
    assert population.hand == typical


def test_a_policy_without_such_habits_is_varied_by_its_hand_alone() -> None:
    painted = PopulationAnnotator(base=ClickAnnotator()).initial(ellipses(80, 2), rng())
    assert painted.foreground.any()


def test_whoever_is_impatient_leaves_the_smallest_errors() -> None:
    truth = np.zeros((120, 200), bool)
    for place, side in enumerate((28, 24, 20, 16, 12)):
        truth[40 : 40 + side, 10 + 38 * place : 10 + 38 * place + side] = True
    hasty = replace(PEOPLE[0], patience=(0.4, 0.4), overlooks=(0.0, 0.0))
    painted = hasty.correct(truth, np.zeros_like(truth), rng())
    assert painted is not None
    columns = np.flatnonzero(painted.foreground.any(axis=0))
    assert columns.max() < 10 + 2 * 38


@pytest.mark.parametrize("offset", [-2.0, 0.0, 0.4, 2.0])
def test_an_opinion_moves_the_edge_by_its_offset(offset: float) -> None:
    truth = np.zeros((40, 60), bool)
    truth[:, :30] = True
    assert own_opinion(truth, offset, 0.0, rng()).sum() == 40 * (30 + round(offset))


def test_fractions_of_a_pixel_add_up_along_an_edge() -> None:
    truth = np.zeros((4000, 20), bool)
    truth[:, :10] = True
    grown = own_opinion(truth, 0.3, 1.0, rng()).sum() - float(truth.sum())
    assert grown / 4000 == pytest.approx(0.3, abs=0.1)


def test_an_opinion_wavers_by_its_spread_and_is_nobody_elses() -> None:
    truth = ellipses(300, 4)
    one, other = (own_opinion(truth, 0.0, 0.8, rng(seed)) for seed in (1, 2))
    assert (one != truth).any()
    assert (one != other).any()
    assert distance_to(truth)[one].max() < 4
    assert np.array_equal(one, own_opinion(truth, 0.0, 0.8, rng(1)))


def test_nobody_disputes_that_a_thin_root_is_there() -> None:
    truth = np.zeros((60, 60), bool)
    truth[30, 5:55] = True
    assert own_opinion(truth, -3.0, 1.0, rng())[30, 5:55].all()
    gap = ~truth
    assert not own_opinion(gap, 3.0, 1.0, rng())[30, 5:55].any()


@pytest.mark.parametrize(
    ("ends", "sentence"),
    [
        ({"jitter": (2.0, 1.0)}, "jitter must be the least and the largest"),
        ({"jitter": (0.0, 1.0)}, "jitter must be above 0"),
        ({"patience": (0.5, 1.5)}, "patience must lie within 0 and 1"),
        ({"waver": (-0.1, 1.0)}, "waver must not be negative"),
        ({"offset": (1.0,)}, "offset must be the least and the largest"),
    ],
)
def test_what_is_no_range_is_refused(ends: dict[str, tuple[float, ...]], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        PopulationAnnotator(**ends)  # type: ignore[arg-type]


def test_what_a_run_remembers_of_a_person() -> None:
    tags = PEOPLE[1].run_tags
    assert set(tags) == {f"person.{own.name}" for own in fields(Traits)}
    assert float(tags["person.jitter"]) == pytest.approx(PEOPLE[1].traits.jitter, rel=1e-3)
