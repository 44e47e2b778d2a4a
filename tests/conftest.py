"""What all tests share: where the real data lies, and how to do without it."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("brushwork", deadline=None)  # time is measured in benchmarks/
settings.load_profile("brushwork")

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="session", autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What is known of files stays out of the user's own cache, in child processes too."""
    before = os.environ.get("BRUSHWORK_CACHE")
    os.environ["BRUSHWORK_CACHE"] = str(tmp_path_factory.mktemp("cache"))
    yield
    if before is None:
        del os.environ["BRUSHWORK_CACHE"]
    else:
        os.environ["BRUSHWORK_CACHE"] = before


def real_data(name: str) -> Path:
    """A folder of real data; the test skips, by name, where it is absent."""
    home = Path(os.environ.get("BRUSHWORK_DATA", ROOT.parent / "shared" / "data"))
    folder = home / name
    if not folder.is_dir():
        pytest.skip(f"real data {name} is absent (set BRUSHWORK_DATA to where it lies)")
    return folder
