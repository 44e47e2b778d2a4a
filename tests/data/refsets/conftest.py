"""Sets that many of these tests begin with."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from src.data.refsets import ReferenceSet
from tests.data.refsets.making import new_set


@pytest.fixture(name="templates", scope="session")
def templates_fixture(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Sets that are copied: a disk takes its time to keep one for good."""
    home = tmp_path_factory.mktemp("sets")
    new_set(home / "empty").close()
    new_set(home / "race", photos=4).close()
    new_set(home / "painted", ("masks",), photos=3).close()
    return home


@pytest.fixture(name="race")
def race_fixture(templates: Path, tmp_path: Path) -> Iterator[ReferenceSet]:
    """Four photos of runners that nobody labelled."""
    with _copied(templates / "race", tmp_path) as made:
        yield made


@pytest.fixture(name="painted")
def painted_fixture(templates: Path, tmp_path: Path) -> Iterator[ReferenceSet]:
    """Three photos to paint on."""
    with _copied(templates / "painted", tmp_path) as made:
        yield made


def _copied(template: Path, folder: Path) -> ReferenceSet:
    return ReferenceSet.open(shutil.copytree(template, folder / template.name))
