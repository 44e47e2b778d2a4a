"""A sweep from its first trial to its report."""

import logging
import sys
from collections.abc import Sequence
from dataclasses import replace
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any

import optuna
from hydra.errors import HydraException
from omegaconf import DictConfig, OmegaConf
from omegaconf.errors import OmegaConfBaseException
from optuna.samplers import BaseSampler, GridSampler
from optuna.trial import TrialState

from src.composing.builder import build, build_node
from src.composing.checking import check_arguments
from src.composing.entry import chosen, command_of
from src.composing.plain import plain
from src.composing.trusted import PRUNERS, SAMPLERS
from src.core import InputError
from src.evaluation.costs import DIRECTIONS as COSTS
from src.scoring.learning.directions import LEARNING
from src.sweeps.batches import Batches
from src.sweeps.objective import directions, metric_names
from src.sweeps.report import report
from src.sweeps.space import Space
from src.sweeps.study import (
    FAILURE,
    PARENT_RUN,
    create_study,
    open_storage,
    open_study,
    refuse_otherwise,
    trial_count,
)
from src.tracking import keys
from src.tracking.archive import Archive
from src.tracking.record.recorder import Tracking
from src.tracking.record.resuming import SHOWING, changed
from src.tracking.store import StoreAwayError

if TYPE_CHECKING:
    from src.sweeps.sweeper import StudySweeper

log = logging.getLogger(__name__)

PARENT_SECONDS, POLL_SECONDS = 30.0, 0.5
"""How long, and how often, the run of a study that somebody has just created is asked for."""


GIVEN = ("storage", "study_name", "n_trials", "n_jobs", "params")
"""Arguments of the sweeper that are no objects to be built."""


class AllFailedError(Exception):
    """No trial of a sweep came to a result."""


def conduct(sweeper: "StudySweeper", arguments: Sequence[str]) -> None:
    """Go on with the study until it has all its trials, and report, whatever happens."""
    given = {name: plain(getattr(sweeper, name), "hydra.sweeper") for name in GIVEN}
    check_arguments(type(sweeper), given, "hydra.sweeper", partial=True)
    config, name = sweeper.config, sweeper.study_name
    metrics = metric_names(config.objective)
    if OmegaConf.select(config, "tracking.uri") is None:
        raise InputError("a sweep keeps its trials in a store: set tracking=mlflow")
    known = build(config, "scorer").directions | LEARNING | COSTS
    ways = directions(metrics, sweeper.direction, known)
    space = Space.of(sweeper.params, arguments)
    check_composes(sweeper, space)
    pruner = build_node(sweeper.pruner, "hydra.sweeper.pruner", PRUNERS)
    tracking = replace(build(config, "tracking"), run_name=None)
    storage = open_storage(sweeper.storage)
    sampler = sampler_of(sweeper.sampler, space, trial_count(storage, name))
    first = create_study(storage, name, ways)
    study = open_study(storage, name, metrics, ways, pruner)
    study.sampler = sampler
    total = sweeper.n_trials
    if isinstance(sampler, GridSampler):
        total = min(total, space.size)
    if len(metrics) > 1 and not isinstance(pruner, optuna.pruners.NopPruner):
        log.info("no trial is pruned: Optuna prunes studies of one objective only")
    recorded = _without_hydra(config)
    tags = {
        **chosen(config.hydra.runtime.choices), keys.STUDY: name,
        keys.SAMPLER: type(sampler).__name__, keys.OBJECTIVE: ", ".join(metrics),
        keys.COMMAND: command_of(sys.argv[1:]),
    }  # fmt: skip
    batches = Batches(study, storage, space, sweeper.launcher)
    parent = None if first else known_parent(study, tracking, recorded)
    with tracking.start(recorded, name, tags, parent, grows=True) as record:
        study.set_user_attr(PARENT_RUN, record.id)
        try:
            batches.run(total, sweeper.n_jobs)
        except StoreAwayError:
            # Nothing can be read, or nothing be told.
            raise
        except BaseException:
            report(study, record, Archive(tracking.uri))
            raise
        report(study, record, Archive(tracking.uri))
        refuse_failures(study, batches.numbers)


def check_composes(sweeper: "StudySweeper", space: Space) -> None:
    """Refuse a key that the configuration does not have before a trial is asked for."""
    try:
        sweeper.validate_batch_is_legal([space.overrides(space.example)])
    except (HydraException, OmegaConfBaseException) as error:
        raise InputError(f"hydra.sweeper.params: {str(error).splitlines()[0]}") from error


def sampler_of(config: DictConfig, space: Space, trials: int) -> BaseSampler:
    """The sampler; a seeded one draws anew where a study is gone on with, and not the same."""
    grid = str(config.get("_target_")).endswith(".GridSampler")
    seed = config.get("seed")
    if isinstance(seed, int) and not grid:
        config = OmegaConf.merge(config, {"seed": seed + trials})  # type: ignore[assignment]
    sampler: Any = build_node(config, "hydra.sweeper.sampler", SAMPLERS)
    return sampler(space.choices) if grid else sampler  # type: ignore[no-any-return]


def known_parent(study: optuna.Study, tracking: Tracking, config: dict[str, Any]) -> str | None:
    """The run of the study's other sweeps, if this store has it; other settings are refused.

    Who created the study notes its run; a worker that comes a moment later waits for that.
    """
    end = monotonic() + PARENT_SECONDS
    while PARENT_RUN not in study.user_attrs:
        if monotonic() > end:
            return None
        sleep(POLL_SECONDS)
    name = study.user_attrs[PARENT_RUN]
    try:
        past = Archive(tracking.uri).find(name)
    except InputError:
        return None
    refuse_otherwise(study.study_name, changed(past, config, SHOWING))
    return past.id


def refuse_failures(study: optuna.Study, numbers: Sequence[int]) -> None:
    """Complain where every trial of this sweep failed."""
    trials = study.get_trials(deepcopy=False)
    own = [trials[number] for number in numbers]
    if own and all(trial.state == TrialState.FAIL for trial in own):
        reason = str(own[-1].user_attrs.get(FAILURE, "no reason")).splitlines()[0]
        raise AllFailedError(f"all {len(own)} trials of this sweep failed, the last with {reason}")


def _without_hydra(config: DictConfig) -> dict[str, Any]:
    keys = [str(key) for key in config if key != "hydra"]
    plain = OmegaConf.to_container(OmegaConf.masked_copy(config, keys), resolve=True)
    assert isinstance(plain, dict)  # noqa: S101 - made from one
    return {str(key): value for key, value in plain.items()}
