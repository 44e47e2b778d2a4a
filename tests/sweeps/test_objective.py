import math

import numpy as np
import pytest
from omegaconf import OmegaConf

from src.core import InputError
from src.scoring.efficiency import LearningCurve
from src.sweeps.objective import defined, directions, metric_names, objective
from src.training.summary import LEVELS, summarise


@pytest.mark.parametrize(
    ("asked", "names"),
    [
        ("aubc", ["learning/aubc"]),
        ("seconds_to_f1", ["learning/capped_seconds_to_f1_0.8"]),
        ("seconds_to_f1_0.90", ["learning/capped_seconds_to_f1_0.9"]),
        ("test/iou", ["test/iou"]),
        (OmegaConf.create(["f1", "seconds"]), ["test/f1", "learning/seconds"]),
    ],
)
def test_short_names_mean_metrics(asked: object, names: list[str]) -> None:
    assert metric_names(asked) == names


@pytest.mark.parametrize("asked", ["beauty", "seconds_to_iou", []])
def test_what_is_no_metric_is_refused_before_anything_runs(asked: object) -> None:
    with pytest.raises(InputError, match="objective"):
        metric_names(asked)


def test_less_time_and_higher_scores_are_better_unless_told_otherwise() -> None:
    names = ["test/f1", "learning/capped_seconds_to_f1_0.8", "test/rmse"]
    assert directions(names, None) == ["maximize", "minimize", "minimize"]
    assert directions(names[:1], "minimize") == ["minimize"]
    for wrong in ("upwards", ["maximize", "minimize"]):
        with pytest.raises(InputError, match=r"hydra\.sweeper\.direction"):
            directions(names[:1], wrong)


def test_a_value_is_given_alone_and_several_as_a_tuple() -> None:
    known = {"test/f1": 0.5, "learning/seconds": 7.0}
    assert objective(known, "f1") == 0.5
    assert objective(known, ["f1", "seconds"]) == (0.5, 7.0)
    with pytest.raises(InputError, match="'test/iou' is not measured; known: test/f1"):
        objective(known, "test/iou")
    assert objective(known, None) == 0.5
    assert math.isnan(objective({}, None)), "a scorer without F1 is no fault of a single run"


def test_an_undefined_value_never_reaches_the_sampler() -> None:
    assert defined(["a/b", "c/d"], (1.0, math.inf)) == [1.0, math.inf]
    with pytest.raises(InputError, match=r"test/f1 is undefined \(nan\)$"):
        defined(["test/f1"], math.nan)
    with pytest.raises(InputError, match=r"objective=seconds_to_f1_0\.8 counts"):
        defined(["learning/seconds_to_f1_0.8"], math.nan)


def test_a_level_that_was_not_reached_in_time_costs_the_budget() -> None:
    curve = LearningCurve(np.array([10.0, 70.0]), np.array([0.6, 0.9]))
    assert curve.capped_seconds_to(0.5, 60) == 10
    assert curve.capped_seconds_to(0.8, 60) == 60
    assert curve.capped_seconds_to(0.8, 100) == 70
    assert curve.capped_seconds_to(0.95, 100) == 100
    metrics = summarise([], budget=50, good_f1=0.9)
    assert [metrics[f"capped_seconds_to_f1_{level:g}"] for level in LEVELS] == [50, 50, 50]
