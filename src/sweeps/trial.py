"""One trial of a study as its own process sees it, wherever a launcher has put it."""

import logging
from collections.abc import Callable, Mapping
from typing import Any

import optuna
from omegaconf import DictConfig
from optuna.trial import TrialState

from src.composing.builder import build_node
from src.composing.entry import command_of
from src.composing.trusted import PRUNERS
from src.core import Pruned, Verdict, Watch
from src.sweeps.liveness import beating, fail, give_up
from src.sweeps.objective import Objective, defined, metric_names
from src.sweeps.owner import OWNER, this_process
from src.sweeps.pruning import Pruning
from src.sweeps.study import PARENT_RUN, open_storage, study_errors
from src.tracking import keys
from src.tracking.store import StoreAwayError, expect

log = logging.getLogger(__name__)

Result = tuple[Objective, Verdict | None]
Run = Callable[[DictConfig, Mapping[str, Any], Mapping[str, str], Watch | None], Result]
"""Runs a configuration, given the choices, tags, and who is told of every image."""


def run_trial(config: DictConfig, settings: Any, run: Run) -> Objective | None:
    """Run the configuration and tell the study what came of it; ``None`` where it was pruned."""
    # The process that sent this one its trial has used both stores.
    storage = open_storage(settings.sweeper.storage, expected=True)
    expect(config.tracking.uri)
    with study_errors(storage.url):
        study = optuna.load_study(
            study_name=settings.sweeper.study_name,
            storage=storage,
            pruner=build_node(settings.sweeper.pruner, "hydra.sweeper.pruner", PRUNERS),
        )
        trial = study.trials[config.trial]
        storage.set_trial_user_attr(trial._trial_id, OWNER, this_process())
    tags = {keys.STUDY: study.study_name, keys.TRIAL: str(trial.number)}
    words = [word for word in settings.overrides.task if not word.startswith("trial=")]
    tags[keys.COMMAND] = command_of(words)
    tags |= {keys.PARENT: study.user_attrs[PARENT_RUN]} if PARENT_RUN in study.user_attrs else {}
    watch = None
    if len(study.directions) == 1 and config.trainer and "budget" in config.trainer:
        watch = Pruning(study, storage, trial._trial_id, config.trainer.budget)
    with beating(storage, [trial._trial_id]):
        try:
            result, _ = run(config, settings.runtime.choices, tags, watch)
            values = defined(metric_names(config.objective), result)
        except Pruned as stop:
            log.info("trial %d was pruned %s", trial.number, stop)
            study.tell(trial.number, state=TrialState.PRUNED, skip_if_finished=True)
            return None
        except StoreAwayError as error:
            # The trial has not failed: somebody else may do it.
            if error.store != storage.patience.store:
                give_up(study, storage, trial, str(error))
            raise
        except Exception as error:
            fail(storage, trial, f"{type(error).__name__}: {error}")
            raise
        study.tell(trial.number, values, skip_if_finished=True)
    return result
