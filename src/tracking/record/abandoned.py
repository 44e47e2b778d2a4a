"""Runs whose process died without a word."""

import logging
import socket
from typing import TYPE_CHECKING

from src.tracking import keys
from src.tracking.record.claims import CLOSING, HeldError, claim, holder_of
from src.tracking.store.left_overs import local_folder, remove_uploads

if TYPE_CHECKING:
    from mlflow import MlflowClient
    from mlflow.entities import Run

log = logging.getLogger(__name__)


def close_abandoned(client: "MlflowClient", experiment_id: str) -> list[str]:
    """Mark as KILLED what this host runs no longer, and give the run ids.

    Each is claimed first, so that a process that goes on with it at the same moment is not
    disturbed. Should such a process be alive after all (another container of the same host name),
    its run gets its true status when it ends.
    """
    running = _running_here(client, experiment_id)
    return [run.info.run_id for run in running if holder_of(run) is None and _close(client, run)]


def _close(client: "MlflowClient", run: "Run") -> bool:
    """Whether it was for us to close."""
    run_id = run.info.run_id
    try:
        own = claim(client, run_id, mark=CLOSING)
    except HeldError:
        return False
    closes = bool(client.get_run(run_id).info.status == "RUNNING")
    if closes:
        host, pid = run.data.tags[keys.HOST], run.data.tags.get(keys.PID)
        reason = f"{keys.ABANDONED}: process {pid} on {host} is gone"
        client.set_tag(run_id, keys.FAILURE, reason)
        remove_uploads(local_folder(run.info.artifact_uri))
        client.set_terminated(run_id, status="KILLED")
        log.warning("run %s was abandoned by its process; marked as KILLED", run.info.run_name)
    own.release()
    return closes


def _running_here(client: "MlflowClient", experiment_id: str) -> list["Run"]:
    mine = f"attributes.status = 'RUNNING' and tags.{keys.HOST} = '{socket.gethostname()}'"
    runs, token = [], None
    while True:
        page = client.search_runs([experiment_id], filter_string=mine, page_token=token)
        runs += page
        token = page.token
        if not token:
            return runs
