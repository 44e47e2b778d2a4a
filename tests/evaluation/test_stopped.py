"""Real processes that are killed or interrupted: nothing is left behind but what was done."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from src.evaluation.evaluate import evaluate_dataset
from src.evaluation.ledger import Ledger
from tests.conftest import ROOT
from tests.evaluation.scenes import Areas, Bright, Squares
from tests.evaluation.slow_evaluation import COUNT
from tests.servers import PATIENCE_SECONDS

WORKERS = pytest.mark.parametrize("workers", [1, 2])


@contextmanager
def slow_evaluation(ledger: Path, workers: int) -> Iterator[subprocess.Popen[str]]:
    """A process that evaluates, in a group of its own as a terminal would have it."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.evaluation.slow_evaluation", str(ledger), str(workers)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def wait_for(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE_SECONDS
    while not holds():
        assert time.monotonic() < end, "it does not come"
        time.sleep(0.05)


def grown(ledger: Path, size: int) -> bool:
    return ledger.exists() and ledger.stat().st_size > size


def group(leader: int) -> list[int]:
    """The processes of a group that are left, but for those that are dead and not yet buried."""
    found = []
    for file in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, of_group = file.read_text(encoding="utf-8").rpartition(")")[2].split()[:3]
        except OSError:
            continue
        if int(of_group) == leader and state != "Z":
            found.append(int(file.parent.name))
    return found


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes in /proc")
@WORKERS
def test_a_killed_evaluation_goes_on_and_leaves_no_process(tmp_path: Path, workers: int) -> None:
    ledger, traces = tmp_path / "evaluation.ledger", tmp_path / "traces"
    traces.mkdir()
    with slow_evaluation(ledger, workers) as process:
        wait_for(lambda: grown(ledger, 1500))
        process.kill()
        process.wait()
        wait_for(lambda: not group(process.pid))
    rest = evaluate_dataset(
        Squares(COUNT), None, Bright(traces=traces), Areas(), observe=lambda *_: None,
        ledger=Ledger(ledger),
    )  # fmt: skip
    detected = {file.name for file in traces.iterdir()}
    whole = evaluate_dataset(Squares(COUNT), None, Bright(), Areas())
    assert 0 < len(detected) < COUNT
    assert detected == {entry.name for entry in Squares(COUNT).entries[-len(detected) :]}
    assert dict(rest.metrics) == dict(whole.metrics)
    assert rest.rows["found"].tolist() == whole.rows["found"].tolist()
    assert rest.times["latency_p95_ms"] >= 500


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes in /proc")
@WORKERS
@pytest.mark.parametrize("early", [False, True])
def test_ctrl_c_ends_all_processes_without_a_word_from_them(
    tmp_path: Path, workers: int, early: bool
) -> None:
    ledger = tmp_path / "evaluation.ledger"
    with slow_evaluation(ledger, workers) as process:
        # The ledger is begun before the workers, which then import what they need.
        wait_for(lambda: grown(ledger, 1 if early else 1500))
        os.killpg(process.pid, signal.SIGINT)
        printed, complaints = process.communicate(timeout=PATIENCE_SECONDS)
        wait_for(lambda: not group(process.pid))
    assert (process.returncode, printed, complaints) == (130, "stopped", "")
