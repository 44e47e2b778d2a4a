"""What the tests of the readers share: a cache of their own."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache that is empty at first, in place of the user's."""
    folder = tmp_path_factory.mktemp("cache")
    monkeypatch.setenv("BRUSHWORK_CACHE", str(folder))
    return folder
