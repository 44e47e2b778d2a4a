"""MLflow serves what was taught: the same numbers, from the model's folder alone."""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import packages_distributions, version
from pathlib import Path
from urllib.parse import urlparse
from urllib.request import Request, urlopen

import numpy as np
import pytest

from src.core import Entry, Picture
from src.serving import load_detector
from src.serving.model import copied_code, requirements
from src.tracking.archive import Archive, PastRun
from src.tracking.record.model import models_of
from tests.end_to_end.test_teaching import SMALL
from tests.servers import PATIENCE_SECONDS, free_port

NET, MONAI = "src.detectors.unet.UNet", "monai.networks.nets.BasicUNet"

ALONE = """
import json, sys
from pathlib import Path

# A project that is installed in place is found by a finder of its own.
sys.meta_path = [one for one in sys.meta_path if "editable" not in one.__module__]
import mlflow, numpy

model, request, answer = sys.argv[1:]
pixels = numpy.array(json.loads(Path(request).read_text())["inputs"]["pixels"], "uint8")
found = mlflow.pyfunc.load_model(model).predict({"pixels": pixels})
ours = [one.__file__ for name, one in sys.modules.items() if name.partition(".")[0] == "src"]
Path(answer).write_text(json.dumps({"predictions": found.tolist(), "ours": ours}))
"""


@dataclass(frozen=True)
class Session:
    """A run that taught, and what it printed."""

    folder: Path
    uri: str
    past: PastRun
    err: str

    @property
    def artifacts(self) -> Path:
        """Where the run keeps its files."""
        return Path(urlparse(self.past.artifacts).path)

    @property
    def model(self) -> Path:
        """Where MLflow keeps the model that the run logged."""
        archive = Archive(self.uri)
        (model_id,) = models_of(archive.client, self.past.experiment_id, self.past.id)
        return Path(urlparse(archive.client.get_logged_model(model_id).artifact_location).path)


@pytest.fixture(name="taught", scope="module")
def taught_fixture(tmp_path_factory: pytest.TempPathFactory, fresh_store: Path) -> Session:
    """A small session in a process of its own: there MLflow's warnings can be seen."""
    folder = tmp_path_factory.mktemp("serving")
    shutil.copy(fresh_store, folder / "mlflow.db")
    uri = f"sqlite:///{folder / 'mlflow.db'}"
    done = subprocess.run(
        [sys.executable, "-m", "src.run", *SMALL, "trainer.rules.images=3"],
        cwd=folder, env={**os.environ, "MLFLOW_TRACKING_URI": uri}, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    return Session(folder, uri, Archive(uri).newest(1)[0], done.stderr)


@pytest.fixture(name="pixels", scope="module")
def pixels_fixture() -> np.ndarray:
    """Two textured pictures: blobs, a ramp and noise, different in each."""
    rng = np.random.default_rng(4)
    rows, columns = np.mgrid[:40, :56]
    pictures = []
    for shift in (0, 9):
        waves = 60 * np.sin((rows + shift) / 5) * np.cos(columns / 7) + columns + 60
        colours = waves[..., None] * (1.0, 0.8, 0.6) + rng.normal(0, 12, (40, 56, 3))
        pictures.append(np.clip(colours, 0, 255).astype(np.uint8))
    return np.stack(pictures)


@pytest.fixture(name="request_file", scope="module")
def request_file_fixture(taught: Session, pixels: np.ndarray) -> Path:
    file = taught.folder / "request.json"
    file.write_text(json.dumps({"inputs": {"pixels": pixels.tolist()}}), encoding="utf-8")
    return file


def probabilities(taught: Session, pixels: np.ndarray) -> np.ndarray:
    """What the detector itself says."""
    detector = load_detector(taught.past.id, taught.uri)
    entry = Entry("picture", "picture", "test")
    expected = np.stack([detector.probabilities(Picture(entry, one)) for one in pixels])
    assert expected.std() > 1e-3, "a constant answer would prove nothing"
    assert np.abs(expected[0] - expected[1]).max() > 1e-3
    return expected


def environment(**added: str) -> dict[str, str]:
    """As in an activated environment, with nothing of ours on the path."""
    here = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    path = f"{Path(sys.executable).parent}{os.pathsep}{here.get('PATH', '')}"
    return {**here, "PATH": path, "MLFLOW_DISABLE_TELEMETRY": "true", **added}


def test_the_command_line_predicts_what_the_detector_predicts(
    taught: Session, pixels: np.ndarray, request_file: Path
) -> None:
    answer = taught.folder / "answer.json"
    done = subprocess.run(
        [
            "mlflow", "models", "predict", "--env-manager", "local", "-m",
            f"runs:/{taught.past.id}/model", "-t", "json", "-i", request_file, "-o", answer,
        ],
        env=environment(MLFLOW_TRACKING_URI=taught.uri), cwd=taught.folder, capture_output=True,
        text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    found = np.array(json.loads(answer.read_text())["predictions"])
    np.testing.assert_allclose(found, probabilities(taught, pixels), rtol=0, atol=1e-5)
    assert "type hint" not in done.stderr.lower()


@contextmanager
def serving(model: Path, folder: Path) -> Iterator[str]:
    """The address of MLflow's own server of this model."""
    address = f"127.0.0.1:{free_port()}"
    host, _, port = address.partition(":")
    command = ["mlflow", "models", "serve", "--env-manager", "local", "--host", host]
    with (folder / "server.log").open("w") as log:
        process = subprocess.Popen(
            [*command, "--port", port, "-m", str(model)],
            env=environment(), cwd=folder, stdout=log, stderr=log,
        )  # fmt: skip
        try:
            end = time.monotonic() + PATIENCE_SECONDS
            while True:
                try:
                    with urlopen(f"http://{address}/ping", timeout=5):
                        break
                except OSError:
                    assert process.poll() is None, (folder / "server.log").read_text()[-2000:]
                    assert time.monotonic() < end, "the server does not answer"
                    time.sleep(0.2)
            yield f"http://{address}"
        finally:
            process.terminate()
            process.wait(timeout=PATIENCE_SECONDS)


def test_the_server_answers_what_the_detector_predicts(
    taught: Session, pixels: np.ndarray, request_file: Path
) -> None:
    with serving(taught.model, taught.folder) as address:
        kind = {"Content-Type": "application/json"}
        question = Request(f"{address}/invocations", request_file.read_bytes(), kind)  # noqa: S310
        with urlopen(question, timeout=PATIENCE_SECONDS) as reply:  # noqa: S310  # our own address
            found = np.array(json.load(reply)["predictions"])
    np.testing.assert_allclose(found, probabilities(taught, pixels), rtol=0, atol=1e-5)


def test_a_model_runs_on_its_own_code_alone(
    taught: Session, pixels: np.ndarray, request_file: Path, tmp_path: Path
) -> None:
    model = Path(shutil.copytree(taught.model, tmp_path / "moved"))
    answer = tmp_path / "answer.json"
    done = subprocess.run(
        [sys.executable, "-P", "-c", ALONE, model, request_file, answer],
        cwd=tmp_path, env=environment(), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    said = json.loads(answer.read_text())
    expected = probabilities(taught, pixels)
    np.testing.assert_allclose(np.array(said["predictions"]), expected, rtol=0, atol=1e-5)
    assert said["ours"]
    assert all(Path(file).is_relative_to(model / "code") for file in said["ours"])


def test_teaching_is_not_interrupted_by_advice_of_mlflow(taught: Session) -> None:
    assert not re.search("UserWarning|type hint|input example", taught.err, re.IGNORECASE)


def test_a_run_s_own_files_are_a_detector(taught: Session, pixels: np.ndarray) -> None:
    expected = probabilities(taught, pixels[:2])
    picture = Picture(Entry("picture", "picture", "test"), pixels[0])
    for place in (
        taught.past.name,
        taught.artifacts,
        taught.artifacts / "checkpoints" / "best.ckpt",
        str(taught.model / "artifacts"),
    ):
        found = load_detector(place, taught.uri).probabilities(picture)
        assert np.array_equal(found, expected[0])


def test_a_model_says_the_versions_it_was_taught_with(taught: Session) -> None:
    lines = (taught.model / "requirements.txt").read_text().split()
    assert f"hydra-core=={version('hydra-core')}" in lines
    assert f"torch=={version('torch').partition('+')[0]}" in lines
    assert not [line for line in lines if "monai" in line]


@pytest.mark.parametrize(("net", "needed"), [(NET, False), (MONAI, True)])
def test_monai_is_asked_for_where_a_net_is_monai_s(tmp_path: Path, net: str, needed: bool) -> None:
    pytest.importorskip("monai", reason="monai is absent")
    (tmp_path / "config.yaml").write_text(f"detector:\n  net:\n    _target_: {net}\n")
    wanted = requirements(tmp_path / "config.yaml")
    assert (f"monai=={version('monai')}" in wanted) == needed


def test_every_package_that_the_code_imports_is_asked_for(tmp_path: Path) -> None:
    (tmp_path / "config.yaml").write_text("detector: {}")
    asked = {line.partition("==")[0].lower() for line in requirements(tmp_path / "config.yaml")}
    known = packages_distributions()
    for file in copied_code(tmp_path).rglob("*.py"):
        imported = {name.partition(".")[0] for name in _imports(ast.parse(file.read_text()))}
        # The project itself; and weights that only an untaught detector takes.
        foreign = imported - sys.stdlib_module_names - {"src", "sam2"}
        for name in foreign:
            assert {one.lower() for one in known[name]} & asked, f"{file.name} imports {name}"


def test_every_module_of_ours_that_the_code_imports_is_kept(tmp_path: Path) -> None:
    package = copied_code(tmp_path)
    for file in package.rglob("*.py"):
        for name in _imports(ast.parse(file.read_text())):
            # A run's store is asked for by name only, and by nobody who serves.
            if name.startswith("src.") and not name.startswith("src.tracking."):
                place = tmp_path.joinpath(*name.split("."))
                assert place.is_dir() or place.with_suffix(".py").is_file(), f"{file.name}: {name}"


def _imports(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module=str(module)):
                yield module


def test_code_that_is_kept_has_no_caches(tmp_path: Path) -> None:
    files = [path for path in copied_code(tmp_path).rglob("*") if path.is_file()]
    assert {file.suffix for file in files} == {".py"}
