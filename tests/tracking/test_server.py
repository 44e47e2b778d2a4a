"""Everything works through a real MLflow server as well."""

import math
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import numpy as np
import pytest

from src.tracking import Tracking
from src.tracking.archive import Archive

PATIENCE_SECONDS = 240
"""Seconds suffice, unless the machine is busy."""

QUICK = {"MLFLOW_DISABLE_TELEMETRY": "true", "MLFLOW_SERVER_ENABLE_JOB_EXECUTION": "false"}


@pytest.fixture
def server(tmp_path: Path, empty_database: Path) -> Iterator[str]:
    """The address of a server that this test started and ends."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "mlflow", "server", "--workers", "1", "--port", str(port)]
    places = ["--backend-store-uri", f"sqlite:///{empty_database}", "--host", "127.0.0.1"]
    process = subprocess.Popen(
        [*command, *places, "--artifacts-destination", str(tmp_path / "kept")],
        cwd=tmp_path,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, **QUICK},
    )
    uri = f"http://127.0.0.1:{port}"
    try:
        _wait_for(uri, process)
        yield uri
    finally:
        process.terminate()
        process.wait(timeout=PATIENCE_SECONDS)


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


def test_run_is_recorded_and_read_back_through_a_server(
    server: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    tracking = Tracking(server, artifacts=str(tmp_path / "unused"))
    with tracking.start({"seed": 1}, "remote", {"dataset": "roots"}) as run:
        run.metrics({f"m{number}": number for number in range(1200)})
        run.metrics({"undefined": math.nan, "above": math.inf})
        run.picture("a/b.png", np.zeros((2, 2), np.uint8))
    archive = Archive(server)
    past = archive.find("remote")
    assert (past.status, past.id) == ("FINISHED", run.id)
    assert archive.find(run.id[:10]).id == run.id
    assert past.metrics["m1199"] == 1199
    assert math.isnan(past.metrics["undefined"])
    assert past.metrics["above"] == math.inf
    assert [path for path, _ in archive.files(past)] == ["a/b.png", "config.yaml"]
    assert list((tmp_path / "kept").rglob("b.png"))
    assert not (tmp_path / "unused").exists()
    assert run.link == run.command == f"{server}/#/experiments/{run.experiment_id}/runs/{run.id}"
    assert capfd.readouterr() == ("", "")
