"""A real Ray cluster on this machine for as long as a test needs it."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp

from tests.servers import PATIENCE_SECONDS, free_port

LOOPBACK = {"RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0"}
"""Ray's way to stay at 127.0.0.1; whoever connects must have it set before ray is imported."""

SMALL_STORE_BYTES = 100_000_000


@contextmanager
def ray_cluster(
    folder: Path, started_in: Path | None = None, environment: Mapping[str, str] | None = None
) -> Iterator[str]:
    """The address of a cluster with two cores, which logs into ``folder`` and starts there."""
    place = Path(mkdtemp(prefix="ray", dir="/tmp"))  # sockets need a short path
    port = free_port()
    command = [Path(sys.executable).with_name("ray"), "start", "--head", "--block"]
    options = [
        f"--port={port}",
        "--num-cpus=2",
        "--node-ip-address=127.0.0.1",
        f"--object-store-memory={SMALL_STORE_BYTES}",
        "--include-dashboard=false",
        "--disable-usage-stats",
        f"--temp-dir={place}",
    ]
    with (folder / "ray.txt").open("w") as log:
        process = subprocess.Popen(
            [*command, *options],
            cwd=started_in or folder,
            env={**(environment or os.environ), **LOOPBACK, "HOME": str(folder)},
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    try:
        _wait_for(folder / "ray.txt", process)
        yield f"127.0.0.1:{port}"
    finally:
        _end(process, place)
        shutil.rmtree(place, ignore_errors=True)


def _wait_for(log: Path, process: subprocess.Popen[bytes]) -> None:
    """The port answers long before a busy machine has a node that takes jobs."""
    end = time.monotonic() + PATIENCE_SECONDS
    while "Ray runtime started" not in log.read_text(encoding="utf-8"):
        assert process.poll() is None, "the cluster ended by itself"
        assert time.monotonic() < end, "the cluster does not answer"
        time.sleep(0.2)


def _end(process: subprocess.Popen[bytes], place: Path) -> None:
    """End the cluster, and whatever of it did not follow."""
    process.terminate()
    process.wait(timeout=PATIENCE_SECONDS)
    end = time.monotonic() + 10
    while _processes_of(place) and time.monotonic() < end:
        time.sleep(0.2)
    for pid in _processes_of(place):
        os.kill(pid, signal.SIGKILL)


def _processes_of(place: Path) -> list[int]:
    """The processes that were started with this folder on their command line."""
    found = []
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if str(place).encode() in file.read_bytes():
                found.append(int(file.parent.name))
        except OSError:
            continue
    return found
