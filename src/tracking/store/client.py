"""A client of a store that waits while the store is away."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from src.tracking.store.patience import Patience

if TYPE_CHECKING:
    from mlflow import MlflowClient
    from mlflow.entities import Run


class _Patient:
    """MLflow's client, whose requests are repeated until there is an answer."""

    def __init__(self, client: "MlflowClient", patience: Patience) -> None:
        self.client, self.patience = client, patience

    def __getattr__(self, name: str) -> Any:
        found = getattr(self.client, name)
        return partial(self.patience, found) if callable(found) else found

    def delete_tag(self, run_id: str, key: str) -> None:
        """Asked again, a tag that is not there any more is as good."""
        from mlflow.exceptions import MlflowException

        def again(run_id: str, key: str) -> None:
            try:
                self.client.delete_tag(run_id, key)
            except MlflowException as error:
                if error.error_code != "RESOURCE_DOES_NOT_EXIST":
                    raise

        self.patience(self.client.delete_tag, run_id, key, again=again)


def patient(client: "MlflowClient", patience: Patience) -> "MlflowClient":
    """The same client, which waits."""
    return cast("MlflowClient", _Patient(client, patience))


def impatient(client: "MlflowClient") -> "MlflowClient":
    """The same client, which asks once: for what is not worth waiting for."""
    if isinstance(client, _Patient):
        return patient(client.client, replace(client.patience, seconds=0))
    return client


@dataclass(frozen=True)
class Twins:
    """What the store may yet make of a request to create a run that it did not answer.

    Args:
        mark: the tag that they have in common.
        run_id: of the one that is worked on.
    """

    experiment_id: str
    mark: tuple[str, str]
    run_id: str

    def remove(self, client: "MlflowClient") -> None:
        """Delete those that are there by now."""
        for run in _marked(client, self.experiment_id, self.mark):
            if run.info.run_id != self.run_id:
                client.delete_run(run.info.run_id)


def create_run_once(
    client: "MlflowClient",
    experiment_id: str,
    name: str,
    mark: tuple[str, str],
    tags: Mapping[str, str],
) -> tuple["Run", Twins | None]:
    """A new run; with twins where the store did not answer at first.

    MLflow gives a new run its id, so that whoever asks twice gets two. The mark tells whether the
    first request was kept.

    Args:
        mark: a tag that no other run has.
    """
    words = {"run_name": name, "tags": {**tags, mark[0]: mark[1]}}
    if not isinstance(client, _Patient):
        return client.create_run(experiment_id, **words), None
    hasty, asked_again = client.client, []

    def again(experiment_id: str, **words: Any) -> "Run":
        asked_again.append(True)
        found = _marked(hasty, experiment_id, mark)
        return found[0] if found else hasty.create_run(experiment_id, **words)

    run = client.patience(hasty.create_run, experiment_id, again=again, **words)
    return run, Twins(experiment_id, mark, run.info.run_id) if asked_again else None


def _marked(client: "MlflowClient", experiment_id: str, mark: tuple[str, str]) -> list["Run"]:
    """The runs with this tag, the first one first."""
    wanted, order = f"tags.`{mark[0]}` = '{mark[1]}'", ["attributes.start_time ASC"]
    return list(client.search_runs([experiment_id], filter_string=wanted, order_by=order))
