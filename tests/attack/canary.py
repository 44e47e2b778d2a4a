"""Notices what no input may cause: programs, files that change, connections."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

RUNS = {
    "subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.spawn", "os.fork",
    "os.startfile", "pty.spawn", "socket.connect", "socket.bind", "urllib.Request",
    "webbrowser.open",
    "ctypes.dlopen", "os.kill",
}  # fmt: skip
CHANGES = {
    "os.remove", "os.rename", "os.rmdir", "os.mkdir", "os.chmod", "os.chown", "os.link",
    "os.symlink", "os.truncate", "shutil.rmtree", "shutil.copyfile", "shutil.move", "os.putenv",
    "os.unsetenv", "os.chdir", "sqlite3.connect", "tempfile.mkdtemp", "tempfile.mkstemp",
}  # fmt: skip
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND

_watching: list[list[str]] = []


def _hook(event: str, details: tuple[Any, ...]) -> None:
    if not _watching:
        return
    if event in RUNS or event in CHANGES:
        _watching[-1].append(f"{event} {str(details)[:200]}")
    elif event == "open":
        place, mode, flags = details
        written = isinstance(flags, int) and flags & WRITING
        # What Python itself keeps of a module that is imported for the first time.
        compiled = "__pycache__" in str(place)
        if (written or (isinstance(mode, str) and set(mode) & set("wax+"))) and not compiled:
            _watching[-1].append(f"open {place} {mode}")


sys.addaudithook(_hook)


@contextmanager
def watched() -> Iterator[list[str]]:
    """What is done meanwhile and may not be; an audit hook cannot be taken away, only told."""
    seen: list[str] = []
    _watching.append(seen)
    try:
        yield seen
    finally:
        _watching.remove(seen)
