"""The trials of a sweep, given to Hydra's launcher some at a time."""

import logging
from collections.abc import Sequence
from time import sleep

import optuna
from hydra.core.utils import JobReturn, JobStatus
from hydra.plugins.launcher import Launcher
from optuna.storages import RDBStorage
from optuna.trial import FrozenTrial, TrialState

from src.sweeps.liveness import beating, close_abandoned, fail, give_up
from src.sweeps.owner import owner_of, this_process
from src.sweeps.space import Space
from src.sweeps.study import FAILURE, quiet, taken
from src.tracking.store import StoreAwayError

log = logging.getLogger(__name__)

POLL_SECONDS = 1.0
"""How often a batch that lost a process is asked about its other trials."""


class Batches:
    """Asks, launches and settles trials; every trial tells the study its result by itself."""

    def __init__(
        self, study: optuna.Study, storage: RDBStorage, space: Space, launcher: Launcher
    ) -> None:
        self._study, self._storage, self._space = study, storage, space
        self._launcher = launcher
        self.numbers: list[int] = []

    def run(self, total: int, together: int) -> None:
        """Until the study has ``total`` trials, ``together`` of them at a time."""
        while True:
            close_abandoned(self._study, self._storage)
            room = total - taken(self._study.get_trials(deepcopy=False))
            if room <= 0:
                return
            self._launch([self._ask() for _ in range(min(room, together))])

    def _ask(self) -> optuna.Trial:
        with quiet():
            trial = self._study.ask(dict(self._space.distributions))
        self.numbers.append(trial.number)
        return trial

    def _launch(self, trials: Sequence[optuna.Trial]) -> None:
        numbers = [trial.number for trial in trials]
        overrides = [
            [*self._space.overrides(trial.params), f"trial={trial.number}"] for trial in trials
        ]
        try:
            with beating(self._storage, [trial._trial_id for trial in trials]):
                done = len(self.numbers) - len(numbers)
                jobs = self._launcher.launch(overrides, initial_job_idx=done)
            for number, job in zip(numbers, jobs, strict=True):
                self._fail_untold(number, job)
        except StoreAwayError:
            # The next trial would wait for the same store. Whose trials these are is noted with
            # them, so that whoever goes on asks for them again.
            raise
        except Exception as error:
            # A launcher raises for the first job whose process died or could not begin.
            self._wait_for_others(numbers)
            for trial in self._running(numbers):
                give_up(self._study, self._storage, trial, f"{type(error).__name__}: {error}")
        except BaseException:
            for trial in self._running(numbers):
                give_up(self._study, self._storage, trial, "interrupted")
            raise
        for trial in self._study.get_trials(deepcopy=False, states=(TrialState.FAIL,)):
            if trial.number in numbers:
                log.warning("trial %d failed: %s", trial.number, trial.user_attrs.get(FAILURE))

    def _fail_untold(self, number: int, job: JobReturn) -> None:
        """A job that broke before it could tell the study anything."""
        reason = "its job told nothing"
        if job.status == JobStatus.FAILED:
            try:
                _ = job.return_value
            except StoreAwayError:
                raise
            except Exception as error:
                reason = f"{type(error).__name__}: {error}"
        for trial in self._running([number]):
            fail(self._storage, trial, reason)

    def _wait_for_others(self, numbers: Sequence[int]) -> None:
        """Let the trials of other processes end; those of dead ones are given up."""
        while any(owner_of(trial) != this_process() for trial in self._running(numbers)):
            close_abandoned(self._study, self._storage)
            sleep(POLL_SECONDS)

    def _running(self, numbers: Sequence[int]) -> list[FrozenTrial]:
        running = self._study.get_trials(deepcopy=False, states=(TrialState.RUNNING,))
        return [trial for trial in running if trial.number in numbers]
