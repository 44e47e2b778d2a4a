"""A run is recorded whatever becomes of it."""

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import yaml
from hydra.utils import instantiate
from omegaconf import OmegaConf
from PIL import Image

from src.core import InputError
from src.tracking.archive import Archive
from src.tracking.record.recorder import Tracking
from src.tracking.record.run import Run
from tests.conftest import ROOT

CHILD = """
import sys, time
from src.tracking.record.recorder import Tracking
tracking = Tracking(sys.argv[1], artifacts=sys.argv[2])
with tracking.start({}, sys.argv[3]) as run:
    print(run.id, flush=True)
    time.sleep(float(sys.argv[4]))
"""


def child(tracking: Tracking, name: str, seconds: float) -> subprocess.Popen[str]:
    """Another process that starts a run and sleeps in it."""
    words = [tracking.uri, tracking.artifacts, name, str(seconds)]
    return subprocess.Popen(
        [sys.executable, "-c", CHILD, *words], stdout=subprocess.PIPE, text=True, cwd=ROOT
    )


def first_line(process: subprocess.Popen[str]) -> str:
    """What the process prints first, its run's id."""
    assert process.stdout is not None
    return process.stdout.readline().strip()


def artifact(archive: Archive, name: str, path: str) -> Path:
    """Where an artifact of a run lies on the disk."""
    run = archive.find(name)
    return Path(archive.client.download_artifacts(run.id, path))


def test_package_does_not_import_mlflow() -> None:
    check = "import sys, src.tracking; sys.exit('mlflow' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", check], cwd=ROOT, check=False).returncode == 0


def test_finished_run_keeps_configuration_tags_and_artifacts(
    tracking: Tracking, archive: Archive, tmp_path: Path
) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("seen")
    with tracking.start({"seed": 1, "a": {"b": None}}, "first", {"seed": "1"}) as run:
        run.tags({"verdict": "PASS"})
        run.table("samples", {"name": np.array(["x", "y"]), "f1": np.array([0.5, np.nan])})
        run.picture("pictures/grey.png", np.full((2, 3), 7, np.uint8))
        run.text("words/hello.txt", "grüezi")
        run.file(notes, "words")
    past = archive.find(run.id)
    assert (past.status, past.name, past.experiment) == ("FINISHED", "first", "brushwork")
    assert past.parameters == {"seed": "1", "a.b": "null"}
    assert past.tags["pid"] == str(os.getpid())
    assert {"host", "git.commit", "git.dirty", "seed", "verdict"} <= set(past.tags)
    assert yaml.safe_load(artifact(archive, run.id, "config.yaml").read_text()) == {
        "seed": 1,
        "a": {"b": None},
    }
    table = pd.read_parquet(artifact(archive, run.id, "tables/samples.parquet"))
    assert table["name"].tolist() == ["x", "y"]
    assert np.isnan(table["f1"][1])
    with Image.open(artifact(archive, run.id, "pictures/grey.png")) as picture:
        assert np.asarray(picture).tolist() == [[7, 7, 7], [7, 7, 7]]
    assert artifact(archive, run.id, "words/hello.txt").read_text("utf-8") == "grüezi"
    assert artifact(archive, run.id, "words/notes.txt").read_text() == "seen"


def test_failing_run_is_marked_with_its_reason(tracking: Tracking, archive: Archive) -> None:
    def work(run: Run) -> None:
        run.metrics({"val/f1": 0.5})
        raise ZeroDivisionError("division by zero")

    with pytest.raises(ZeroDivisionError), tracking.start({}, "broken") as run:
        work(run)
    past = archive.find("broken")
    assert past.status == "FAILED"
    assert past.tags["failure"] == "ZeroDivisionError: division by zero"
    assert past.metrics == {"val/f1": 0.5}
    assert "ZeroDivisionError" in artifact(archive, "broken", "traceback.txt").read_text()


def test_endless_reason_is_cut(tracking: Tracking, archive: Archive) -> None:
    with pytest.raises(ValueError, match="xxx"), tracking.start({}, "broken"):
        raise ValueError("x" * 10_000)
    assert len(archive.find("broken").tags["failure"]) == 5000


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (KeyboardInterrupt(), "KILLED"),
        (SystemExit(0), "FINISHED"),
        (SystemExit(3), "FAILED"),
    ],
)
def test_leaving_early_has_its_own_status(
    tracking: Tracking, archive: Archive, error: BaseException, status: str
) -> None:
    with pytest.raises(type(error)), tracking.start({}, "left"):
        raise error
    assert archive.find("left").status == status


def test_exit_in_answer_to_an_interrupt_is_killed(tracking: Tracking, archive: Archive) -> None:
    def answer_as_lightning_does() -> None:
        try:
            raise KeyboardInterrupt
        except KeyboardInterrupt:
            sys.exit(1)

    with pytest.raises(SystemExit), tracking.start({}, "interrupted"):
        answer_as_lightning_does()
    assert archive.find("interrupted").status == "KILLED"


def test_error_survives_a_store_that_vanishes(tracking: Tracking) -> None:
    def work(run: Run) -> None:
        run.metrics({"a": 1.0})
        Path(tracking.uri.removeprefix("sqlite:///")).write_text("no database")
        raise ZeroDivisionError("division by zero")

    with pytest.raises(ZeroDivisionError), tracking.start({}, "broken") as run:
        work(run)


def test_terminated_process_is_killed(tracking: Tracking, archive: Archive) -> None:
    process = child(tracking, "terminated", 60)
    run_id = first_line(process)
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=120)
    past = archive.find(run_id)
    assert (past.status, past.tags["failure"]) == ("KILLED", "preempted: SIGTERM")


def test_signal_handler_is_restored(tracking: Tracking) -> None:
    before = signal.getsignal(signal.SIGTERM)
    with tracking.start({}, "first"):
        assert signal.getsignal(signal.SIGTERM) is not before
    assert signal.getsignal(signal.SIGTERM) is before


def test_next_start_closes_what_kill_9_left_running(tracking: Tracking, archive: Archive) -> None:
    process = child(tracking, "murdered", 60)
    run_id = first_line(process)
    assert archive.find(run_id).status == "RUNNING"
    with tracking.start({}, "neighbour"):
        assert archive.find(run_id).status == "RUNNING"
    process.kill()
    process.communicate(timeout=120)
    with tracking.start({}, "next") as run:
        past = archive.find(run_id)
        assert past.status == "KILLED"
        assert past.tags["failure"].startswith("abandoned")
        assert past.seconds is None
        assert archive.find(run.id).status == "RUNNING"


def test_two_processes_may_create_the_store_at_once(tmp_path: Path) -> None:
    uri = f"sqlite:///{tmp_path}/new/mlflow.db"
    tracking = Tracking(uri, artifacts=str(tmp_path / "artifacts"))
    processes = [child(tracking, name, 0) for name in ("one", "two")]
    for process in processes:
        process.communicate(timeout=120)
    runs = Archive(uri).newest()
    assert [run.status for run in runs] == ["FINISHED", "FINISHED"]
    assert [file.name for file in (tmp_path / "new").iterdir()] == ["mlflow.db"]


@pytest.mark.parametrize("uri", ["", "file:./mlruns", "mlruns", "sqlite:///"])
def test_place_that_mlflow_refuses_is_named(uri: str) -> None:
    with pytest.raises(InputError, match="MLFLOW_TRACKING_URI"):
        Tracking(uri)


def test_file_that_is_no_database_is_refused_at_once(tmp_path: Path) -> None:
    file = tmp_path / "mlflow.db"
    file.write_text("this is a letter, not a database")
    with (
        pytest.raises(InputError, match="not a database"),
        Tracking(f"sqlite:///{file}").start({}, "first"),
    ):
        pass


def test_silent_server_is_refused_without_its_password() -> None:
    with (
        pytest.raises(InputError, match=r"No MLflow server answers at http://me:\*\*\*@127"),
        Tracking("http://me:secret@127.0.0.1:9").start({}, "first"),
    ):
        pass


def test_deleted_experiment_is_named(tracking: Tracking, archive: Archive) -> None:
    with tracking.start({}, "first") as run:
        pass
    archive.client.delete_experiment(run.experiment_id)
    with pytest.raises(InputError, match="'brushwork' was deleted"), tracking.start({}, "second"):
        pass


def test_configuration_file_builds_tracking(monkeypatch: pytest.MonkeyPatch) -> None:
    config = OmegaConf.load(ROOT / "conf" / "tracking" / "mlflow.yaml")
    monkeypatch.delenv("MLFLOW_TRACKING_URI", raising=False)
    trusted = ["src.*"]
    assert instantiate(config, _execution_whitelist_=trusted) == Tracking()
    monkeypatch.setenv("MLFLOW_TRACKING_URI", "http://127.0.0.1:5000")
    assert instantiate(config, _execution_whitelist_=trusted).uri == "http://127.0.0.1:5000"


def test_run_may_be_recorded_from_another_thread(tracking: Tracking, archive: Archive) -> None:
    def work() -> None:
        with tracking.start({}, "threaded"):
            pass

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert archive.find("threaded").status == "FINISHED"
