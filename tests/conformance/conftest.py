"""A place for the files that options need, made once."""

from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture(name="home", scope="session")
def home_fixture(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """An empty folder, and a cache of hashes in place of the user's."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BRUSHWORK_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield tmp_path_factory.mktemp("home")
