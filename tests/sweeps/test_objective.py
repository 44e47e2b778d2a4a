import math

import numpy as np
import pytest
from omegaconf import OmegaConf

from src.core import Direction, InputError, Scorer
from src.scoring.learning.directions import LEARNING
from src.scoring.learning.efficiency import LearningCurve
from src.scoring.masks import Masks
from src.scoring.objects import Objects
from src.scoring.pixels import Pixels
from src.scoring.tools import Agreement
from src.sweeps.objective import defined, directions, metric_names, objective
from src.tracking.record.journal import LESSON, SCORES
from src.training.demonstration import effort
from src.training.lesson import CORRECTIVE, INITIAL
from src.training.stages import Stages
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
    known = Pixels().directions | LEARNING
    names = ["test/f1", "learning/capped_seconds_to_f1_0.8", "test/image_mean_rmse"]
    assert directions(names, None, known) == ["maximize", "minimize", "minimize"]
    assert directions(names[:1], "minimize", known) == ["minimize"]
    for wrong in ("upwards", ["maximize", "minimize"]):
        with pytest.raises(InputError, match=r"hydra\.sweeper\.direction"):
            directions(names[:1], wrong, known)


@pytest.mark.parametrize(
    ("scorer", "metric"),
    [
        (Objects(), "test/mean_matched_hd95"),
        (Objects(), "test/catastrophes"),
        (Objects(), "test/touching_merged"),
        (Objects(), "test/fn_at_0.75"),
        (Agreement(), "test/cellpose/mean_distance"),
        (Masks(), "test/spurious"),
        (Pixels(), "learning/corrective_strokes"),
    ],
)
def test_errors_are_minimised_whatever_they_are_called(scorer: Scorer, metric: str) -> None:
    assert directions([metric], None, scorer.directions | LEARNING) == ["minimize"]


def test_a_word_inside_a_name_decides_nothing() -> None:
    assert directions(["test/merges_avoided"], None, Objects().directions) == ["maximize"]


@pytest.mark.parametrize("metric", ["learning/initial_images", "test/images"])
def test_what_is_neither_good_nor_bad_needs_a_direction(metric: str) -> None:
    known = Pixels().directions | LEARNING
    with pytest.raises(InputError, match=rf"{metric} is neither .* set hydra\.sweeper\.direction"):
        directions([metric], None, known)
    assert directions([metric], "maximize", known) == ["maximize"]


GOOD = {"aubc", "initial_gain_per_second", "corrective_gain_per_second"}
GOOD |= {"skip_precision", "skip_recall", "f1", "iou"}


def test_every_metric_of_a_taught_run_has_its_direction() -> None:
    """A new one must be added here as good, or to ``LEARNING`` as bad or neither."""
    cost = dict.fromkeys(("seconds", "strokes", "events"), 1)
    cost |= dict.fromkeys(("foreground_pixels", "background_pixels"), 1)
    rows = [{"phase": phase, **cost} for phase in (INITIAL, CORRECTIVE)]
    stages = Stages()
    for name in ("annotate", "load", "predict", "record", "train"):
        with stages(name):
            pass
    journal = {*LESSON, "image_seconds", "seconds", "skipped", "corrective"}
    journal |= {name for _, name in SCORES}
    names = {*summarise([], 50, 0.9), *effort(rows), *stages.report(), *journal}
    assert {name for name in names if LEARNING.of(name) is Direction.HIGHER} == GOOD


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
