"""A run with several sessions, in a process of its own that is killed in the midst of them."""

import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path


def killed_in_second_session(learned: str, words: Sequence[str], workplace: Path) -> None:
    """Start what has several sessions, and kill it when the second has learned.

    Args:
        learned: the file that a session has from then on.
    """
    sessions = workplace / "mlruns" / "sessions"
    known = set(sessions.iterdir())
    with (workplace / "log.txt").open("w") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "src.run", *words], cwd=workplace, stdout=log, stderr=log
        )
        while process.poll() is None:
            fresh = set(sessions.iterdir()) - known
            if len(fresh) == 2 and all((own / learned).exists() for own in fresh):
                break
            time.sleep(0.02)
        process.send_signal(signal.SIGKILL)
        process.wait()
    assert process.returncode == -signal.SIGKILL, (workplace / "log.txt").read_text()
