"""A real MLflow server for as long as a test or a benchmark needs it."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

PATIENCE_SECONDS = 240
"""Seconds suffice, unless the machine is busy."""

QUICK = {"MLFLOW_DISABLE_TELEMETRY": "true", "MLFLOW_SERVER_ENABLE_JOB_EXECUTION": "false"}


@contextmanager
def mlflow_server(store: str, folder: Path, workers: int = 1) -> Iterator[str]:
    """The address of a server on this store, which keeps artifacts in ``folder/kept``."""
    port = free_port()
    command = [sys.executable, "-m", "mlflow", "server", "--host", "127.0.0.1"]
    options = ["--workers", str(workers), "--port", str(port)]
    process = subprocess.Popen(
        [*command, *options, "--artifacts-destination", str(folder / "kept")],
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        # by the environment, since every user of a machine can read a command line
        env={**os.environ, **QUICK, "MLFLOW_BACKEND_STORE_URI": store},
    )
    uri = f"http://127.0.0.1:{port}"
    try:
        _wait_for(uri, process)
        yield uri
    finally:
        process.terminate()
        process.wait(timeout=PATIENCE_SECONDS)


def free_port() -> int:
    """A port that nobody listens on just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_for(uri: str, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            with urlopen(f"{uri}/health", timeout=5):  # noqa: S310  # our own address
                return
        except OSError:
            assert process.poll() is None, "the server ended by itself"
            assert time.monotonic() < end, "the server does not answer"
            time.sleep(0.2)
