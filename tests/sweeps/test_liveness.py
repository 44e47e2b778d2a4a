"""Trials of dead processes are closed and asked again; those of live ones are left alone."""

import os
import socket
import subprocess
import sys

import optuna
import pytest
from optuna.distributions import FloatDistribution
from optuna.pruners import NopPruner
from optuna.storages import RDBStorage
from optuna.trial import TrialState
from sqlalchemy import text

from src.sweeps.liveness import beating, close_abandoned, fail
from src.sweeps.owner import OWNER, this_process
from src.sweeps.study import FAILURE, GRACE_SECONDS, open_study, quiet, taken
from src.tracking.record.process import birth, place


@pytest.fixture(name="study")
def study_fixture(storage: RDBStorage) -> optuna.Study:
    return open_study(storage, "one", ["test/f1"], ["maximize"], NopPruner())


def begin(study: optuna.Study, owner: tuple[str, int, str]) -> optuna.Trial:
    """A running trial of some process."""
    with quiet():
        trial = study.ask({"x": FloatDistribution(0, 1)})
    trial.set_user_attr(OWNER, owner)
    return trial


def dead_process() -> tuple[str, int, str]:
    """A process that was killed."""
    process = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    owner = (socket.gethostname(), process.pid, birth(process.pid) or "")
    process.kill()
    process.wait()
    return owner


def states(study: optuna.Study) -> list[str]:
    return [trial.state.name for trial in study.trials]


def test_the_trial_of_a_dead_process_fails_and_is_asked_again_once(
    study: optuna.Study, storage: RDBStorage
) -> None:
    owner = dead_process()
    first = begin(study, owner)
    close_abandoned(study, storage)
    assert states(study) == ["FAIL", "WAITING"]
    assert f"process {owner[1]}" in study.trials[0].user_attrs[FAILURE]
    second = begin(study, owner)
    assert second.params == first.params
    close_abandoned(study, storage)
    assert states(study) == ["FAIL", "FAIL"]


def test_a_number_that_another_process_inherited_is_no_sign_of_life(
    study: optuna.Study, storage: RDBStorage
) -> None:
    begin(study, (socket.gethostname(), os.getpid(), f"{place()}:1"))
    close_abandoned(study, storage)
    assert states(study)[0] == "FAIL"


def test_a_trial_that_nobody_took_is_closed_after_a_while_and_fills_no_place_until_then(
    study: optuna.Study, storage: RDBStorage
) -> None:
    with quiet():
        study.ask({"x": FloatDistribution(0, 1)})
    with storage.engine.begin() as database:
        database.execute(text("DELETE FROM trial_user_attributes"))
        database.execute(text("DELETE FROM trial_heartbeats"))
    close_abandoned(study, storage)
    assert (states(study), taken(study.trials)) == (["RUNNING"], 0)
    with storage.engine.begin() as database:
        database.execute(text("UPDATE trials SET datetime_start = '2020-01-01 00:00:00.000000'"))
    close_abandoned(study, storage)
    assert states(study) == ["FAIL", "WAITING"]


def test_the_trials_of_live_processes_and_of_other_machines_are_left_alone(
    study: optuna.Study, storage: RDBStorage
) -> None:
    begin(study, this_process())
    begin(study, ("elsewhere", 1, ""))
    close_abandoned(study, storage)
    assert states(study) == ["RUNNING", "RUNNING"]


def test_another_machine_is_given_up_when_its_heart_has_not_beaten_for_long(
    study: optuna.Study, storage: RDBStorage
) -> None:
    silent, alive = begin(study, ("elsewhere", 1, "")), begin(study, ("elsewhere", 2, ""))
    with beating(storage, [silent._trial_id, alive._trial_id]):
        pass
    close_abandoned(study, storage)
    assert states(study) == ["RUNNING", "RUNNING"]
    with storage.engine.begin() as database:
        earlier = f"datetime(heartbeat, '-{GRACE_SECONDS + 5} seconds')"
        database.execute(
            text(f"UPDATE trial_heartbeats SET heartbeat = {earlier} WHERE trial_id = :id"),  # noqa: S608
            {"id": silent._trial_id},
        )
    close_abandoned(study, storage)
    assert states(study) == ["FAIL", "RUNNING", "WAITING"]


def test_a_trial_that_somebody_ended_is_not_failed_again(
    study: optuna.Study, storage: RDBStorage
) -> None:
    trial = begin(study, this_process())
    frozen = study.trials[0]
    study.tell(trial, 0.5)
    assert not fail(storage, frozen, "too late")
    assert study.trials[0].state == TrialState.COMPLETE
    assert study.trials[0].value == 0.5
