"""Pictures of MLflow's pages for the documents: ``python -m benchmarks.mlflow_contact_sheet``.

Records a smoke run, a correctness run, a taught run and a sweep in a store of their own, or takes
those that ``--runs URI`` holds, and opens the addresses that people are given.
"""

import argparse
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.studio import browser
from src.tracking import keys
from src.tracking.archive import Archive, PastRun
from src.tracking.store.addresses import TRAINING, runs_page
from tests.servers import free_port, wait_for

PICTURES = Path("docs/pictures")
WINDOW = {"width": 1500, "height": 860}
LOADED_MS, SETTLED_MS = 120_000, 3000
"""How long a page may take, and then its charts, which say nothing of their last step."""

ASSISTANT_AWAY = "localStorage.setItem('mlflow.assistant.fab.autoOpenedOnFirstLoad_v1', 'true')"

RUNS = (
    ("+experiment=smoke", "dataset.count=12"),
    ("+experiment=nuclei_correctness", "dataset.count=20"),
    ("+experiment=quickstart", "dataset.count=20", "trainer.rules.images=6"),
    (
        *("-m", "+experiment=quickstart", "+sweep=jitter", "hydra.sweeper.n_trials=4"),
        *("dataset.count=14", "trainer.rules.images=4"),
    ),
)


@contextmanager
def recorded(about: str | None) -> Iterator[tuple[Path, str]]:
    """A folder that goes again, and a store with runs: what ``--runs`` names, or one made there."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--runs", help="a store that has such runs")
    given = parser.parse_args().runs
    with TemporaryDirectory() as place:
        uri = given or f"sqlite:///{Path(place) / 'mlruns' / 'mlflow.db'}"
        if given is None:
            record(Path(place), uri)
        yield Path(place), uri


def record(folder: Path, uri: str) -> None:
    """All runs."""
    for words in RUNS:
        print("recording", *words, flush=True)
        done = subprocess.run(
            [sys.executable, "-m", "src.run", *words],
            cwd=folder, env={**os.environ, "MLFLOW_TRACKING_URI": uri}, capture_output=True,
            text=True, check=False,
        )  # fmt: skip
        assert done.returncode in (0, 1, 3), done.stderr[-2000:]


def keep(tab: Any, name: str, address: str, awaited: str) -> None:
    """What a page shows once it has the awaited words, as a PNG in its own colours."""
    tab.goto("about:blank")  # an address that differs after its # alone would not load again
    tab.goto(address)
    tab.get_by_text(awaited).first.wait_for(timeout=LOADED_MS)
    tab.wait_for_timeout(SETTLED_MS)
    for own in tab.get_by_text("Path: file:").all():
        own.evaluate("line => line.style.visibility = 'hidden'")  # of the machine that draws
    path = PICTURES / f"mlflow_{name}.png"
    tab.screenshot(path=str(path))
    print(f"{path} {path.stat().st_size / 1000:.0f} kB")


def pages(tab: Any, port: int, archive: Archive) -> None:
    """The table of runs, a run, its numbers as a table, its model."""
    runs = archive.newest()
    taught = named(runs, "quickstart")
    judged = named(runs, "nuclei_correctness")
    home = f"http://127.0.0.1:{port}/#/experiments/{taught.experiment_id}"
    keep(tab, "runs", runs_page(port, taught.experiment_id), judged.name)
    keep(tab, "run", f"{home}/runs/{judged.id}?{TRAINING}", "test/pq_at_0.50")
    keep(tab, "curves", f"{home}/runs/{taught.id}/model-metrics?{TRAINING}", "test/f1")
    table = f"{keys.TABLES}/{keys.RESULTS}.csv"
    keep(tab, "table", f"{home}/runs/{judged.id}/artifacts/{table}?{TRAINING}", "test/aji")
    keep(tab, "models", f"{home}/models?{TRAINING}", taught.name)


def named(runs: list[PastRun], beginning: str) -> PastRun:
    """The newest run of an experiment that is no trial."""
    own = (run for run in runs if run.name.startswith(beginning))
    return next(run for run in own if keys.STUDY not in run.tags and keys.TRIAL not in run.tags)


def main() -> None:
    """Write all pictures."""
    with recorded(__doc__) as (_, uri), browser() as found:
        port = free_port()
        server = subprocess.Popen(
            [sys.executable, "-m", "src.runs", "ui", "--port", str(port)],
            env={**os.environ, "MLFLOW_TRACKING_URI": uri},
        )
        try:
            wait_for(f"http://127.0.0.1:{port}", server)
            context = found.new_context(viewport=WINDOW)
            context.add_init_script(ASSISTANT_AWAY)
            pages(context.new_page(), port, Archive(uri))
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
