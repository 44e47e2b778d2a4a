"""The loopback server as a test sees it: started, told what to do wrong, asked what it saw."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from urllib.request import Request, urlopen


@dataclass(frozen=True)
class Loopback:
    """A running server, as a test sees it."""

    url: str

    def control(self, **settings: Any) -> None:
        """Change what goes wrong; ``log=[]`` forgets what was asked."""
        body = json.dumps(settings).encode()
        with urlopen(Request(f"{self.url}/control", body, method="POST")):  # noqa: S310
            pass

    def reset(self) -> None:
        """As it began."""
        self.control(faults=[], every="ok", delay=0.0, max_pixels=None, log=[], first=[],
                     check="is_target", most_busy=0, tries={})  # fmt: skip

    @property
    def told(self) -> dict[str, Any]:
        """What the server saw."""
        with urlopen(f"{self.url}/control") as answer:  # noqa: S310
            return dict(json.load(answer))

    @property
    def asked(self) -> list[dict[str, Any]]:
        """Requests in their order."""
        return list(self.told["log"])


@contextmanager
def loopback() -> Iterator[Loopback]:
    """A server in a process of its own, on a free port of this machine."""
    command = [sys.executable, "-m", "tests.detectors.grounding.server"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        port = process.stdout.readline().strip()
        assert port.isdigit(), "the server did not start"
        yield Loopback(f"http://127.0.0.1:{port}")
    finally:
        process.terminate()
        process.wait(30)
        process.stdout.close()
