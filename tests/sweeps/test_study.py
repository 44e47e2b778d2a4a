"""A study that is opened again goes on; what would mix numbers is refused."""

from pathlib import Path

import optuna
import pytest
from hydra import compose, initialize_config_dir
from hydra.core.hydra_config import HydraConfig
from omegaconf import OmegaConf
from optuna.distributions import FloatDistribution, IntDistribution
from optuna.pruners import NopPruner
from optuna.storages import RDBStorage
from optuna.trial import TrialState

from src.composing.conf import CONF
from src.core import InputError
from src.sweeps.conduct import sampler_of
from src.sweeps.space import Space
from src.sweeps.study import (
    AGAIN,
    ask_again,
    create_study,
    open_storage,
    open_study,
    quiet,
    taken,
)

SPACE = {"x": FloatDistribution(0, 1)}


def study_of(
    storage: RDBStorage, metric: str = "test/f1", direction: str = "maximize"
) -> optuna.Study:
    return open_study(storage, "one", [metric], [direction], NopPruner())


def finish(study: optuna.Study, state: TrialState = TrialState.COMPLETE) -> int:
    """One more trial that ended so; its number."""
    with quiet():
        trial = study.ask(dict(SPACE))
    study.tell(trial, trial.params["x"] if state == TrialState.COMPLETE else None, state)
    return trial.number


def test_trials_of_all_states_count_but_one_that_is_repeated_counts_once(
    storage: RDBStorage,
) -> None:
    study = study_of(storage)
    for state in (TrialState.COMPLETE, TrialState.PRUNED, TrialState.FAIL):
        finish(study, state)
    assert taken(study.trials) == 3
    ask_again(study, study.trials[2])
    assert taken(study.trials) == 2
    again = finish(study, TrialState.FAIL)
    assert study.trials[again].params == study.trials[2].params
    assert study.trials[again].user_attrs[AGAIN] == 2
    assert taken(study.trials) == 3
    ask_again(study, study.trials[again])
    assert len(study.trials) == 4


def test_a_trial_that_died_before_it_drew_anything_takes_no_place(storage: RDBStorage) -> None:
    study = study_of(storage)
    with quiet():
        nothing = study.ask()
    assert taken(study.trials) == 1
    study.tell(nothing, state=TrialState.FAIL)
    ask_again(study, study.trials[nothing.number])
    assert (len(study.trials), taken(study.trials)) == (1, 0)


def test_a_study_goes_on_where_it_is_opened_again(storage: RDBStorage) -> None:
    finish(study_of(storage))
    again = study_of(open_storage(storage.url))
    assert [trial.number for trial in again.trials] == [0]
    assert again.metric_names == ["test/f1"]


def test_of_two_workers_one_creates_the_study(storage: RDBStorage) -> None:
    workers = (storage, open_storage(storage.url))
    assert [create_study(worker, "one", ["maximize"]) for worker in workers] == [True, False]
    assert study_of(workers[1]).study_name == "one"


def test_a_study_about_something_else_is_refused(storage: RDBStorage) -> None:
    study_of(storage)
    with pytest.raises(InputError, match=r"the study one is about test/f1; set hydra\.sweeper"):
        study_of(storage, "test/iou")
    with pytest.raises(InputError, match="the study one is to maximize; set"):
        study_of(storage, direction="minimize")


@pytest.mark.parametrize(
    "url",
    [
        "sqlite:////proc/nowhere/optuna.db",
        "nonsense",
        "postgresql+psycopg://me:secret@127.0.0.1:9/x",
    ],
)
def test_an_unusable_store_is_named_without_its_password(url: str) -> None:
    with pytest.raises(InputError, match="OPTUNA_STORAGE") as refused:
        open_storage(url)
    assert "secret" not in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_local_store_is_created_with_its_folder(tmp_path: Path) -> None:
    open_storage(f"sqlite:///{tmp_path}/mlruns/optuna.db")
    assert (tmp_path / "mlruns" / "optuna.db").exists()


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("tpe", ["n_startup_trials=2"]),
        ("gp", ["n_startup_trials=2"]),
        ("random", []),
        ("grid", []),
        ("nsgaii", ["population_size=2"]),
    ],
)
def test_every_sampler_of_the_configuration_draws(
    storage: RDBStorage, name: str, options: list[str]
) -> None:
    words = ["hydra/sweeper=optuna", f"hydra/sweeper/sampler={name}"]
    words += [f"hydra.sweeper.sampler.{option}" for option in options]
    with initialize_config_dir(str(CONF)):
        config = compose("config", overrides=words, return_hydra_config=True)
    HydraConfig.instance().set_config(config)
    space = Space({"x": IntDistribution(0, 2), "y": IntDistribution(0, 1)}, ())
    study = study_of(storage)
    study.sampler = sampler_of(config.hydra.sweeper.sampler, space, 0)
    drawn = []
    for _ in range(5):
        with quiet():
            trial = study.ask(dict(space.distributions))
        study.tell(trial, trial.params["x"] - trial.params["y"])
        drawn.append((trial.params["x"], trial.params["y"]))
    assert all(0 <= x <= 2 and 0 <= y <= 1 for x, y in drawn)
    if name == "grid":
        assert len(set(drawn)) == 5


def test_a_seeded_sampler_repeats_itself_but_not_its_earlier_trials() -> None:
    config = OmegaConf.create({"_target_": "optuna.samplers.RandomSampler", "seed": 3})
    space = Space(SPACE, ())

    def first_draw(trials: int) -> float:
        study = optuna.create_study(sampler=sampler_of(config, space, trials))
        return float(study.ask(dict(SPACE)).params["x"])

    assert first_draw(0) == first_draw(0)
    assert first_draw(0) != first_draw(1)


def test_only_samplers_can_be_built() -> None:
    for target in ("os.system", "src.detectors.otsu.Otsu"):
        with pytest.raises(InputError, match=r"hydra\.sweeper"):
            sampler_of(OmegaConf.create({"_target_": target}), Space(SPACE, ()), 0)
