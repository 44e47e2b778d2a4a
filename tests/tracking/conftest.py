"""Stores to record in: creating one takes MLflow seconds, copying one takes none."""

import shutil
from pathlib import Path

import numpy as np
import pytest

from src.core import Entry, Instances, Picture, Sample
from src.tracking.archive import Archive
from src.tracking.record.recorder import Tracking
from src.tracking.store import connect


@pytest.fixture(name="empty_database", scope="session")
def empty_database_fixture(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database without runs."""
    file = tmp_path_factory.mktemp("template") / "mlflow.db"
    connect(f"sqlite:///{file}")
    return file


@pytest.fixture(name="tracking")
def tracking_fixture(tmp_path: Path, empty_database: Path) -> Tracking:
    """A store of its own for one test."""
    file = shutil.copyfile(empty_database, tmp_path / "mlflow.db")
    return Tracking(f"sqlite:///{file}", artifacts=str(tmp_path / "artifacts"))


@pytest.fixture(name="archive")
def archive_fixture(tracking: Tracking) -> Archive:
    """The same store, to read from."""
    return Archive(tracking.uri)


def square_sample(name: str = "square", side: int = 8) -> Sample:
    """A grey picture whose truth is its left half."""
    truth = np.zeros((side, side), np.uint8)
    truth[:, : side // 2] = 1
    picture = Picture(Entry(name, name, "test"), np.full((side, side), 100, np.uint8))
    return Sample(picture, Instances.from_labels(truth))
