"""A study store that is away is waited for, and nothing of a study is lost or doubled by it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import optuna
import pytest
from optuna.distributions import FloatDistribution
from optuna.exceptions import UpdateFinishedTrialError
from optuna.pruners import NopPruner
from optuna.storages import RDBStorage
from optuna.storages._rdb import storage as optunas
from optuna.trial import TrialState

from src.sweeps import storage as ours
from src.sweeps.owner import owner_of, this_process
from src.sweeps.storage import PatientStorage
from src.sweeps.study import open_study, quiet
from src.tracking.store import StoreAwayError, patience

X = {"x": FloatDistribution(0, 1)}


@pytest.fixture(name="study")
def study_fixture(storage: RDBStorage) -> optuna.Study:
    return open_study(storage, "one", ["test/f1"], ["maximize"], NopPruner())


@pytest.fixture(name="deaf")
def deaf_fixture(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Lose the answers of the next so many requests, which are kept."""
    real = optunas._create_scoped_session
    left = [0]

    @contextmanager
    def session(*args: Any, **words: Any) -> Iterator[Any]:
        with real(*args, **words) as own:
            yield own
        if left[0] > 0:
            left[0] -= 1
            raise ConnectionResetError("the answer was lost")

    for module in (ours, optunas):
        monkeypatch.setattr(module, "_create_scoped_session", session)
    monkeypatch.setattr(patience, "PAUSES", (0.001,))

    def lose(answers: int) -> None:
        left[0] = answers

    return lose


def test_a_trial_is_created_once(study: optuna.Study, deaf: Callable[[int], None]) -> None:
    storage: Any = study._storage._backend  # type: ignore[attr-defined]
    deaf(3)
    trial = storage._create_new_trial(study._study_id)
    assert (len(study.trials), trial.number) == (1, 0)
    assert study.trials[0]._trial_id == trial._trial_id
    assert owner_of(study.trials[0]) == this_process(), "from the first moment on"


def test_a_trial_that_waits_is_taken_once(study: optuna.Study, deaf: Callable[[int], None]) -> None:
    study.enqueue_trial({"x": 0.5})
    (waiting,) = study.trials
    storage: Any = study._storage
    deaf(2)
    assert storage.set_trial_state_values(waiting._trial_id, TrialState.RUNNING)
    assert owner_of(study.trials[0]) == this_process()
    assert not storage.set_trial_state_values(waiting._trial_id, TrialState.RUNNING), "by another"


def test_a_result_is_told_once(study: optuna.Study, deaf: Callable[[int], None]) -> None:
    with quiet():
        trial = study.ask(X)
    storage: Any = study._storage
    deaf(1)
    assert storage.set_trial_state_values(trial._trial_id, TrialState.COMPLETE, [0.5])
    assert study.trials[0].value == 0.5
    with pytest.raises(UpdateFinishedTrialError):
        storage.set_trial_state_values(trial._trial_id, TrialState.COMPLETE, [0.7])


def test_a_sweep_goes_on_through_lost_answers(
    study: optuna.Study, deaf: Callable[[int], None]
) -> None:
    for _ in range(3):
        deaf(2)
        with quiet():
            trial = study.ask(X)
        deaf(2)
        study.tell(trial, 0.5)
    assert [trial.state for trial in study.trials] == [TrialState.COMPLETE] * 3


def test_one_that_stays_away_ends_with_a_sentence(
    storage: PatientStorage,
    study: optuna.Study,
    deaf: Callable[[int], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(patience, "PATIENCE_SECONDS", 0.05)
    deaf(10**6)
    with pytest.raises(StoreAwayError, match="the same command goes on with the study") as said:
        study.set_user_attr("a", 1)
    assert said.value.store == storage.patience.store
    with pytest.raises(ConnectionResetError):
        storage.record_heartbeat(1)
