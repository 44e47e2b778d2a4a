"""Going on with a run that was stopped."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from src.core import InputError
from src.tracking.archive import Archive
from src.tracking.parameters import parameters

if TYPE_CHECKING:
    from mlflow import MlflowClient
    from mlflow.entities import RunInfo

FREE = ("resume", "tracking.", "playback", "pictures", "sessions", "seeds")
"""What may differ between a run and its continuation: it changes no number."""


def reopened(
    client: "MlflowClient", uri: str, name: str, config: Mapping[str, Any], tags: Mapping[str, str]
) -> "RunInfo":
    """The run, RUNNING again; refused when it is finished or was configured otherwise."""
    past = Archive(uri).find(name)
    if past.status == "FINISHED":
        raise InputError(f"resume: {past.name} is finished; there is nothing to go on with")
    now = parameters(config)
    keys = sorted(key for key in now.keys() | past.parameters.keys() if not key.startswith(FREE))
    other = [key for key in keys if now.get(key) != past.parameters.get(key)]
    if other:
        told = ", ".join(
            f"{key}={past.parameters.get(key)} (now {now.get(key)})" for key in other[:3]
        )
        raise InputError(f"resume: {past.name} was configured otherwise: {told}")
    client.update_run(past.id, status="RUNNING")
    for key, value in tags.items():
        client.set_tag(past.id, key, value)
    client.set_tag(past.id, "resumed", "true")
    for key in {"failure"} & past.tags.keys():
        client.delete_tag(past.id, key)
    return client.get_run(past.id).info
