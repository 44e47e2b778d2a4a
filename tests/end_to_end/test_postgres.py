"""A team's store: runs and studies in a real PostgreSQL, written by several processes at once."""

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

import optuna
import pytest
from optuna.storages import RDBStorage

from src.core import InputError
from src.tracking.archive import Archive, PastRun
from src.tracking.keys import STUDY, TRIAL
from src.tracking.store import connect
from tests.end_to_end.test_rank import FOREST
from tests.postgres import PASSWORD, Postgres, postgres, programs
from tests.servers import PATIENCE_SECONDS, mlflow_server

pytestmark = pytest.mark.skipif(
    programs() is None, reason="PostgreSQL is absent (initdb, postgres)"
)

SMALL = ("+experiment=smoke", "dataset.count=2", "dataset.size=64", "pictures=0")
TRIALS = 6
SWEEP = (
    "-m",
    *SMALL,
    "hydra/sweeper=optuna",
    "hydra/sweeper/sampler=random",
    "hydra.sweeper.study_name=shared",
    f"hydra.sweeper.n_trials={TRIALS}",
    "detector.smoothing=interval(0.0,3.0)",
)


@pytest.fixture(scope="module")
def database() -> Iterator[Postgres]:
    """A server that need not survive a power cut."""
    with postgres("fsync=off") as server:
        yield server


def start(folder: Path, words: tuple[str, ...], **addresses: str) -> subprocess.Popen[str]:
    """``python -m src.run`` in a folder of its own."""
    folder.mkdir(exist_ok=True)
    return subprocess.Popen(
        [sys.executable, "-m", "src.run", *words],
        cwd=folder,
        env={**os.environ, **addresses},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def output(process: subprocess.Popen[str]) -> str:
    said, _ = process.communicate(timeout=PATIENCE_SECONDS)
    assert process.returncode == 0, said
    return said


@contextmanager
def reading(uri: str) -> Iterator[list[PastRun]]:
    """The runs of a store, whose connections are then closed."""
    archive = Archive(uri)
    yield archive.newest()
    archive.client._tracking_client.store.engine.dispose()


def test_two_workers_share_a_study_and_a_server(database: Postgres, tmp_path: Path) -> None:
    studies = database.create("studies")
    with mlflow_server(database.create("runs"), tmp_path) as uri:
        addresses = {"MLFLOW_TRACKING_URI": uri, "OPTUNA_STORAGE": studies}
        workers = [start(tmp_path / name, SWEEP, **addresses) for name in ("one", "two")]
        for said in map(output, workers):
            assert PASSWORD not in said
            assert quote(PASSWORD, safe="") not in said
        runs = [run for run in Archive(uri).newest() if TRIAL in run.tags]
    storage = RDBStorage(studies)
    trials = optuna.load_study(study_name="shared", storage=storage).trials
    storage.engine.dispose()
    # Two workers that see the last place free at once both take it.
    assert len(trials) in (TRIALS, TRIALS + 1)
    assert [trial.number for trial in trials] == list(range(len(trials)))
    assert {trial.state for trial in trials} == {optuna.trial.TrialState.COMPLETE}
    counted = Counter(int(run.tags[TRIAL]) for run in runs)
    assert counted == dict.fromkeys(range(len(trials)), 1)
    for run in runs:
        assert (run.status, run.tags[STUDY]) == ("FINISHED", "shared")
        number = int(run.tags[TRIAL])
        assert run.metrics["test/f1"] == pytest.approx(trials[number].value)
        smoothing = trials[number].params["detector.smoothing"]
        assert float(run.parameters["detector.smoothing"]) == pytest.approx(smoothing)
    assert len({run.tags["pid"] for run in runs}) == 2
    assert database.count("runs", "runs") > len(trials)


def test_two_processes_may_find_an_empty_database_and_no_password_is_kept(
    database: Postgres, tmp_path: Path
) -> None:
    uri = database.create("straight")
    words = {"scored": SMALL, "taught": (*FOREST, "trainer.rules.images=2")}
    begun = [start(tmp_path / name, own, MLFLOW_TRACKING_URI=uri) for name, own in words.items()]
    told = "".join(map(output, begun))
    with reading(uri) as runs:
        assert [run.status for run in runs] == ["FINISHED"] * 2
    files = [file for file in tmp_path.rglob("*") if file.is_file()]
    assert any(file.name == "MLmodel" for file in files)
    for secret in (PASSWORD, quote(PASSWORD, safe="")):
        assert secret not in told + str(runs)
        assert not [file for file in files if secret.encode() in file.read_bytes()]
    assert f"brushwork:***@{database.place}/straight" in told


@pytest.mark.parametrize(("name", "password"), [("postgres", "wrong"), ("absent", PASSWORD)])
def test_a_refused_login_is_said_and_not_tried_again(
    database: Postgres, name: str, password: str, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(InputError, match=r"brushwork:\*\*\*@.*cannot be used: .*FATAL") as refused:
        connect(database.url(name, password))
    assert quote(password, safe="") not in str(refused.value)
    assert capfd.readouterr() == ("", "")
