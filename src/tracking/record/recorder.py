"""Records a run in MLflow, whatever becomes of it."""

import logging
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from src.core import InputError, Pruned
from src.core.passwords import masked
from src.tracking import keys
from src.tracking.record.abandoned import close_abandoned
from src.tracking.record.claims import Claim, first_claim, first_tag
from src.tracking.record.dataset import log_dataset
from src.tracking.record.interruption import KILLED, reason_of, status_after, terminable
from src.tracking.record.look import complete_look, look
from src.tracking.record.provenance import provenance
from src.tracking.record.resuming import has_begun, reopened
from src.tracking.record.run import Run, fitting_tags
from src.tracking.store import (
    DEFAULT_URI,
    StoreAwayError,
    check_uri,
    connect,
    is_away,
    is_server,
    store_errors,
)
from src.tracking.store.client import create_run_once
from src.tracking.store.left_overs import remove_passing

if TYPE_CHECKING:
    from mlflow import MlflowClient

log = logging.getLogger(__name__)

AGAIN = "the same command goes on with the study once it can be"
"""What to do when a sweep had to stop."""


@dataclass(frozen=True)
class Tracking:
    """Where runs are recorded, and under which name.

    Args:
        uri: of the store: ``sqlite:///path/to/mlflow.db`` or an MLflow server.
        artifacts: folder of files, for an experiment that is new in a local store.
        run_name: in place of the name that ``start`` is given.
    """

    uri: str = DEFAULT_URI
    experiment: str = "brushwork"
    artifacts: str = "mlruns/artifacts"
    run_name: str | None = None

    def __post_init__(self) -> None:
        check_uri(self.uri)
        if not self.experiment:
            raise InputError("tracking.experiment is empty: give the experiment a name")

    @contextmanager
    def start(
        self,
        config: Mapping[str, Any],
        name: str,
        tags: Mapping[str, str] | None = None,
        resume: str | None = None,
        *,
        grows: bool = False,
    ) -> Iterator[Run]:
        """A run that ends as FINISHED, FAILED with its reason, or KILLED; errors go on.

        Args:
            config: plain and resolved: dicts, lists, strings, numbers, ``None``.
            resume: an unfinished run of the same configuration and data, to go on with.
            grows: whether a finished run may be gone on with, such as a sweep's.
        """
        client = connect(self.uri)
        remove_passing()
        all_tags = fitting_tags({**provenance(), **(tags or {})})
        with terminable():
            with store_errors(self.uri):
                experiment_id, twins = self._experiment_id(client), None
                close_abandoned(client, experiment_id)
                if resume:
                    past = reopened(client, self.uri, resume, config, all_tags, grows=grows)
                    info, claim = past.info, past.claim
                    kept = None if has_begun(past.past) else past.past.parameters
                else:
                    label = self.run_name or name
                    created, twins = create_run_once(
                        client, experiment_id, label, first_tag(), all_tags
                    )
                    info, claim = created.info, first_claim(client, created, shared=grows)
                    kept = {}
            run = Run(client, self.uri, info, claim, new=not resume)
            advice = AGAIN if grows else f"go on with resume={run.name} once it can be"
            with claim.kept(), _left_as_it_is(claim, self.uri, advice):
                try:
                    if kept is not None:
                        run.configuration(config, kept)
                        log_dataset(client, run.id, config, all_tags)
                    yield run
                    run.flush()
                    run.keep_results()
                except BaseException as error:
                    if not is_away(error, self.uri) and claim.held:
                        _end_badly(client, run, error)
                    if not grows and status_after(error) == KILLED:
                        error.add_note(run.name)  # by which whoever tells of it goes on
                    raise
                with store_errors(self.uri):
                    claim.check()
                    if twins is not None:
                        twins.remove(client)
                    client.set_terminated(run.id, status="FINISHED")

    def _experiment_id(self, client: "MlflowClient") -> str:
        """The experiment of this name, created where there is none."""
        experiment = client.get_experiment_by_name(self.experiment)
        if experiment is None:
            return self._new_experiment_id(client)
        if experiment.lifecycle_stage == "deleted":
            raise InputError(
                f"The experiment {self.experiment!r} was deleted: set tracking.experiment to "
                f"another name, or restore it (mlflow experiments restore -x "
                f"{experiment.experiment_id})"
            )
        complete_look(client, experiment)
        return str(experiment.experiment_id)

    def _new_experiment_id(self, client: "MlflowClient") -> str:
        from mlflow.exceptions import MlflowException

        place = None if is_server(self.uri) else Path(self.artifacts).absolute().as_uri()
        try:
            return str(client.create_experiment(self.experiment, place, look()))
        except MlflowException:
            # another process of the same sweep may have been faster
            experiment = client.get_experiment_by_name(self.experiment)
            if experiment is None:
                raise
            return str(experiment.experiment_id)


@contextmanager
def _left_as_it_is(claim: Claim, uri: str, advice: str) -> Iterator[None]:
    """Where the store is away nothing can be told it, not even how the run ended.

    Whoever goes on finds a run without a process.
    """
    try:
        yield
    except StoreAwayError as error:
        if not is_away(error, uri):
            raise
        claim.away = True
        raise StoreAwayError(error.store, error.complaint, advice) from error


def _end_badly(client: "MlflowClient", run: Run, error: BaseException) -> None:
    """Record how the run ended; what cannot be recorded must not hide the error itself."""
    status = status_after(error)
    steps: list[Callable[[], None]] = [
        lambda: client.set_terminated(run.id, status=status),
        run.flush,
        run.keep_results,
    ]
    if isinstance(error, Pruned):
        steps.append(lambda: run.tags({keys.PRUNED: str(error)}))
    if status != "FINISHED":
        steps.append(lambda: run.tags({keys.FAILURE: reason_of(error)}))
    if status == "FAILED":
        whole = masked("".join(traceback.format_exception(error)))
        steps.append(lambda: run.text(keys.TRACEBACK_FILE, whole))
    for step in steps:
        try:
            step()
        except StoreAwayError as problem:
            log.warning("the end of run %s is not recorded: %s", run.name, problem)
            return
        except Exception as problem:
            log.warning("the end of run %s is not fully recorded: %s", run.name, problem)
