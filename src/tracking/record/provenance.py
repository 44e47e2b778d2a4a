"""Where a run comes from: code, host, process."""

import getpass
import os
import shutil
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from src.tracking import keys
from src.tracking.record.process import birth

CODE = Path(__file__).resolve().parents[3]
GIT_SECONDS = 10


def provenance() -> dict[str, str]:
    """Tags that say which code ran where; what is not known is left out."""
    tags = {
        keys.HOST: socket.gethostname(),
        keys.PID: str(os.getpid()),
        keys.BORN: birth(os.getpid()) or "",
        keys.SOURCE: sys.argv[0],
        keys.SOURCE_TYPE: "LOCAL",
    }
    with suppress(KeyError, OSError):
        tags[keys.USER] = getpass.getuser()
    commit = _git("rev-parse", "HEAD")
    if commit:
        tags[keys.COMMIT] = tags[keys.SOURCE_COMMIT] = commit
        tags[keys.DIRTY] = str(_git("status", "--porcelain") != "").lower()
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
