"""A nursery of processes, an empty store, and runs that nobody disturbed to compare with."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from src.tracking.store import connect
from tests.attack.grounds import Ground, Grounds, Scenario
from tests.attack.processes import Nursery, nursery


@pytest.fixture(name="bearer", scope="session")
def bearer_fixture(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nursery]:
    """Starts processes within a moment."""
    with nursery(tmp_path_factory.mktemp("nursery")) as own:
        yield own


@pytest.fixture(name="empty", scope="session")
def empty_fixture(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database without runs."""
    file = tmp_path_factory.mktemp("template") / "mlflow.db"
    connect(f"sqlite:///{file}").search_experiments()
    return file


@pytest.fixture(name="grounds", scope="session")
def grounds_fixture(
    bearer: Nursery, empty: Path, tmp_path_factory: pytest.TempPathFactory
) -> Grounds:
    """Makes a place to run in, with a store of its own."""

    def make(scenario: Scenario, uri: str | None = None) -> Ground:
        folder = tmp_path_factory.mktemp(scenario.name)
        if uri is None:
            uri = f"sqlite:///{shutil.copy(empty, folder / 'mlflow.db')}"
        return Ground(bearer, folder, uri, scenario)

    return Grounds(make)
