"""The study that a sweep goes on with, and the database it is kept in."""

import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import optuna
from optuna.exceptions import DuplicatedStudyError, ExperimentalWarning, OptunaError
from optuna.pruners import BasePruner
from optuna.storages import RDBStorage
from optuna.trial import FrozenTrial, TrialState
from sqlalchemy.exc import SQLAlchemyError

from src.core import InputError
from src.core.passwords import about, masked
from src.data.files.lock import alone
from src.sweeps.owner import OWNER
from src.sweeps.storage import PatientStorage, patience_with
from src.tracking.store import database_file
from src.tracking.store.databases import reachable

HEARTBEAT_SECONDS = 60
GRACE_SECONDS = 5 * HEARTBEAT_SECONDS
"""After how long a silence of another machine a trial is given up."""

LOCK_SECONDS = 60
"""How long a writer waits for another one of the same SQLite file."""

PARENT_RUN = "parent"
"""The attribute of a study: id of the run that its trials are shown below."""

FAILURE, AGAIN = "failure", "again"
"""Attributes of a trial: why it failed, and, of one that repeats a trial whose process died, the
number of that trial."""


_answered: set[str] = set()
"""Databases that this process has used: they are waited for."""


def open_storage(url: str, *, expected: bool = False) -> PatientStorage:
    """The database of studies; a local one is created where there is none.

    Args:
        expected: whether another process of the sweep has used it, so that its address is right.
    """
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    with study_errors(url):
        if expected or url in _answered:
            storage = patience_with(url)(_storage, url)
        else:
            storage = _storage(url)
    _answered.add(url)
    return storage


def _storage(url: str) -> PatientStorage:
    file = database_file(url)
    options: dict[str, Any] = {"pool_pre_ping": True}
    if file is not None:
        file.parent.mkdir(parents=True, exist_ok=True)
        options = {"connect_args": {"timeout": LOCK_SECONDS}}
    # Optuna's creation of tables is not safe against a second process.
    with quiet(), reachable(url) if file is None else alone(file.parent):
        return PatientStorage(
            url,
            engine_kwargs=options,
            heartbeat_interval=HEARTBEAT_SECONDS,
            grace_period=GRACE_SECONDS,
            heartbeat_stale_trial_callback=ask_again,
        )


def create_study(storage: RDBStorage, name: str, directions: Sequence[str]) -> bool:
    """Create the study; ``False`` where there is one, so that of two workers one is the first."""
    ways: Any = list(directions)
    try:
        with study_errors(storage.url):
            optuna.create_study(storage=storage, study_name=name, directions=ways)
    except DuplicatedStudyError:
        return False
    return True


def open_study(
    storage: RDBStorage,
    name: str,
    metrics: Sequence[str],
    directions: Sequence[str],
    pruner: BasePruner,
) -> optuna.Study:
    """The study of this name, new or gone on with; refused where it optimises something else."""
    with study_errors(storage.url):
        study = optuna.create_study(
            storage=storage,
            study_name=name,
            directions=list(directions),  # type: ignore[arg-type]  # checked before
            pruner=pruner,
            load_if_exists=True,
        )
    known = study.metric_names
    if known is not None and known != list(metrics):
        raise InputError(_otherwise(name, f"is about {', '.join(known)}"))
    kept = [direction.name.lower() for direction in study.directions]
    if kept != list(directions):
        raise InputError(_otherwise(name, f"is to {', '.join(kept)}"))
    with quiet():
        study.set_metric_names(list(metrics))
    return study


def trial_count(storage: RDBStorage, name: str) -> int:
    """How many trials a study has so far; 0 where there is no such study."""
    with study_errors(storage.url):
        if name not in optuna.get_all_study_names(storage):
            return 0
        return len(optuna.load_study(study_name=name, storage=storage).trials)


def refuse_otherwise(name: str, difference: str) -> None:
    """Refuse to go on with a study whose trials would not compare with the new ones."""
    if difference:
        raise InputError(_otherwise(name, f"was configured otherwise: {difference}"))


def ask_again(study: optuna.Study, trial: FrozenTrial) -> None:
    """Queue the parameters of a trial whose process died, once."""
    if trial.params and AGAIN not in trial.user_attrs:
        study.enqueue_trial(trial.params, user_attrs={AGAIN: trial.number})


def taken(trials: Sequence[FrozenTrial]) -> int:
    """How many trials of a study's total are done or being done.

    A repeat counts once. A trial whose process died before it had drawn a parameter counts for
    nothing: it cannot be repeated, and would take the place of one that can be done.
    """
    repeated = {trial.user_attrs.get(AGAIN) for trial in trials}
    own = [trial for trial in trials if trial.number not in repeated and not _was_nothing(trial)]
    done = sum(trial.state.is_finished() for trial in own)
    return done + sum(
        trial.state == TrialState.RUNNING and OWNER in trial.user_attrs for trial in own
    )


def _was_nothing(trial: FrozenTrial) -> bool:
    return trial.state == TrialState.FAIL and not trial.params


@contextmanager
def quiet() -> Iterator[None]:
    """Without Optuna's notes that heartbeats, metric names and still plots may change one day."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ExperimentalWarning)
        # Its heart beats by itself in Study.optimize alone; ours does in ``beating``.
        warnings.filterwarnings("ignore", message="Heartbeat of storage")
        yield


@contextmanager
def study_errors(url: str) -> Iterator[None]:
    """Say in one sentence what the database of studies complains of."""
    try:
        yield
    except DuplicatedStudyError:
        raise
    except (SQLAlchemyError, OptunaError, ImportError, OSError) as error:
        complaint = about((str(error).splitlines() or [type(error).__name__])[0], url)
        raise InputError(
            f"The study store {masked(url)} cannot be used: {complaint}; "
            "set OPTUNA_STORAGE or hydra.sweeper.storage"
        ) from error


def _otherwise(name: str, how: str) -> str:
    return f"the study {name} {how}; set hydra.sweeper.study_name to begin another"
