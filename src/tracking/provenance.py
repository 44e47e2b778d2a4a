"""Where a run comes from: code, host, process."""

import getpass
import os
import shutil
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from src.tracking.process import birth

CODE = Path(__file__).resolve().parents[2]
GIT_SECONDS = 10


def provenance() -> dict[str, str]:
    """Tags that say which code ran where; what is not known is left out."""
    tags = {
        "host": socket.gethostname(),
        "pid": str(os.getpid()),
        "process.born": birth(os.getpid()) or "",
        "mlflow.source.name": sys.argv[0],
        "mlflow.source.type": "LOCAL",
    }
    with suppress(KeyError, OSError):
        tags["mlflow.user"] = getpass.getuser()
    commit = _git("rev-parse", "HEAD")
    if commit:
        tags["git.commit"] = tags["mlflow.source.git.commit"] = commit
        tags["git.dirty"] = str(_git("status", "--porcelain") != "").lower()
    return tags


def _git(*words: str) -> str | None:
    """What git answers about our own code; ``None`` where there is no git or no repository."""
    git = shutil.which("git")
    if git is None:
        return None
    try:
        answer = subprocess.run(  # noqa: S603  # no shell, and fixed words
            [git, "-C", str(CODE), *words],
            capture_output=True,
            text=True,
            check=True,
            timeout=GIT_SECONDS,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return answer.stdout.strip()
