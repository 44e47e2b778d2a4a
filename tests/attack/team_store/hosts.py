"""A second machine on this one: with the same name, and with processes and a boot of its own."""

import ctypes
import os
import signal
import subprocess
from pathlib import Path
from tempfile import mkstemp
from uuid import uuid4

NEW_MOUNTS, NEW_NAME, NEW_PROCESSES = 0x0002_0000, 0x0400_0000, 0x2000_0000
"""What the kernel calls CLONE_NEWNS, CLONE_NEWUTS and CLONE_NEWPID."""

DIE_WITH_PARENT = 1
"""And PR_SET_PDEATHSIG."""

BOOT = "/proc/sys/kernel/random/boot_id"


def can_be_two() -> bool:
    """Whether this user may make namespaces here."""
    words = ("unshare", "--uts", "--pid", "--mount", "--fork", "--mount-proc", "true")
    try:
        return subprocess.run(words, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def become_another_machine() -> None:
    """From here on be a process of a machine that is called like this one.

    The process that was before only waits for it, and passes on how it ends.
    """
    kernel = ctypes.CDLL(None, use_errno=True)
    if kernel.unshare(NEW_MOUNTS | NEW_NAME | NEW_PROCESSES):
        raise OSError(ctypes.get_errno(), "unshare")
    other = os.fork()
    if other:
        _, status = os.waitpid(other, 0)
        os._exit(os.waitstatus_to_exitcode(status) % 256)
    kernel.prctl(DIE_WITH_PARENT, signal.SIGKILL)
    handle, boot = mkstemp(dir="/tmp")
    os.write(handle, f"{uuid4()}\n".encode())
    os.close(handle)
    for words in (
        ("--make-rprivate", "/"), ("-t", "proc", "proc", "/proc"), ("--bind", boot, BOOT),
    ):  # fmt: skip
        subprocess.run(["mount", *words], check=True)
    Path(boot).unlink()
