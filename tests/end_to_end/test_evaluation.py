"""Scoring through the entry: by several processes, after a kill, and past a detector's errors."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pyarrow.parquet
import pytest
from PIL import Image

from src.tracking.archive import Archive, PastRun
from src.tracking.archive.results import whole
from tests.end_to_end.conftest import Answer
from tests.end_to_end.test_run import artifacts

Run = Callable[..., Answer]

MANY = ("dataset=nuclei", "dataset.count=60", "dataset.size=200", "scorer=objects")


def archive() -> Archive:
    return Archive(os.environ["MLFLOW_TRACKING_URI"])


def newest() -> PastRun:
    return whole(archive(), archive().newest(1)[0])


def left(past: PastRun) -> tuple[dict[str, float], dict[str, bytes]]:
    """The numbers of a run but for its times, and the contents of its pictures and tables."""
    every = whole(archive(), past).metrics
    numbers = {name: own for name, own in every.items() if not name.startswith("time/")}
    folder = Path(past.artifacts.removeprefix("file://"))
    files = {
        str(file.relative_to(folder)): file.read_bytes()
        for file in sorted(folder.rglob("*"))
        if file.suffix in (".png", ".parquet")
    }
    return {name: own for name, own in numbers.items() if own == own}, files


def test_two_processes_leave_what_one_leaves(run: Run) -> None:
    assert run(*MANY).code == 0
    alone = left(newest())
    assert run(*MANY, "workers=2").code == 0
    together = left(newest())
    assert together[0] == alone[0]
    assert together[1] == alone[1]


def test_a_killed_evaluation_goes_on_and_leaves_the_same(
    run: Run, workplace: Path, tmp_path: Path
) -> None:
    assert run(*MANY).code == 0
    whole = left(newest())
    sessions = workplace / "mlruns" / "sessions"
    with (tmp_path / "log.txt").open("w") as log:
        killed = subprocess.Popen(
            [sys.executable, "-m", "src.run", *MANY], cwd=workplace, stdout=log, stderr=log
        )
        while killed.poll() is None:
            ledgers = list(sessions.glob("*/evaluation.ledger"))
            if any(ledger.stat().st_size > 60_000 for ledger in ledgers):
                break
            time.sleep(0.005)
        killed.kill()
        assert killed.wait() == -signal.SIGKILL, (tmp_path / "log.txt").read_text()
    (ledger,) = sessions.glob("*/evaluation.ledger")
    stopped = ledger.parent.name
    kept = ledger.stat().st_size
    assert kept > 60_000
    answer = run(*MANY, f"resume={stopped}")
    assert answer.code == 0, answer.err
    assert not ledger.exists()
    past = archive().find(stopped)
    assert past.status == "FINISHED"
    numbers, files = left(past)
    assert numbers == whole[0]
    assert [name for name in files if files[name] != whole[1].get(name)] == []
    assert files.keys() == whole[1].keys()


@pytest.fixture
def gapped(workplace: Path) -> Path:
    """Three images with truth; a prediction of the first two."""
    for folder in ("images", "masks", "found"):
        (workplace / "data" / folder).mkdir(parents=True)
    labels = np.zeros((16, 16), np.uint8)
    labels[2:9, 2:9] = 255
    for name in ("a", "b", "c"):
        noise = np.random.default_rng(ord(name)).integers(0, 255, (16, 16)).astype(np.uint8)
        Image.fromarray(noise).save(workplace / "data" / "images" / f"{name}.png")
        Image.fromarray(labels).save(workplace / "data" / "masks" / f"{name}.png")
        if name != "c":
            Image.fromarray(labels).save(workplace / "data" / "found" / f"{name}.png")
    return workplace / "data"


def test_a_detectors_error_is_counted_with_its_reason(run: Run, gapped: Path) -> None:
    words = ("dataset=folder", f"dataset.root={gapped}", "detector=stored")
    words += (f"detector.find.folder={gapped / 'found'}",)
    stopped = run(*words)
    assert (stopped.code, "no prediction for c" in stopped.err) == (2, True)
    answer = run(*words, "on_detector_error=count")
    assert answer.code == 0, answer.err
    past = newest()
    assert (past.metrics["test/detector_errors"], past.metrics["test/images"]) == (1, 3)
    assert past.metrics["test/recall"] == pytest.approx(2 / 3)
    assert "tables/samples.parquet" in artifacts(archive().client, past.id)
    folder = Path(past.artifacts.removeprefix("file://"))
    samples = pyarrow.parquet.read_table(folder / "tables" / "samples.parquet").to_pandas()
    assert samples["outcome"].tolist() == ["answered", "answered", "error"]
    assert "no prediction for c" in samples["reason"].iloc[2]


def test_errors_are_not_counted_where_no_answer_means_nothing(run: Run) -> None:
    answer = run("+experiment=tool_agreement", "dataset.count=2", "on_detector_error=count")
    assert answer.code == 2
    assert "on_detector_error" in answer.err


def test_tags_make_slices(run: Run, gapped: Path) -> None:
    (gapped / "tags.csv").write_text("name,well\na,A1\nb,A1\nc,B2\n")
    words = ("dataset=folder", f"dataset.root={gapped}", f"dataset.tags={gapped / 'tags.csv'}")
    answer = run(*words, "scorer.slices=[well]")
    assert answer.code == 0, answer.err
    assert newest().metrics["test/well-A1/images"] == 2
    assert run(*words, "scorer.slices=[plate]").code == 2
