"""Databases of studies: creating one takes most of a second, copying one takes none."""

import shutil
from pathlib import Path

import pytest
from optuna.storages import RDBStorage

from src.sweeps.study import open_storage


@pytest.fixture(name="empty_studies", scope="session")
def empty_studies_fixture(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database without studies."""
    file = tmp_path_factory.mktemp("template") / "optuna.db"
    open_storage(f"sqlite:///{file}")
    return file


@pytest.fixture(name="storage")
def storage_fixture(tmp_path: Path, empty_studies: Path) -> RDBStorage:
    """A database of its own for one test."""
    return open_storage(f"sqlite:///{shutil.copy(empty_studies, tmp_path)}")
