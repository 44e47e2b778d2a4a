"""A real MLflow server for as long as a test or a benchmark needs it."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.request import urlopen

PATIENCE_SECONDS = 240
"""Seconds suffice, unless the machine is busy."""

QUICK = {"MLFLOW_DISABLE_TELEMETRY": "true", "MLFLOW_SERVER_ENABLE_JOB_EXECUTION": "false"}


@dataclass
class MlflowServer:
    """A server on a store, which keeps artifacts in ``folder/kept`` and can be begun again."""

    store: str
    folder: Path
    workers: int = 1
    port: int = 0
    process: subprocess.Popen[bytes] | None = None

    def __post_init__(self) -> None:
        self.port = self.port or free_port()

    @property
    def uri(self) -> str:
        """Its address."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Listen."""
        command = [sys.executable, "-m", "mlflow", "server", "--host", "127.0.0.1"]
        options = ["--workers", str(self.workers), "--port", str(self.port)]
        self.process = subprocess.Popen(
            [*command, *options, "--artifacts-destination", str(self.folder / "kept")],
            cwd=self.folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            # by the environment, since every user of a machine can read a command line
            env={**os.environ, **QUICK, "MLFLOW_BACKEND_STORE_URI": self.store},
            start_new_session=True,  # so that it can be killed with all of its processes
        )
        wait_for(self.uri, self.process)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        """End as an administrator asks for it, or with ``SIGKILL`` at once."""
        if self.process is None:
            return
        if how == signal.SIGKILL:
            os.killpg(self.process.pid, how)
        else:
            self.process.send_signal(how)
        self.process.wait(timeout=PATIENCE_SECONDS)
        self.process = None


@contextmanager
def mlflow_server(store: str, folder: Path, workers: int = 1) -> Iterator[str]:
    """The address of a server for as long as it is needed."""
    server = MlflowServer(store, folder, workers)
    try:
        server.start()
        yield server.uri
    finally:
        server.stop()


def free_port() -> int:
    """A port that nobody listens on just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(uri: str, process: subprocess.Popen[bytes], seconds: float = PATIENCE_SECONDS) -> None:
    """Until a server that was started says that it is well."""
    end = time.monotonic() + seconds
    while True:
        try:
            with urlopen(f"{uri}/health", timeout=5):  # noqa: S310  # our own address
                return
        except OSError:
            assert process.poll() is None, "the server ended by itself"
            assert time.monotonic() < end, "the server does not answer"
            time.sleep(0.2)
