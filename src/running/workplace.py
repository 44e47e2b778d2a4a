"""Where a job works: paths and addresses mean the same in every process of a sweep."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from omegaconf import DictConfig

from src.core import InputError
from src.tracking.store import database_file, masked

ADDRESSES: dict[str, str] = {}
"""Where the process that was started keeps runs and studies; a Ray worker may not know."""


def note_addresses() -> None:
    """Remember where this process keeps things, for those that it sends jobs to."""
    ADDRESSES.clear()
    names = ("MLFLOW_TRACKING_URI", "OPTUNA_STORAGE")
    ADDRESSES.update({name: os.environ[name] for name in names if name in os.environ})


def work_as_started(settings: Any, addresses: Mapping[str, str], config: DictConfig) -> None:
    """Take the addresses and the folder of the process that started the sweep.

    A machine that has no such folder works where it is, unless the runs go to a file: one of the
    same name there would be another store.
    """
    os.environ.update(addresses)
    start = Path(settings.runtime.cwd)
    if settings.job.chdir or start == Path.cwd():
        return
    if start.is_dir():
        os.chdir(start)
        return
    uri = config.tracking.get("uri")
    if uri is None or database_file(uri) is not None:
        raise InputError(
            f"this machine has no folder {start}, so {masked(uri or 'the folder of the runs')} "
            "would be another store: share the folder, or set MLFLOW_TRACKING_URI to an MLflow "
            "server"
        )
