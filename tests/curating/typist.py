"""A person who types, at a real pseudo-terminal."""

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time

COMMAND = [sys.executable, "-m", "src.grounding", "annotate"]


class Typist:
    """Types lines into a program that believes to sit at a terminal."""

    def __init__(self, *arguments: str, size: tuple[int, int] | None = (40, 100)) -> None:
        self.master, slave = pty.openpty()
        if size is not None:
            fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 800, 640))
        self.process = subprocess.Popen(
            [*COMMAND, *arguments], stdin=slave, stdout=slave, stderr=slave,
            env={**os.environ, "TERM": "xterm-256color", "COLUMNS": "100", "LINES": "40"},
        )  # fmt: skip
        os.close(slave)
        self.seen = ""
        self.read = 0

    def until(self, words: str, seconds: float = 60) -> None:
        """Read on until the words come; what came with them is still there for the next ones."""
        end = time.monotonic() + seconds
        while words not in self.seen[self.read :]:
            if time.monotonic() > end:
                raise AssertionError(f"{words!r} did not come; the end is {self.seen[-500:]!r}")
            if select.select([self.master], [], [], 0.2)[0]:
                try:
                    self.seen += os.read(self.master, 65536).decode("utf-8", "replace")
                except OSError:
                    break
        self.read = self.seen.find(words, self.read) + len(words)

    def type(self, line: str) -> None:
        """One line, with Enter."""
        os.write(self.master, f"{line}\n".encode())

    def ended(self) -> int:
        """The exit code."""
        self.until("proposals")
        code = self.process.wait(30)
        os.close(self.master)
        return code
