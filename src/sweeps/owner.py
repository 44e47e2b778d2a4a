"""The process that works on a trial, as it notes itself."""

import os
import socket

from optuna.trial import FrozenTrial

from src.tracking.record.process import birth

Owner = tuple[str, int, str]

OWNER = "owner"
"""The attribute of a trial: the process that works on it."""


def this_process() -> Owner:
    """Host, number and birth of this process."""
    return socket.gethostname(), os.getpid(), birth(os.getpid()) or ""


def owner_of(trial: FrozenTrial) -> Owner | None:
    """The process that works on a trial, as it noted itself."""
    owner = trial.user_attrs.get(OWNER)
    return None if owner is None else (str(owner[0]), int(owner[1]), str(owner[2]))
