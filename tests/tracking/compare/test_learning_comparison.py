"""Several seeds come to one curve, and of two studies one learns faster or nobody can tell."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from src.scoring.learning.efficiency import LearningCurve
from src.tracking.compare.learning import compare_learning, shared_budget
from src.tracking.compare.repeats import (
    common_fingerprint,
    common_tags,
    mean_curve,
    repeated_metrics,
)
from src.tracking.compare.tables import learning_words
from tests.tracking.past_runs import past

STEPS = st.lists(st.tuples(st.floats(0.1, 50), st.floats(0, 1)), min_size=1, max_size=6)


def curve(*steps: tuple[float, float]) -> LearningCurve:
    waits, scores = zip(*steps, strict=True)
    return LearningCurve(np.cumsum(waits), np.array(scores))


def flat(*scores: float) -> list[LearningCurve]:
    """Seeds that know all they will know from the start."""
    return [curve((0.0, score)) for score in scores]


@given(st.lists(STEPS, min_size=1, max_size=4), st.floats(1, 300))
def test_the_area_under_the_mean_is_the_mean_area(
    seeds: list[list[tuple[float, float]]], budget: float
) -> None:
    curves = [curve(*steps) for steps in seeds]
    middle = mean_curve(curves)
    area = LearningCurve(middle["seconds"], middle["mean"]).area(budget)
    assert area == pytest.approx(np.mean([one.area(budget) for one in curves]))


def test_the_interval_holds_the_mean_and_one_seed_has_none() -> None:
    middle = mean_curve([curve((1, 0.2), (1, 0.8)), curve((1.5, 0.6)), curve((3, 0.1))])
    assert middle["seconds"].tolist() == [0, 1, 1.5, 2, 3]
    assert (middle["low"] <= middle["mean"]).all()
    assert (middle["mean"] <= middle["high"]).all()
    assert np.isnan(mean_curve([curve((1, 0.2))])["low"]).all()


def test_the_interquartile_mean_ignores_an_outlier() -> None:
    runs = [past(str(seed), {"test/f1": f1}) for seed, f1 in enumerate([0.0, 0.8, 0.8, 0.9])]
    numbers = repeated_metrics(runs)
    assert numbers["test/f1"] == pytest.approx(0.625)
    assert numbers["test/f1_iqm"] == pytest.approx(0.8)
    assert numbers["test/f1_low"] < numbers["test/f1"] < numbers["test/f1_high"]


def test_intervals_over_images_give_way_to_those_over_seeds() -> None:
    metrics = {"test/f1": 0.5, "test/f1_low": 0.1, "test/f1_high": 0.9, "effort/seconds": 3.0}
    numbers = repeated_metrics([past("one", metrics), past("two", metrics)])
    assert numbers == {
        "test/f1": 0.5, "test/f1_iqm": 0.5, "test/f1_low": 0.5, "test/f1_high": 0.5
    }  # fmt: skip


def test_an_undefined_value_takes_no_part() -> None:
    runs = [past("one", {"test/f1": np.nan}), past("two", {"test/f1": 0.5})]
    assert repeated_metrics(runs) == {"test/f1": 0.5, "test/f1_iqm": 0.5}


def test_a_level_that_one_seed_never_reached_has_no_mean_time() -> None:
    name = "learning/seconds_to_f1_0.9"
    numbers = repeated_metrics([past("one", {name: 60.0}), past("two", {name: np.nan})])
    assert np.isnan(numbers[name])
    assert np.isnan(numbers[f"{name}_iqm"])
    assert numbers[f"{name}_reached"] == 0.5


def test_studies_on_equal_data_have_equal_fingerprints() -> None:
    one, two = (past(name, tags={"dataset.fingerprint": name * 2}) for name in "ab")
    assert common_fingerprint([one, two]) == common_fingerprint([two, one])
    assert common_fingerprint([one, one]) == "aa"
    assert common_fingerprint([one, two]) not in ("aa", "bb")


def test_a_parent_says_what_its_runs_say() -> None:
    ways = {"directions.lower": "rmse", "directions.neutral": "images"}
    runs = [past(name, tags={"dataset.fingerprint": "aa", **ways}) for name in "ab"]
    assert common_tags(runs) == {"dataset.fingerprint": "aa", **ways}
    assert common_tags([past("old")]) == {"dataset.fingerprint": "aa"}


def test_runs_are_compared_within_the_smallest_budget() -> None:
    short, long = (past(text, parameters={"trainer.budget": text}) for text in ("60", "600.0"))
    assert shared_budget([long, short]) == 60
    assert shared_budget([long, past("untaught")]) is None


def test_clear_seeds_say_who_learns_faster() -> None:
    first, other = compare_learning(
        ["slow", "fast"], [flat(0.1, 0.2, 0.3), flat(0.6, 0.7, 0.8)], budget=10
    )
    assert other.difference == pytest.approx(0.5)
    assert (other.improvement, other.conclusive) == (1.0, True)
    assert learning_words(first, other) == (
        "fast learns faster than slow: AUBC +0.5, probability of improvement 1.00"
    )


def test_the_first_run_may_be_the_faster_one() -> None:
    first, other = compare_learning(
        ["fast", "slow"], [flat(0.6, 0.7, 0.8), flat(0.1, 0.2, 0.3)], budget=10
    )
    assert other.improvement == 0.0
    assert learning_words(first, other).startswith("fast learns faster than slow: AUBC +0.5, prob")


@pytest.mark.parametrize(
    ("one", "two"), [((0.1, 0.5, 0.9), (0.2, 0.6, 0.8)), ((0.1, 0.2), (0.8, 0.9))]
)
def test_mixed_or_few_seeds_cannot_tell(one: tuple[float, ...], two: tuple[float, ...]) -> None:
    first, other = compare_learning(["one", "two"], [flat(*one), flat(*two)], budget=10)
    assert not other.conclusive
    assert learning_words(first, other).endswith("these seeds cannot tell that from chance")


def test_one_seed_cannot_tell() -> None:
    first, other = compare_learning(["one", "two"], [flat(0.5), flat(0.6, 0.7)], budget=10)
    assert other.improvement is None
    assert "two learns faster than one: AUBC +0.15; one seed" in learning_words(first, other)


def test_equal_runs_learn_equally_fast() -> None:
    first, other = compare_learning(["one", "two"], [flat(0.5), flat(0.5)], budget=10)
    assert learning_words(first, other) == "two and one learn equally fast"
