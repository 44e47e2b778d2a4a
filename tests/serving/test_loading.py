"""A taught detector comes back from wherever its two files lie; what is none is named."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
import yaml

from src.core import Entry, InputError, Picture
from src.detectors.neural import NeuralDetector
from src.detectors.unet import UNet
from src.serving import load_detector
from src.tracking.store import connect
from tests.training.simple import detector

DESCRIBED: dict[str, Any] = {
    "_target_": "src.detectors.neural.NeuralDetector",
    "threshold": 0.4,
    "net": {"_target_": "src.detectors.unet.UNet", "width": 4, "depth": 2, "seed": 9},
    "tiler": {"_target_": "src.detectors.tiling.Tiler", "tile_in": 64},
}
PICTURE = Picture(
    Entry("noise", "noise", "test"),
    np.random.default_rng(1).integers(0, 256, (40, 48, 3), dtype=np.uint8),
)


class Command:
    """Runs a program when it is unpickled."""

    def __reduce__(self) -> tuple[Any, ...]:
        return os.mkdir, ("executed",)


def configured(folder: Path, described: Any = DESCRIBED) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "config.yaml").write_text(yaml.safe_dump({"seed": 1, "detector": described}))
    return folder


def weighted(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    detector(seed=1).save(folder / "best.ckpt")
    return folder


@pytest.fixture(name="together")
def together_fixture(tmp_path: Path) -> Path:
    """A folder that holds both files."""
    return weighted(configured(tmp_path / "together"))


@pytest.fixture(name="artifacts")
def artifacts_fixture(tmp_path: Path) -> Path:
    """A folder laid out as the artifacts of a run."""
    folder = configured(tmp_path / "artifacts")
    weighted(folder / "checkpoints")
    return folder


def is_the_taught_one(found: NeuralDetector) -> bool:
    expected = detector(seed=1).probabilities(PICTURE)
    return found.threshold == 0.4 and np.array_equal(found.probabilities(PICTURE), expected)


@pytest.mark.parametrize("kind", [str, Path])
def test_a_folder_holds_both_files(together: Path, kind: Callable[[Path], Any]) -> None:
    assert is_the_taught_one(load_detector(kind(together)))


@pytest.mark.parametrize("kind", [str, Path])
@pytest.mark.parametrize("place", ["", "checkpoints", "checkpoints/best.ckpt"])
def test_a_run_s_artifacts_are_known_by_every_part(
    artifacts: Path, place: str, kind: Callable[[Path], Any]
) -> None:
    assert is_the_taught_one(load_detector(kind(artifacts / place)))


def test_the_configuration_beside_the_weights_comes_first(artifacts: Path) -> None:
    configured(artifacts / "checkpoints")
    configured(artifacts, {**DESCRIBED, "threshold": 0.9})
    assert is_the_taught_one(load_detector(artifacts / "checkpoints" / "best.ckpt"))


def test_weights_may_be_renamed_and_named_from_where_they_lie(
    together: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (together / "best.ckpt").rename(together / "third.ckpt")
    monkeypatch.chdir(together)
    assert is_the_taught_one(load_detector("third.ckpt"))


def test_a_run_is_found_by_its_id_and_its_name(artifacts: Path, tmp_path: Path) -> None:
    uri = f"sqlite:///{tmp_path / 'mlflow.db'}"
    client = connect(uri)
    experiment = client.create_experiment("e", artifact_location=(tmp_path / "kept").as_uri())
    run = client.create_run(experiment, run_name="taught")
    client.log_artifacts(run.info.run_id, str(artifacts))
    for name in ("taught", run.info.run_id, run.info.run_id[:10]):
        assert is_the_taught_one(load_detector(name, uri))

    other = client.create_run(experiment, run_name="untaught")
    with pytest.raises(InputError, match=r"untaught has no config\.yaml: it taught nothing"):
        load_detector("untaught", uri)
    configured(artifacts, {**DESCRIBED, "threshold": 2})
    client.log_artifacts(other.info.run_id, str(artifacts))
    with pytest.raises(InputError, match=r"^untaught/config\.yaml, detector\.threshold must lie"):
        load_detector("untaught", uri)


def test_instances_can_be_told_apart_otherwise(together: Path) -> None:
    assert load_detector(together, instances="watershed").instances == "watershed"


@pytest.mark.parametrize("nothing", [None, ""])
def test_nothing_is_no_detector(nothing: str | None) -> None:
    with pytest.raises(InputError, match=r"needs checkpoint=RUN \(id or name\), a folder or"):
        load_detector(nothing)


@pytest.mark.parametrize("absent", ["absent/best.ckpt", Path("absent"), Path("absent.ckpt")])
def test_a_place_that_is_not_there_is_not_taken_for_a_run(absent: str | Path) -> None:
    with pytest.raises(InputError, match=r"^absent\S* does not exist: give a run's id or name"):
        load_detector(absent)


@pytest.mark.parametrize("missing", ["config.yaml", "best.ckpt"])
def test_a_folder_without_one_of_the_files_names_it(together: Path, missing: str) -> None:
    (together / missing).unlink()
    with pytest.raises(
        InputError, match=rf"{missing} does not exist: a detector is a config\.yaml"
    ):
        load_detector(together)


@pytest.mark.parametrize("text", ["seed: 1", "detector: null", "detector: unet", "- detector", ""])
def test_a_configuration_without_a_detector_is_said(together: Path, text: str) -> None:
    (together / "config.yaml").write_text(text)
    with pytest.raises(InputError, match=r"config\.yaml describes no detector: give"):
        load_detector(together)


@pytest.mark.parametrize("content", [b"detector: [", b"\xff\xfe\x00"])
def test_a_configuration_that_is_no_yaml_is_said_in_one_line(
    together: Path, content: bytes
) -> None:
    (together / "config.yaml").write_bytes(content)
    with pytest.raises(InputError, match=r"^[^\n]*config\.yaml is no YAML [^\n]*$"):
        load_detector(together)


@pytest.mark.parametrize(
    ("described", "reason"),
    [
        ({**DESCRIBED, "threshold": 2}, "detector.threshold must lie between 0 and 1, got 2"),
        ({**DESCRIBED, "colour": 1}, "detector.colour is no argument of NeuralDetector"),
        ({**DESCRIBED, "_target_": "src.detectors.neural.Absent"}, "Absent"),
        ({**DESCRIBED, "_target_": "os.system"}, "os.system"),
        ({"_target_": "src.detectors.otsu.Otsu"}, "describes a Otsu, which cannot be taught"),
        ({"net": 1}, "detector describes nothing: it needs a _target_"),
    ],
)
def test_a_detector_that_cannot_be_built_is_said_in_one_line(
    together: Path, described: Any, reason: str
) -> None:
    configured(together, described)
    with pytest.raises(InputError) as said:
        load_detector(together)
    assert "config.yaml" in str(said.value)
    assert reason in str(said.value)
    assert "\n" not in str(said.value)


@pytest.mark.parametrize(
    "held",
    [
        [1, 2],
        {"epoch": 3},
        {"state_dict": [1]},
        Command(),
    ],
)
def test_a_checkpoint_that_holds_no_weights_is_said(
    together: Path, held: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(together)
    torch.save(held, together / "best.ckpt")
    with pytest.raises(InputError, match=r"best\.ckpt holds no weights that can be read: give"):
        load_detector(together)
    assert not (together / "executed").exists()


@pytest.mark.parametrize("content", [b"", b"hello", b"some words\n" * 500, b"\x89PNG\r\n" * 9])
def test_a_file_that_is_no_checkpoint_is_said(together: Path, content: bytes) -> None:
    (together / "best.ckpt").write_bytes(content)
    with pytest.raises(InputError, match=r"best\.ckpt holds no weights that can be read: give"):
        load_detector(together)


def test_half_a_checkpoint_is_said(together: Path) -> None:
    whole = (together / "best.ckpt").read_bytes()
    (together / "best.ckpt").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(InputError, match=r"best\.ckpt holds no weights that can be read: give"):
        load_detector(together)


def test_the_weights_of_another_net_are_said_in_one_line(together: Path) -> None:
    NeuralDetector(UNet(width=8, depth=2)).save(together / "best.ckpt")
    with pytest.raises(InputError, match=r"^\S*best\.ckpt was taught to another net than [^\n]*$"):
        load_detector(together)


def test_a_forest_says_itself_what_it_cannot_read(together: Path) -> None:
    configured(together, {"_target_": "src.detectors.forest.Forest"})
    with pytest.raises(InputError, match="holds no forest that was kept"):
        load_detector(together)
    shutil.copy(together / "config.yaml", together / "best.ckpt")
    with pytest.raises(InputError, match="holds no weights that can be read"):
        load_detector(together)
