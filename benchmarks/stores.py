"""How many writers a store of runs and a store of studies carry: SQLite, PostgreSQL, a server."""

import multiprocessing
import statistics
import time
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from multiprocessing.synchronize import Barrier
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from src.tracking import Tracking
from src.tracking.store import connect
from tests.postgres import postgres, programs
from tests.servers import mlflow_server

WRITERS = (1, 2, 4, 8)
SECONDS = 3.0
NUMBERS = 20
"""Metrics in one request: what an image of a session tells."""


@dataclass(frozen=True)
class Load:
    """What all writers together got done.

    Args:
        calls: per second, of all writers.
        median, slow: milliseconds of one call; slow is the 95th percentile.
        errors: calls that the store refused.
    """

    calls: float
    median: float
    slow: float
    errors: int


def write_metrics(uri: str, folder: str, ready: Barrier, said: Any) -> None:
    """One writer of metrics, until its time is over."""
    from mlflow.entities import Metric

    times, errors = [], 0
    with Tracking(uri, artifacts=folder).start({"seed": 1}, "writer") as run:
        client, names = run._client, [f"by_image/number_{n}" for n in range(NUMBERS)]
        ready.wait()
        end, step = time.perf_counter() + SECONDS, 0
        while time.perf_counter() < end:
            step += 1
            began = time.perf_counter()
            try:
                client.log_batch(run.id, [Metric(name, 0.5, step, step) for name in names])
                times.append(time.perf_counter() - began)
            except Exception as error:
                errors += 1
                print(f"{type(error).__name__}: {str(error).splitlines()[0][:120]}")
    said.put((times, errors))


def write_trials(uri: str, folder: str, ready: Barrier, said: Any) -> None:  # noqa: ARG001
    """One worker of a study whose trials take no time."""
    import optuna

    from src.sweeps.study import open_storage

    warnings.simplefilter("ignore")  # Optuna's note that heartbeats are meant for Study.optimize
    study = optuna.load_study(
        study_name="load", storage=open_storage(uri), sampler=optuna.samplers.RandomSampler()
    )
    times, errors = [], 0
    ready.wait()
    end = time.perf_counter() + SECONDS
    while time.perf_counter() < end:
        began = time.perf_counter()
        try:
            trial = study.ask({"x": optuna.distributions.FloatDistribution(0, 1)})
            study.tell(trial, trial.params["x"])
            times.append(time.perf_counter() - began)
        except Exception as error:
            errors += 1
            print(f"{type(error).__name__}: {str(error).splitlines()[0][:120]}")
    said.put((times, errors))


def loaded(write: Any, uri: str, folder: Path, writers: int) -> Load:
    """So many writers at once."""
    context = multiprocessing.get_context("spawn")
    ready, said = context.Barrier(writers), context.Queue()
    processes = [
        context.Process(target=write, args=(uri, str(folder), ready, said)) for _ in range(writers)
    ]
    for process in processes:
        process.start()
    answers = [said.get(timeout=300) for _ in processes]
    for process in processes:
        process.join()
    times = sorted(1000 * taken for own, _ in answers for taken in own)
    return Load(
        len(times) / SECONDS,
        statistics.median(times),
        times[int(0.95 * len(times))],
        sum(errors for _, errors in answers),
    )


@contextmanager
def stores(folder: Path) -> Iterator[dict[str, str]]:
    """Every store of runs, by name; PostgreSQL writes to the disk before it answers."""
    found = {"SQLite": f"sqlite:///{folder}/mlflow.db"}
    with ExitStack() as stack:
        if programs() is None:
            print("PostgreSQL is absent (initdb, postgres)")
        else:
            server = stack.enter_context(postgres())
            found["PostgreSQL"] = server.create("straight")
            behind = server.create("behind")
            found["server on PostgreSQL"] = stack.enter_context(mlflow_server(behind, folder))
            found["studies"] = server.create("studies")
        yield found


def tell(kind: str, name: str, writers: int, load: Load) -> None:
    """One line."""
    print(
        f"{kind:<8} {name:<22} {writers:>2} writers {load.calls:8.0f} /s"
        f" {load.median:8.1f} ms {load.slow:8.1f} ms  {load.errors} errors"
    )


def main() -> None:
    """Print requests of 20 metrics, then trials, per second and what one takes."""
    import optuna

    from src.sweeps.study import open_storage

    with TemporaryDirectory() as place, stores(Path(place)) as found:
        folder = Path(place)
        studies = {"SQLite": f"sqlite:///{folder}/optuna.db"}
        if "studies" in found:
            studies["PostgreSQL"] = found.pop("studies")
        for name, uri in found.items():
            connect(uri)
            for writers in WRITERS:
                tell("metrics", name, writers, loaded(write_metrics, uri, folder, writers))
        for name, uri in studies.items():
            optuna.create_study(study_name="load", storage=open_storage(uri))
            for writers in WRITERS:
                tell("trials", name, writers, loaded(write_trials, uri, folder, writers))


if __name__ == "__main__":
    main()
