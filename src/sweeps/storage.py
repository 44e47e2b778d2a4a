"""Optuna's database of studies, waited for while it is away, with every trial created once.

Optuna repeats by itself what fails when a trial is created, and so may create two; whoever takes a
trial that waits, and does not hear the answer, leaves it to nobody. Here both are marked in the
transaction that does it: asked again, it is known whether it was done.
"""

import copy
import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from functools import wraps
from typing import Any
from uuid import uuid4

from optuna.exceptions import UpdateFinishedTrialError
from optuna.storages import RDBStorage
from optuna.storages._rdb import models
from optuna.storages._rdb.storage import _create_scoped_session
from optuna.trial import FrozenTrial, TrialState, create_trial

from src.core.passwords import masked
from src.sweeps.owner import OWNER, this_process
from src.tracking.store.patience import Patience

ASKED = "asked"
"""The attribute of a trial by which whoever asked for it knows it again."""

REPEATED = (
    "create_new_study", "delete_study", "set_study_user_attr", "set_study_system_attr",
    "get_study_id_from_name", "get_study_name_from_id", "get_study_directions",
    "get_study_user_attrs", "get_study_system_attrs", "get_trial_user_attrs",
    "get_trial_system_attrs", "get_all_studies", "_set_trial_param", "get_trial_param",
    "set_trial_intermediate_value", "set_trial_user_attr", "set_trial_system_attr",
    "get_trial_id_from_study_id_trial_number", "get_trial", "get_all_trials", "_get_trials",
    "_get_best_trial_id", "_get_stale_trial_ids",
)  # fmt: skip
"""What may be asked twice: reading, and writing what replaces itself."""


def patience_with(url: str) -> Patience:
    """How a database of studies is waited for."""
    advice = "the same command goes on with the study once it can be"
    return Patience(f"The study store {masked(url)}", advice)


class PatientStorage(RDBStorage):
    """Repeats what is asked of it until there is an answer."""

    def __init__(self, url: str, **options: Any) -> None:
        self.patience = patience_with(url)
        super().__init__(url, **options)

    def _create_new_trial(
        self, study_id: int, template_trial: FrozenTrial | None = None
    ) -> FrozenTrial:
        """A new trial of this process, unless it is a copy of another."""
        template = copy.deepcopy(template_trial) or create_trial(state=TrialState.RUNNING)
        if template_trial is None:
            template.set_user_attr(OWNER, this_process())
        template.set_user_attr(ASKED, uuid4().hex)
        return self.patience(self._created, study_id, template)

    def _created(self, study_id: int, template: FrozenTrial) -> FrozenTrial:
        with _create_scoped_session(self.scoped_session) as session:
            # Whoever creates a trial of the study has this row: a first request that is still under
            # way is waited for.
            models.StudyModel.find_or_raise_by_id(study_id, session, for_update=True)
            trial: Any = self._asked(session, study_id, template.user_attrs[ASKED])
            if trial is None:
                trial = self._get_prepared_new_trial(study_id, template, session)
                if OWNER in template.user_attrs:
                    _first_heartbeat(session, trial.trial_id)
            session.flush()
            template.number, template._trial_id = trial.number, trial.trial_id
            template.datetime_start = trial.datetime_start
        return template

    def set_trial_state_values(
        self, trial_id: int, state: TrialState, values: Sequence[float] | None = None
    ) -> bool:
        """Whether this call, whichever of its requests it was, has changed the state."""
        if state == TrialState.RUNNING:
            return self.patience(self._taken, trial_id, uuid4().hex)
        change = super().set_trial_state_values

        def again(trial_id: int, state: TrialState, values: Sequence[float] | None) -> bool:
            try:
                return change(trial_id, state, values)
            except UpdateFinishedTrialError:
                trial = RDBStorage.get_trial(self, trial_id)
                if trial.state == state and trial.values == (values and list(values)):
                    return True
                raise

        return self.patience(change, trial_id, state, values, again=again)

    def record_heartbeat(self, trial_id: int) -> None:
        """Once: there will be another."""
        replace(self.patience, seconds=0)(super().record_heartbeat, trial_id)

    def _taken(self, trial_id: int, mark: str) -> bool:
        """Whether this process has the trial that waited."""
        with _create_scoped_session(self.scoped_session) as session:
            trial: Any = models.TrialModel.find_or_raise_by_id(trial_id, session, for_update=True)
            self.check_trial_is_updatable(trial_id, trial.state)
            if trial.state != TrialState.WAITING:
                return self._asked(session, trial.study_id, mark) is trial
            trial.state, trial.datetime_start = TrialState.RUNNING, datetime.now()
            for name, value in {ASKED: mark, OWNER: this_process()}.items():
                self._set_trial_attr_without_commit(
                    session, models.TrialUserAttributeModel, trial_id, name, value
                )
            _first_heartbeat(session, trial_id)
        return True

    def _asked(self, session: Any, study_id: int, mark: str) -> Any:
        attribute = models.TrialUserAttributeModel
        marked = session.query(models.TrialModel).join(attribute)
        own = marked.filter(models.TrialModel.study_id == study_id, attribute.key == ASKED)
        return own.filter(attribute.value_json == json.dumps(mark)).one_or_none()


def _first_heartbeat(session: Any, trial_id: int) -> None:
    """Without one, a process that dies before its heart has beaten would be waited for for ever."""
    session.add(models.TrialHeartbeatModel(trial_id=trial_id))


def _patiently(request: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(request)
    def repeated(self: PatientStorage, *args: Any, **words: Any) -> Any:
        return self.patience(request, self, *args, **words)

    return repeated


for _name in REPEATED:
    setattr(PatientStorage, _name, _patiently(getattr(RDBStorage, _name)))
