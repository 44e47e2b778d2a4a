"""Throwing away: runs that failed, and what they left on the disk."""

import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Sequence
from itertools import chain
from pathlib import Path

from src.core import InputError
from src.tracking import keys
from src.tracking.archive import Archive, PastRun
from src.tracking.archive.past_run import past_run
from src.tracking.record.abandoned import close_abandoned
from src.tracking.record.claims import CLOSING, HeldError, claim
from src.tracking.record.model import models_of
from src.tracking.store import database_file, is_server, store_errors
from src.tracking.store.left_overs import (
    CREATING,
    local_folder,
    remove_passing,
    remove_uploads,
    torn_uploads,
)

ENDED_BADLY = ("FAILED", "KILLED")
ENDED = ("FINISHED", *ENDED_BADLY)


def close_all_abandoned(archive: Archive) -> list[str]:
    """Mark as KILLED the runs of every experiment whose process is gone."""
    if not archive.exists:
        return []
    with store_errors(archive.uri):
        experiments = archive.client.search_experiments()
        numbers = (experiment.experiment_id for experiment in experiments)
        closed = (close_abandoned(archive.client, number) for number in numbers)
        return list(chain.from_iterable(closed))


def failed_runs(archive: Archive) -> list[PastRun]:
    """The runs that failed or were killed."""
    return [run for status in ENDED_BADLY for run in archive.newest(status=status)]


def old_runs(
    archive: Archive, keep_latest: int, *, keep_baseline: bool, experiment: str | None = None
) -> list[PastRun]:
    """The ended runs but the newest ones and, where asked for, the baselines.

    A parent and its children are one: they are kept together, and go together.
    """
    runs = archive.newest(experiment=experiment)
    heads = [run for run in runs if keys.PARENT not in run.tags]
    kept = {run.id for run in heads[:keep_latest]}
    if keep_baseline:
        marked = [run for run in runs if keys.BASELINE in run.tags]
        kept |= {own for run in marked for own in (run.id, run.tags.get(keys.PARENT, run.id))}
    old = [run for run in runs if not {run.id, run.tags.get(keys.PARENT)} & kept]
    return [run for run in old if run.status in ENDED]


def deleted_before(archive: Archive) -> list[PastRun]:
    """The runs that lie in the store's bin, from which MLflow could still restore them."""
    from mlflow.entities import ViewType

    with store_errors(archive.uri):
        experiments = archive.client.search_experiments(ViewType.ALL)
        names = {experiment.experiment_id: experiment.name for experiment in experiments}
        runs, token = [], None
        while True:
            page = archive.client.search_runs(
                list(names), run_view_type=ViewType.DELETED_ONLY, page_token=token
            )
            runs += [past_run(run, names[run.info.experiment_id]) for run in page]
            token = page.token
            if not token:
                return runs


def delete(
    archive: Archive, runs: Sequence[PastRun], statuses: Sequence[str] = ENDED_BADLY
) -> list[PastRun]:
    """Delete runs with all files, and empty the bin of a local store for good; gives the deleted.

    A run that a process has meanwhile gone on with stays.

    Args:
        statuses: what a run must still be when it is its turn.
    """
    binned = [] if is_server(archive.uri) else deleted_before(archive)
    with store_errors(archive.uri):
        deleted = [run for run in runs if _deleted(archive, run, statuses)]
    for run in deleted + binned:
        _remove_session(run)
    if is_server(archive.uri):
        return deleted
    _empty_bin(archive.uri)
    for run in deleted:
        folder = local_folder(run.artifacts)
        if folder is not None and folder.parent.name == run.id:
            shutil.rmtree(folder.parent, ignore_errors=True)
    return deleted


def left_overs(archive: Archive) -> list[Path]:
    """Remove what killed processes left on the disk, and give what it was."""
    removed = remove_passing()
    database = database_file(archive.uri)
    if database is not None:
        removed += remove_passing(CREATING, database.parent)
    with store_errors(archive.uri):
        ended = [run for run in archive.newest() if run.status != "RUNNING"]
        torn = [run for run in ended if torn_uploads(local_folder(run.artifacts))]
        for run in torn:
            try:
                own = claim(archive.client, run.id, mark=CLOSING)
            except HeldError:
                continue
            removed += remove_uploads(local_folder(run.artifacts))
            own.release()
    return removed


def unclaimed_folders(archive: Archive) -> list[Path]:
    """Folders of artifacts or sessions that belong to no run of this store; empty ones go.

    The others stay, since another store may have been given the same folder.
    """
    with store_errors(archive.uri):
        experiments = archive.client.search_experiments()
    places = [local_folder(experiment.artifact_location) for experiment in experiments]
    places += {Path(run.tags[keys.SESSION]).parent for run in archive.newest() if _kept_here(run)}
    homes = [home for home in places if home is not None and home.is_dir()]
    folders = [folder for home in homes for folder in home.iterdir() if _is_run(folder)]
    # listed after the folders, so that a run that starts meanwhile is not taken for unclaimed
    claimed = {run.id for run in archive.newest()}
    unclaimed = sorted(folder for folder in folders if folder.name not in claimed)
    for folder in unclaimed:
        if not any(files for _, _, files in os.walk(folder)):
            shutil.rmtree(folder)
    return [folder for folder in unclaimed if folder.exists()]


def _deleted(archive: Archive, run: PastRun, statuses: Sequence[str]) -> bool:
    """Whether it could be claimed, and still was what it had been."""
    try:
        own = claim(archive.client, run.id, mark=CLOSING)
    except HeldError:
        return False
    if archive.client.get_run(run.id).info.status not in statuses:
        own.release()
        return False
    for model in models_of(archive.client, run.experiment_id, run.id):
        archive.client.delete_logged_model(model)
    archive.client.delete_run(run.id)
    return True


def _remove_session(run: PastRun) -> None:
    """The folder of its teaching session, where this host has it and it is named after the run."""
    if _kept_here(run) and Path(run.tags[keys.SESSION]).name == run.id:
        shutil.rmtree(run.tags[keys.SESSION], ignore_errors=True)


def _kept_here(run: PastRun) -> bool:
    return keys.SESSION in run.tags and run.tags.get(keys.HOST) == socket.gethostname()


def _is_run(folder: Path) -> bool:
    return re.fullmatch("[0-9a-f]{32}", folder.name) is not None


def _empty_bin(uri: str) -> None:
    """Let MLflow's own command remove what is deleted; it has no public function for it."""
    answer = subprocess.run(
        [sys.executable, "-m", "mlflow", "gc"],
        env={**os.environ, "MLFLOW_TRACKING_URI": uri},
        capture_output=True,
        text=True,
        check=False,
    )
    if answer.returncode:
        complaint = (answer.stderr.strip().splitlines() or ["no reason given"])[-1]
        raise InputError(f"The deleted runs could not be removed for good: {complaint}")
