"""What is installed from a wheel works in an empty folder, configuration and all."""

import os
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from src.composing.conf import CONF
from tests.conftest import ROOT

BUILD = ("pyproject.toml", "setup.py", "MANIFEST.in")

LEAST = 77
"""Of setuptools, as pyproject.toml asks for."""


@pytest.fixture(name="installed", scope="module")
def installed_fixture(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which the wheel was installed; what it needs is there already."""
    if int(version("setuptools").partition(".")[0]) < LEAST:
        pytest.skip(f"building a wheel needs setuptools {LEAST}")
    place = tmp_path_factory.mktemp("wheel")
    source = place / "source"
    source.mkdir()
    for name in (
        "src",
        "conf",
        "pyproject.toml",
        "setup.py",
        "MANIFEST.in",
        "README.md",
        "LICENSE",
    ):
        (source / name).symlink_to(ROOT / name)
    options = ("--no-deps", "--no-build-isolation", "--no-index", "-q")
    pip("wheel", str(source), *options, "-w", str(place))
    (wheel,) = place.glob("*.whl")
    pip("install", *options, "--target", str(place / "installed"), str(wheel))
    return place / "installed"


def pip(*words: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pip", *words], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def brushwork(installed: Path, folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environment = {key: own for key, own in os.environ.items() if key != "MLFLOW_TRACKING_URI"}
    return subprocess.run(
        [sys.executable, str(installed / "bin" / "brushwork"), *words],
        capture_output=True, text=True, check=False, cwd=folder,
        env={**environment, "PYTHONPATH": str(installed)},
    )  # fmt: skip


def test_the_whole_configuration_is_inside(installed: Path) -> None:
    inside = {path.relative_to(installed / "src" / "conf") for path in installed.rglob("*.yaml")}
    assert {path.relative_to(CONF) for path in CONF.rglob("*.yaml")} <= inside


def test_a_run_in_an_empty_folder(installed: Path, tmp_path: Path) -> None:
    words = ("run", "+experiment=smoke", "dataset.count=2", "dataset.size=64", "pictures=0")
    out = "tracking.folder=out"
    done = brushwork(installed, tmp_path, *words, "tracking=folder", out)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "out" / "report.json").is_file()


def test_a_run_is_recorded_where_nothing_was_before(installed: Path, tmp_path: Path) -> None:
    words = ("run", "+experiment=smoke", "dataset.count=2", "dataset.size=64", "pictures=0")
    done = brushwork(installed, tmp_path, *words)
    assert done.returncode == 0, done.stderr
    assert "open: brushwork runs ui\n" in done.stdout
    assert (tmp_path / "mlruns" / "mlflow.db").is_file()
    assert len([*(tmp_path / "mlruns" / "artifacts").rglob("report.html")]) == 1


def test_what_it_is_and_what_it_can(installed: Path, tmp_path: Path) -> None:
    told = brushwork(installed, tmp_path, "--version").stdout.split()
    assert told[0] == "brushwork"
    assert told[1][0].isdigit()
    assert "brushwork predict" in brushwork(installed, tmp_path, "--help").stdout
    wrong = brushwork(installed, tmp_path, "ruin")
    assert (wrong.returncode, wrong.stderr.count("\n")) == (2, 1)
    assert "FOLDER" in brushwork(installed, tmp_path, "predict", "--help").stdout
