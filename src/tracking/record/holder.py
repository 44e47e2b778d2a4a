"""A process that works on a run, as it is noted down."""

import os
import socket
import time
from dataclasses import dataclass
from typing import Self
from uuid import uuid4

from src.tracking.record.process import birth, is_alive, is_here

LEASE_SECONDS = 180.0
"""How long a process of another machine is believed to live after it was last heard of; one of
this machine is asked for by its number."""


@dataclass(frozen=True)
class Holder:
    """A process that works on a run.

    Args:
        until: seconds since 1970 after which another machine takes it for dead; 0 when it let go.
        mark: tells two threads of one process apart; ``closing`` of one that only ends the run.
    """

    until: int
    host: str
    pid: int
    born: str
    mark: str

    @classmethod
    def here(cls, mark: str = "") -> Self:
        """This process, from now on."""
        pid = os.getpid()
        until = int(time.time() + LEASE_SECONDS)
        own = f"{mark}{uuid4().hex[:8]}"
        return cls(until, socket.gethostname(), pid, birth(pid) or "-", own)

    @classmethod
    def read(cls, text: str) -> Self | None:
        """As it was written; ``None`` where it was not written here."""
        words = text.split(" ")
        if len(words) != 5 or not (words[0].isdigit() and words[2].isdigit()):
            return None
        return cls(int(words[0]), words[1], int(words[2]), *words[3:])

    def __str__(self) -> str:
        return f"{self.until} {self.host} {self.pid} {self.born} {self.mark}"

    @property
    def is_here(self) -> bool:
        """Whether this machine can be asked for the process; another may have its name."""
        return is_here(self.host, None if self.born == "-" else self.born) and os.name != "nt"

    @property
    def lives(self) -> bool:
        """Whether it still works on the run, as far as can be known."""
        if self.until == 0:
            return False
        if self.is_here:
            return is_alive(self.pid, None if self.born == "-" else self.born)
        return time.time() < self.until

    @property
    def words(self) -> str:
        """Who and where, for a sentence."""
        if self.is_here:
            return f"process {self.pid} of this host"
        rest = max(0, self.until - int(time.time()))
        twin = "another machine called " if self.host == socket.gethostname() else ""
        return f"process {self.pid} of {twin}{self.host}, which is believed for another {rest} s"
