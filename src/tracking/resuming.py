"""Going on with a run that was stopped."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from src.core import InputError
from src.tracking.archive import Archive, PastRun
from src.tracking.parameters import parameters, without_passwords

if TYPE_CHECKING:
    from mlflow import MlflowClient
    from mlflow.entities import RunInfo

SHOWING = ("resume", "tracking.", "playback", "pictures", "sessions", "trial")
"""What changes no number, only where and how it is shown."""

FREE = (*SHOWING, "seeds")
"""What may differ between a run and its continuation."""


def changed(past: PastRun, config: Mapping[str, Any], free: tuple[str, ...] = FREE) -> str:
    """What is configured otherwise than it was, in words; empty where nothing is."""
    now = parameters(without_passwords(config))
    keys = sorted(key for key in now.keys() | past.parameters.keys() if not key.startswith(free))
    other = [key for key in keys if now.get(key) != past.parameters.get(key)]
    return ", ".join(f"{key}={past.parameters.get(key)} (now {now.get(key)})" for key in other[:3])


def reopened(
    client: "MlflowClient",
    uri: str,
    name: str,
    config: Mapping[str, Any],
    tags: Mapping[str, str],
    *,
    grows: bool = False,
) -> "RunInfo":
    """The run, RUNNING again; refused when it is finished or was configured otherwise."""
    past = Archive(uri).find(name)
    if past.status == "FINISHED" and not grows:
        raise InputError(f"resume: {past.name} is finished; there is nothing to go on with")
    other = changed(past, config)
    if other:
        raise InputError(f"resume: {past.name} was configured otherwise: {other}")
    client.update_run(past.id, status="RUNNING")
    for key, value in tags.items():
        client.set_tag(past.id, key, value)
    client.set_tag(past.id, "resumed", "true")
    for key in {"failure"} & past.tags.keys():
        client.delete_tag(past.id, key)
    return client.get_run(past.id).info
