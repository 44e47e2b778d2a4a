"""Throwing away: runs that failed, and what they left on the disk."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

from src.core import InputError
from src.tracking.archive import Archive, PastRun
from src.tracking.record.abandoned import close_abandoned
from src.tracking.store import is_server, store_errors


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
    return archive.newest(status="FAILED") + archive.newest(status="KILLED")


def deleted_before(archive: Archive) -> int:
    """How many runs lie in the store's bin, from which MLflow could still restore them."""
    from mlflow.entities import ViewType

    with store_errors(archive.uri):
        experiments = archive.client.search_experiments(ViewType.ALL)
        numbers = [experiment.experiment_id for experiment in experiments]
        return len(archive.client.search_runs(numbers, run_view_type=ViewType.DELETED_ONLY))


def delete(archive: Archive, runs: Sequence[PastRun]) -> None:
    """Delete runs with their artifacts, and empty the bin of a local store for good."""
    with store_errors(archive.uri):
        for run in runs:
            archive.client.delete_run(run.id)
    if is_server(archive.uri):
        return
    _empty_bin(archive.uri)
    for run in runs:
        folder = local_folder(run.artifacts)
        if folder is not None and folder.parent.name == run.id:
            shutil.rmtree(folder.parent, ignore_errors=True)


def unclaimed_folders(archive: Archive) -> list[Path]:
    """Folders of artifacts that belong to no run of this store; empty ones are removed.

    The others stay, since another store may have been given the same folder.
    """
    with store_errors(archive.uri):
        experiments = archive.client.search_experiments()
    places = [experiment.artifact_location for experiment in experiments]
    homes = [home for home in map(local_folder, places) if home is not None and home.is_dir()]
    folders = [folder for home in homes for folder in home.iterdir() if _is_run(folder)]
    # listed after the folders, so that a run that starts meanwhile is not taken for unclaimed
    claimed = {run.id for run in archive.newest()}
    unclaimed = sorted(folder for folder in folders if folder.name not in claimed)
    for folder in unclaimed:
        if not any(files for _, _, files in os.walk(folder)):
            shutil.rmtree(folder)
    return [folder for folder in unclaimed if folder.exists()]


def local_folder(uri: str) -> Path | None:
    """The folder that a URI or a path means; ``None`` when it lies elsewhere."""
    parts = urlsplit(uri)
    if parts.scheme not in ("", "file"):
        return None
    return Path(url2pathname(parts.path) if parts.scheme else uri)


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
