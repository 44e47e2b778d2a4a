"""Everything works through a real MLflow server as well."""

import math
import shutil
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from src.tracking.archive import Archive
from src.tracking.archive.results import whole
from src.tracking.record.recorder import Tracking
from tests.servers import mlflow_server


@pytest.fixture
def server(tmp_path: Path, empty_database: Path) -> Iterator[str]:
    """The address of a server that this test started and ends."""
    file = shutil.copyfile(empty_database, tmp_path / "server.db")
    with mlflow_server(f"sqlite:///{file}", tmp_path) as uri:
        yield uri


def test_run_is_recorded_and_read_back_through_a_server(
    server: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    tracking = Tracking(server, artifacts=str(tmp_path / "unused"))
    with tracking.start({"seed": 1}, "remote", {"dataset": "roots"}) as run:
        run.metrics({f"m{number}": number for number in range(1200)})
        run.metrics({"undefined": math.nan, "above": math.inf})
        run.picture("a/b.png", np.zeros((2, 2), np.uint8))
    archive = Archive(server)
    past = whole(archive, archive.find("remote"))
    assert (past.status, past.id) == ("FINISHED", run.id)
    assert archive.find(run.id[:10]).id == run.id
    assert past.metrics["m1199"] == 1199
    assert math.isnan(past.metrics["undefined"])
    assert past.metrics["above"] == math.inf
    assert [path for path, _ in archive.files(past)] == [
        "a/b.png", "config.yaml", "tables/metrics.csv", "tables/metrics.parquet",
    ]  # fmt: skip
    assert list((tmp_path / "kept").rglob("b.png"))
    assert not (tmp_path / "unused").exists()
    page = f"{server}/#/experiments/{run.experiment_id}/runs/{run.id}"
    assert run.link == run.command == f"{page}?workflowType=machine_learning"
    assert capfd.readouterr() == ("", "")
