"""Runs whose process died without a word."""

import logging
import os
import socket
from collections.abc import Mapping
from typing import TYPE_CHECKING

from src.tracking import keys
from src.tracking.record.process import is_alive

if TYPE_CHECKING:
    from mlflow import MlflowClient
    from mlflow.entities import Run

log = logging.getLogger(__name__)


def close_abandoned(client: "MlflowClient", experiment_id: str) -> list[str]:
    """Mark as KILLED what this host runs no longer, and give the run ids.

    Should such a process be alive after all (another container of the same host name), its
    run gets its true status when it ends.
    """
    closed = []
    for run in _running_here(client, experiment_id):
        if alive_here(run.data.tags) is not False:
            continue
        host, pid = run.data.tags[keys.HOST], run.data.tags[keys.PID]
        reason = f"{keys.ABANDONED}: process {pid} on {host} is gone"
        client.set_tag(run.info.run_id, keys.FAILURE, reason)
        client.set_terminated(run.info.run_id, status="KILLED")
        log.warning("run %s was abandoned by its process; marked as KILLED", run.info.run_name)
        closed.append(run.info.run_id)
    return closed


def alive_here(tags: Mapping[str, str]) -> bool | None:
    """Whether the process of a run with these tags is alive; ``None`` where nobody here can tell.

    Another host's cannot be asked, nor Windows.
    """
    pid = tags.get(keys.PID, "")
    if tags.get(keys.HOST) != socket.gethostname() or not pid.isdigit() or os.name == "nt":
        return None
    return is_alive(int(pid), tags.get(keys.BORN))


def _running_here(client: "MlflowClient", experiment_id: str) -> list["Run"]:
    mine = f"attributes.status = 'RUNNING' and tags.{keys.HOST} = '{socket.gethostname()}'"
    runs, token = [], None
    while True:
        page = client.search_runs([experiment_id], filter_string=mine, page_token=token)
        runs += page
        token = page.token
        if not token:
            return runs
