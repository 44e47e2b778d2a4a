"""What a store of runs and a store of studies take: SQLite, PostgreSQL, a server before it.

Milliseconds of computing are told beside those of waiting: they hardly change on a busy machine.
"""

import multiprocessing
import os
import statistics
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.synchronize import Barrier
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from src.tracking.record.recorder import Tracking
from src.tracking.store import connect
from tests.postgres import postgres, programs
from tests.servers import mlflow_server

WRITERS = (1, 4)
SECONDS = 4.0
NUMBERS = 20
"""Metrics in one request: what an image of a session tells."""


@dataclass(frozen=True)
class Load:
    """What all writers together got done.

    Args:
        calls: per second, of all writers.
        quick, median, slow: milliseconds of one call: 10th, 50th and 95th percentile.
        writing, serving: milliseconds of computing per call, in the writers and behind them.
        errors: calls that the store refused.
    """

    calls: float
    quick: float
    median: float
    slow: float
    writing: float
    serving: float
    errors: int


def repeat(call: Callable[[int], None], ready: Barrier, said: Any) -> None:
    """Call until the time is over, and say how long each took."""
    times, errors, step = [], 0, 0
    ready.wait()
    computed, end = time.process_time(), time.perf_counter() + SECONDS
    while time.perf_counter() < end:
        step += 1
        began = time.perf_counter()
        try:
            call(step)
            times.append(1000 * (time.perf_counter() - began))
        except Exception as error:
            errors += 1
            print(f"{type(error).__name__}: {str(error).splitlines()[0][:120]}")
    said.put((times, errors, 1000 * (time.process_time() - computed)))


def write_metrics(uri: str, folder: str, ready: Barrier, said: Any) -> None:
    """One writer of metrics."""
    from mlflow.entities import Metric

    names = [f"by_image/number_{number}" for number in range(NUMBERS)]
    with Tracking(uri, artifacts=folder).start({"seed": 1}, "writer") as run:

        def call(step: int) -> None:
            run._client.log_batch(run.id, [Metric(name, 0.5, step, step) for name in names])

        repeat(call, ready, said)


def write_trials(uri: str, folder: str, ready: Barrier, said: Any) -> None:  # noqa: ARG001
    """One worker of a study whose trials take no time."""
    import optuna

    from src.sweeps.study import open_storage

    warnings.simplefilter("ignore")  # Optuna's note that heartbeats are meant for Study.optimize
    study = optuna.load_study(
        study_name="load", storage=open_storage(uri), sampler=optuna.samplers.RandomSampler()
    )

    def call(step: int) -> None:  # noqa: ARG001
        trial = study.ask({"x": optuna.distributions.FloatDistribution(0, 1)})
        study.tell(trial, trial.params["x"])

    repeat(call, ready, said)


def computing(servers: set[int]) -> float:
    """Milliseconds that these processes and all below them have computed so far; Linux only."""
    found, ticks = set(servers), 0
    for pid, parent, spent in sorted(_processes()):
        if pid in found or parent in found:
            found.add(pid)
            ticks += spent
    return 1000 * ticks / os.sysconf("SC_CLK_TCK")


def children() -> set[int]:
    """The processes that this one has started."""
    return {pid for pid, parent, _ in _processes() if parent == os.getpid()}


def _processes() -> Iterator[tuple[int, int, int]]:
    """Number, parent and ticks of every process; see proc(5)."""
    for file in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = file.read_text().rpartition(")")[2].split()
            yield int(file.parent.name), int(fields[1]), sum(map(int, fields[11:15]))


def loaded(write: Any, uri: str, folder: Path, writers: int, servers: set[int]) -> Load:
    """So many writers at once."""
    context = multiprocessing.get_context("spawn")
    ready, said = context.Barrier(writers + 1), context.Queue()
    arguments = (uri, str(folder), ready, said)
    processes = [context.Process(target=write, args=arguments) for _ in range(writers)]
    for process in processes:
        process.start()
    ready.wait()
    before = computing(servers)
    answers = [said.get(timeout=300) for _ in processes]
    served = computing(servers) - before
    for process in processes:
        process.join()
    times = sorted(taken for own, _, _ in answers for taken in own)
    return Load(
        calls=len(times) / SECONDS,
        quick=times[len(times) // 10],
        median=statistics.median(times),
        slow=times[int(0.95 * len(times))],
        writing=sum(computed for _, _, computed in answers) / len(times),
        serving=served / len(times),
        errors=sum(errors for _, errors, _ in answers),
    )


@contextmanager
def stores(folder: Path) -> Iterator[tuple[dict[str, str], dict[str, str]]]:
    """Stores of runs and of studies, by name; PostgreSQL writes to the disk before it answers."""
    runs = {"SQLite": f"sqlite:///{folder}/mlflow.db"}
    studies = {"SQLite": f"sqlite:///{folder}/optuna.db"}
    with ExitStack() as stack:
        if programs() is None:
            print("PostgreSQL is absent (initdb, postgres)")
        else:
            server = stack.enter_context(postgres())
            runs["PostgreSQL"] = server.create("straight")
            behind = server.create("behind")
            runs["MLflow server"] = stack.enter_context(mlflow_server(behind, folder))
            studies["PostgreSQL"] = server.create("studies")
        yield runs, studies


def tell(kind: str, name: str, writers: int, load: Load) -> None:
    """One line."""
    print(
        f"{kind:<8}{name:<14}{writers:>8}{load.calls:9.0f}{load.quick:8.1f}{load.median:8.1f}"
        f"{load.slow:8.1f}{load.writing:9.1f}{load.serving:9.1f}{load.errors:8}",
        flush=True,
    )


def main() -> None:
    """Print what a request of 20 metrics takes, and a trial that is asked and told."""
    import optuna

    from src.sweeps.study import open_storage

    print("                     writers      /s   ms 10%     50%     95%  writing  serving  errors")
    with TemporaryDirectory() as place, stores(Path(place)) as (runs, studies):
        folder, servers = Path(place), children()
        for name, uri in runs.items():
            connect(uri)
            for writers in WRITERS:
                load = loaded(write_metrics, uri, folder, writers, servers)
                tell("metrics", name, writers, load)
        for name, uri in studies.items():
            optuna.create_study(study_name="load", storage=open_storage(uri))
            for writers in WRITERS:
                load = loaded(write_trials, uri, folder, writers, servers)
                tell("trials", name, writers, load)


if __name__ == "__main__":
    main()
