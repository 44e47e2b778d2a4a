"""Whether a process that was noted down is still the same one, of this machine, and alive."""

import os
import socket
from pathlib import Path
from uuid import getnode

ENDED = ""
STATE, START_TIME = 0, 19
"""Places in /proc/<pid>/stat after the command's closing bracket; see proc(5)."""


def place() -> str:
    """Where the numbers of processes mean what they mean here.

    That is a boot of a kernel and a namespace of its processes. A host's name says less: clones of
    one image have it in common, and so may containers. Elsewhere than on Linux it is the name and
    the address of the network card.
    """
    boot = _boot()
    if boot is None:
        return f"{socket.gethostname()}-{getnode():x}"
    try:
        namespace = Path("/proc/self/ns/pid").readlink().name
    except OSError:
        namespace = ""
    return f"{boot}:{namespace.strip('pid:[]')}"


def birth(pid: int) -> str | None:
    """Where and when a process began; ``None`` where the system does not tell."""
    if _boot() is None:
        return f"{place()}:"
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return None
    fields = stat.rpartition(")")[2].split()
    if fields[STATE] in "ZX":
        return ENDED
    return f"{place()}:{fields[START_TIME]}"


def is_here(host: str, born: str | None) -> bool:
    """Whether a process that noted this was one of this machine, where it can be asked for."""
    where = _where(born or "")
    return where in (place(), _boot()) if where else host == socket.gethostname()


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
    if now is None or not born:
        return now != ENDED
    # Before there were namespaces in it, a birth told the boot alone.
    return born in (now, f"{_boot()}:{now.rpartition(':')[2]}")


def _where(born: str) -> str:
    """All of a birth but its moment."""
    return born.rpartition(":")[0]


def _boot() -> str | None:
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    except OSError:
        return None
