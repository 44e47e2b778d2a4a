"""What a trial hears after every image, and when it is stopped."""

import math
from collections.abc import Sequence

import optuna
import pytest
from hydra import compose, initialize_config_dir
from optuna.distributions import FloatDistribution
from optuna.pruners import BasePruner, MedianPruner, NopPruner
from optuna.storages import RDBStorage
from optuna.trial import TrialState

from src.composing.builder import build_node
from src.composing.conf import CONF
from src.composing.trusted import PRUNERS
from src.core import Pruned
from src.sweeps.pruning import Pruning
from src.sweeps.study import open_study, quiet


def taught(study: optuna.Study, storage: RDBStorage, scores: Sequence[float]) -> optuna.Trial:
    """A trial that is shown images of 10 s each, the first of which teaches nothing yet."""
    with quiet():
        trial = study.ask({"x": FloatDistribution(0, 1)})
    watch = Pruning(study, storage, trial._trial_id, budget=100)
    watch({"step": 1, "total_seconds": 10.0})
    for step, score in enumerate(scores, start=2):
        watch({"step": step, "total_seconds": 10.0 * step, "test_f1": score})
    return trial


def opened(storage: RDBStorage, metric: str, direction: str, pruner: BasePruner) -> optuna.Study:
    return open_study(storage, metric, [metric], [direction], pruner)


def test_a_trial_hears_its_test_f1_after_every_image_that_has_one(storage: RDBStorage) -> None:
    study = opened(storage, "test/f1", "maximize", NopPruner())
    taught(study, storage, [0.3, math.nan, 0.5])
    assert study.trials[0].intermediate_values == {2: 0.3, 3: 0.0, 4: 0.5}


def test_a_study_of_seconds_hears_what_is_missing_so_that_less_is_better(
    storage: RDBStorage,
) -> None:
    study = opened(storage, "learning/capped_seconds_to_f1_0.8", "minimize", NopPruner())
    taught(study, storage, [0.25])
    assert study.trials[0].intermediate_values == {2: 0.75}


def test_a_study_of_aubc_hears_the_area_as_if_annotation_ended_there(storage: RDBStorage) -> None:
    study = opened(storage, "learning/aubc", "maximize", NopPruner())
    taught(study, storage, [0.5, 0.9])
    heard = study.trials[0].intermediate_values
    assert heard[2] == pytest.approx(0.5 * 80 / 100)
    assert heard[3] == pytest.approx((0.5 * 10 + 0.9 * 70) / 100)


@pytest.mark.parametrize(("metric", "direction"), [("test/f1", "maximize"), ("a/s", "minimize")])
def test_what_others_left_behind_is_stopped(
    storage: RDBStorage, metric: str, direction: str
) -> None:
    study = opened(storage, metric, direction, MedianPruner(n_startup_trials=1))
    study.tell(taught(study, storage, [0.4, 0.6, 0.8]), 0.8)
    with pytest.raises(Pruned, match=r"^after 3 images at test F1 0\.300$"):
        taught(study, storage, [0.5, 0.3, 0.9])
    taught(study, storage, [0.5, 0.7, 0.9])


@pytest.mark.parametrize("name", ["median", "asha", "hyperband", "none"])
def test_every_pruner_of_the_configuration_judges(storage: RDBStorage, name: str) -> None:
    words = ["hydra/sweeper=optuna", f"hydra/sweeper/pruner={name}"]
    with initialize_config_dir(str(CONF)):
        config = compose("config", overrides=words, return_hydra_config=True)
    pruner = build_node(config.hydra.sweeper.pruner, "hydra.sweeper.pruner", PRUNERS)
    study = opened(storage, "test/f1", "maximize", pruner)
    for quality in (0.9, 0.5, 0.8, 0.4, 0.7, 0.3, 0.2, 0.1):
        try:
            study.tell(taught(study, storage, [quality] * 12), quality)
        except Pruned:
            study.tell(len(study.trials) - 1, state=TrialState.PRUNED)
    stopped = [trial for trial in study.trials if trial.state == TrialState.PRUNED]
    assert bool(stopped) == (name != "none")
    assert study.best_value == 0.9
