"""Whether a process that was noted down is still the same one, and alive."""

import os
from pathlib import Path

ENDED = ""
STATE, START_TIME = 0, 19
"""Places in /proc/<pid>/stat after the command's closing bracket; see proc(5)."""


def birth(pid: int) -> str | None:
    """When a process began, boot included; ``None`` where the system does not tell."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
        boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    except OSError:
        return None
    fields = stat.rpartition(")")[2].split()
    if fields[STATE] in "ZX":
        return ENDED
    return f"{boot}:{fields[START_TIME]}"


def is_alive(pid: int, born: str | None = None) -> bool:
    """Whether the process runs; one with another ``birth`` only inherited the number."""
    if os.name == "nt":  # there os.kill(pid, 0) would end it
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    now = birth(pid)
    return now is None or (now != ENDED and (not born or now == born))
