"""Which trials still have a process, and what becomes of those that have none."""

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from threading import Event, Thread

import optuna
from optuna.exceptions import OptunaError, UpdateFinishedTrialError
from optuna.storages import RDBStorage, fail_stale_trials
from optuna.trial import FrozenTrial, TrialState

from src.sweeps.owner import owner_of
from src.sweeps.study import FAILURE, GRACE_SECONDS, HEARTBEAT_SECONDS, ask_again, quiet
from src.tracking.record.process import is_alive, is_here

log = logging.getLogger(__name__)

JOIN_SECONDS = 5.0
"""How long a last heartbeat is waited for."""


def close_abandoned(study: optuna.Study, storage: RDBStorage) -> None:
    """Fail the running trials whose process is dead, or silent on another machine; ask again.

    A process of this machine is asked for by its number; whether one elsewhere lives is known by
    its heartbeat alone. A trial that nobody owns was begun by a process that died the next moment.
    """
    for trial in study.get_trials(deepcopy=False, states=(TrialState.RUNNING,)):
        reason = _abandoned(trial)
        if reason:
            log.warning("trial %d is closed and asked again: %s", trial.number, reason)
            give_up(study, storage, trial, reason)
    with quiet():
        fail_stale_trials(study)


def _abandoned(trial: FrozenTrial) -> str | None:
    """Why nobody works on a trial any more; ``None`` where somebody may."""
    owner = owner_of(trial)
    if owner is None:
        begun = trial.datetime_start or datetime.now()
        old = datetime.now() - begun > timedelta(seconds=GRACE_SECONDS)
        return "nobody took it" if old else None
    host, pid, born = owner
    return f"process {pid} is gone" if is_here(host, born) and not is_alive(pid, born) else None


def give_up(study: optuna.Study, storage: RDBStorage, trial: FrozenTrial, reason: str) -> None:
    """Fail a trial that nobody works on any more, and ask for its parameters again."""
    if fail(storage, trial, reason):
        ask_again(study, trial)


def fail(storage: RDBStorage, trial: FrozenTrial, reason: str) -> bool:
    """Mark a trial as failed for a reason; ``False`` where somebody else has ended it."""
    try:
        storage.set_trial_user_attr(trial._trial_id, FAILURE, reason)
        return storage.set_trial_state_values(trial._trial_id, TrialState.FAIL)
    except UpdateFinishedTrialError:
        return False


@contextmanager
def beating(storage: RDBStorage, trial_ids: Sequence[int]) -> Iterator[None]:
    """Tell other machines that these trials are being worked on, for as long as it lasts."""
    stop = Event()

    def beat() -> None:
        while True:
            for trial_id in trial_ids:
                try:
                    storage.record_heartbeat(trial_id)
                except OptunaError as error:
                    log.warning("a heartbeat was lost: %s", error)
            if stop.wait(HEARTBEAT_SECONDS):
                return

    thread = Thread(target=beat, name="heartbeat", daemon=True)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join(JOIN_SECONDS)
