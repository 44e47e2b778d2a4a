"""Where a job works: paths and addresses mean the same in every process of a sweep."""

import os
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from omegaconf import DictConfig

from src.core import InputError
from src.core.passwords import masked
from src.running.hidden import HIDDEN
from src.tracking.store import database_file

ADDRESSES: dict[str, str] = {}
"""Where the process that was started keeps runs and studies; a Ray worker may not know."""

ONE, SEVERAL = ("hydra.run.dir=", "outputs"), ("hydra.sweep.dir=", "multirun")
"""Which word names Hydra's folder of one job and of several, and what it is where none does; kept
in step with conf/hydra/brushwork.yaml."""

MULTIRUN = {"-m", "--multirun"}
LOOKING = {"--cfg", "-c", "--info", "-i", "--hydra-help", "--shell-completion", "-sc", "--version"}
"""Words with which Hydra only tells, and writes nothing."""

LITTLE = 100_000
"""Bytes that the log of a run may need."""


def note_addresses() -> None:
    """Remember where this process keeps things, for those that it sends jobs to."""
    ADDRESSES.clear()
    names = ("MLFLOW_TRACKING_URI", "OPTUNA_STORAGE", HIDDEN)
    own = os.environ.items()
    ADDRESSES.update({name: value for name, value in own if name.startswith(names)})


def check_outputs(words: Sequence[str]) -> None:
    """Refuse a folder that Hydra could not write to: it would say so with a traceback.

    Args:
        words: of the command line, which may name another folder.
    """
    if LOOKING & {word.partition("=")[0] for word in words}:
        return
    word, usual = SEVERAL if MULTIRUN & set(words) else ONE
    named = [given.removeprefix(word) for given in words if given.startswith(word)]
    folder = Path(named[-1] if named else usual)
    above = (folder, *folder.absolute().parents)
    there = next(one for one in above if os.path.exists(one))  # noqa: PTH110 - raises for long names
    advice = f"work in another folder, or set {word}/another/folder"
    if not there.is_dir() or not os.access(there, os.W_OK | os.X_OK):
        raise InputError(f"{folder.absolute()} cannot be written to: {advice}")
    if shutil.disk_usage(there).free < LITTLE:
        raise InputError(f"the disk of {folder.absolute()} is full: free some space, {advice}")


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
