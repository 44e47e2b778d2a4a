"""Models, runs and configurations that somebody forged: nothing is run, one sentence is said."""

import importlib.util
import os
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import yaml
from omegaconf import OmegaConf

from src.composing.builder import build, build_node, check
from src.composing.conf import composed
from src.composing.trusted import GROUPS, TAUGHT
from src.core import InputError
from src.detectors.neural import NeuralDetector
from src.detectors.unet import UNet
from src.serving import load_detector
from src.serving.export import export_label_studio
from src.serving.loading import from_files
from src.tracking.archive import Archive
from src.tracking.store import connect
from tests.attack.bad_weights import archived, bad_weights, flipped
from tests.attack.bad_yaml import YAML
from tests.attack.canary import watched
from tests.attack.names import NAMED
from tests.attack.table import some

if importlib.util.find_spec("monai"):
    import monai.networks.nets  # noqa: F401  # it makes folders when it is first imported

Counting = Callable[[str, object], None]
FORGED = pytest.mark.attack("forged `_target_`s", kind="forgeries")
WEIGHTS = pytest.mark.attack("bad weights", kind="forgeries")
FILES = pytest.mark.attack("YAML files and what stands in their place", kind="forgeries")

NET = {"_target_": "src.detectors.unet.UNet", "width": 1, "depth": 1}
GOOD: dict[str, Any] = {"_target_": "src.detectors.neural.NeuralDetector", "net": NET}


def touching(target: Any, canary: Path) -> dict[str, Any]:
    """A part that would leave a file behind, whichever argument its target listens to."""
    command = f"touch {canary}"
    return {"_target_": target, "command": command, "args": command, "path": str(canary)}


FORMS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "itself": lambda forged: forged,
    "net": lambda forged: {**GOOD, "net": forged},
    "tiler": lambda forged: {**GOOD, "tiler": forged},
    "threshold": lambda forged: {**GOOD, "threshold": forged},
    "in a list": lambda forged: {**GOOD, "net": {**NET, "norm": [[forged]]}},
    "in a mapping": lambda forged: {**GOOD, "geometry": {"a": {"b": forged}}},
    "partial": lambda forged: {**GOOD, "net": {**forged, "_partial_": True}},
    "with _args_": lambda forged: {"_target_": forged["_target_"], "_args_": [forged["command"]]},
    "of a wrong name": lambda forged: {**GOOD, "colour": forged},
    "in a net of monai": lambda forged: {
        **GOOD, "net": {"_target_": "monai.networks.nets.BasicUNet", "features": forged},
    },
}  # fmt: skip


def refused(attempt: Callable[[], Any], canary: Path) -> str:
    """The one sentence in which an attempt ends, nothing having been run."""
    with watched() as seen, pytest.raises(InputError) as said:
        attempt()
    assert not seen
    assert not canary.exists()
    sentence = str(said.value)
    assert sentence
    assert len(sentence.splitlines()) == 1
    return sentence


@pytest.fixture(name="taught", scope="module")
def taught_fixture(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model folder as it should be."""
    folder = tmp_path_factory.mktemp("taught")
    (folder / "config.yaml").write_text(yaml.safe_dump({"detector": GOOD}))
    NeuralDetector(UNet(width=1, depth=1)).save(folder / "best.ckpt")
    load_detector(folder)
    return folder


@pytest.fixture(name="model")
def model_fixture(taught: Path, tmp_path: Path) -> Path:
    """A copy of it, to be spoiled."""
    return Path(shutil.copytree(taught, tmp_path / "model"))


Bad = tuple[Path, dict[str, bytes]]


@pytest.fixture(name="bad", scope="module")
def bad_fixture(taught: Path, tmp_path_factory: pytest.TempPathFactory) -> Bad:
    """Name to content of files that are no weights, and what none of them may make."""
    canary = tmp_path_factory.mktemp("canary") / "canary"
    return canary, bad_weights((taught / "best.ckpt").read_bytes(), canary)


def forge(model: Path, described: Any) -> None:
    text = yaml.safe_dump({"detector": described}, allow_unicode=False)
    (model / "config.yaml").write_text(text)


def test_there_are_enough_of_them() -> None:
    assert len(NAMED) >= 80
    assert len({repr(name) for name in NAMED}) == len(NAMED)


@FORGED
@pytest.mark.parametrize("form", FORMS)
def test_no_forged_name_is_called_when_a_model_is_loaded(
    model: Path, form: str, record_property: Counting
) -> None:
    canary = model / "canary"
    every = [own for own in NAMED if not isinstance(own, bytes) and own != "\ud800.x"]
    written = every if form == "itself" else some(every, 9)
    record_property("tried", len(written))
    for target in written:
        forge(model, FORMS[form](touching(target, canary)))
        sentence = refused(lambda: load_detector(model), canary)
        assert "config.yaml" in sentence


@FORGED
@pytest.mark.parametrize("group", sorted(GROUPS))
def test_no_forged_name_is_called_by_any_group(
    group: str, tmp_path: Path, record_property: Counting
) -> None:
    canary = tmp_path / "canary"
    every = [own for own in NAMED if not isinstance(own, str) or own not in GROUPS[group]]
    strange = every if group == "detector" else some(every, 9)
    record_property("tried", len(strange))
    for target in strange:
        forged = touching(target, canary)
        refused(lambda forged=forged: build_node(forged, group, GROUPS[group]), canary)  # type: ignore[misc]


@FORGED
@pytest.mark.parametrize("through", ["checkpoint", "weights", "served"])
def test_no_way_to_a_model_calls_a_forged_name(model: Path, through: str) -> None:
    canary = model / "canary"
    forge(model, touching("os.system", canary))
    ways: dict[str, Callable[[], Any]] = {
        "checkpoint": lambda: build(
            composed(["detector=checkpoint", f"checkpoint={model}"]), "detector"
        ),
        "weights": lambda: load_detector(model / "best.ckpt"),
        "served": lambda: from_files(model / "config.yaml", model / "best.ckpt"),
    }
    assert "os.system may not be called here" in refused(ways[through], canary)


@FORGED
@pytest.mark.parametrize(
    "target",
    [
        "src.data.formats.masks.read_mask", "src.data.layout.find_labels",
        "src.data.formats.label_studio.task_masks.TaskMasks", "src.data.folder.Folder",
        "src.serving.loading.load_detector", "torch.optim.SGD",
        "src.training.corrective.CorrectiveTrainer",
        "src.tracking.record.recorder.Tracking", "src.scoring.pixels.Pixels",
    ],
)  # fmt: skip
def test_a_model_is_made_of_detectors_and_nets_alone(model: Path, target: str) -> None:
    assert target not in TAUGHT
    forge(model, {**GOOD, "net": {"_target_": target}})
    assert "may not be called here" in refused(lambda: load_detector(model), model / "canary")


@FORGED
@pytest.mark.parametrize(
    "described",
    [
        {"_target_": "src.detectors.otsu.Otsu"},
        {"_target_": "src.detectors.committee.stored_tools", "find": NET, "read": NET},
        {"_target_": "src.detectors.stored.Stored", "find": NET},
        {"_target_": "src.detectors.sam2.Sam2", "checkpoint": "/etc/passwd"},
        {**GOOD, "_partial_": True},
        NET,
    ],
)
def test_what_was_not_taught_is_not_made(model: Path, described: Any) -> None:
    forge(model, described)
    refused(lambda: load_detector(model), model / "canary")


@FORGED
@pytest.mark.parametrize(
    "change",
    [
        {"_target_": "monai.networks.nets.EfficientNetBN", "model_name": "efficientnet-b0",
        "pretrained": True},
        {"_target_": "monai.networks.nets.HoVerNet", "pretrained_url": "http://127.0.0.1:9/evil"},
        {"_target_": "monai.networks.nets.DenseNet121", "spatial_dims": 2, "pretrained": 1},
    ],
)  # fmt: skip
def test_a_net_that_would_fetch_weights_is_refused(model: Path, change: dict[str, Any]) -> None:
    forge(model, {**GOOD, "net": change})
    assert "would fetch weights" in refused(lambda: load_detector(model), model / "canary")


@FORGED
@pytest.mark.parametrize(
    "target", ["os.system", "subprocess.Popen", "src.tracking.store.cleaning.delete"]
)
def test_a_name_that_an_interpolation_hides_is_refused(tmp_path: Path, target: str) -> None:
    module, _, name = target.rpartition(".")
    config = composed([])
    OmegaConf.set_struct(config, False)
    config.hidden = module
    config.detector = touching("${hidden}." + name, tmp_path / "canary")
    assert "may not be called" in refused(lambda: check(config), tmp_path / "canary")


@pytest.fixture(name="store", scope="module")
def store_fixture(
    empty: Path, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Archive, str, Path]:
    """A store with one run, whose configuration the tests forge."""
    home = tmp_path_factory.mktemp("store")
    uri = f"sqlite:///{shutil.copy(empty, home / 'mlflow.db')}"
    client = connect(uri)
    experiment = client.create_experiment("e", artifact_location=(home / "kept").as_uri())
    run = client.create_run(experiment, run_name="forged")
    client.set_terminated(run.info.run_id)
    return Archive(uri), run.info.run_id, home / "kept" / run.info.run_id / "artifacts"


GIVEN = {"dataset": {"_target_": "src.data.synthetic.nuclei.Nuclei", "count": 1, "size": 32},
         "detector": {"_target_": "src.detectors.otsu.Otsu"}}  # fmt: skip


@FORGED
@pytest.mark.parametrize("group", ["dataset", "detector"])
@pytest.mark.parametrize(
    "target",
    [
        "os.system", "subprocess.run", "src.data.files.whole.write_whole", "src.data.folder.Path",
        "src.data.files.hashes.HashCache", "src.data.layout.find_labels", "builtins.exec",
        "src.data.formats.masks.read_mask", "torch.optim.SGD", "src.tracking.store.cleaning.delete",
    ],
)  # fmt: skip
def test_export_builds_nothing_that_a_forged_run_names(
    store: tuple[Archive, str, Path], group: str, target: str, tmp_path: Path
) -> None:
    archive, run, artifacts = store
    artifacts.mkdir(parents=True, exist_ok=True)
    canary = tmp_path / "canary"
    forged = {**GIVEN, group: touching(target, canary)}
    (artifacts / "config.yaml").write_text(yaml.safe_dump(forged))
    output = tmp_path / "tasks.json"
    with pytest.raises(InputError, match=rf"^forged, {group}\S* [^\n]*$"):
        export_label_studio(archive, archive.find(run), output)
    assert not canary.exists()
    assert not output.exists()


BAD = sorted(bad_weights(archived(), Path("unused")))


@WEIGHTS
@pytest.mark.parametrize(
    ("kind", "target"), some([(kind, target) for kind in BAD for target in ("net", "forest")], 3)
)
def test_bad_weights_are_said_in_one_sentence(
    model: Path, bad: Bad, kind: str, target: str
) -> None:
    canary, contents = bad
    if target == "forest":
        forge(model, {"_target_": "src.detectors.forest.Forest"})
    (model / "best.ckpt").write_bytes(contents[kind])
    assert "best.ckpt" in refused(lambda: load_detector(model), canary)


@FILES
@pytest.mark.parametrize("kind", ["folder", "pipe", "device", "circle", "nothing", "long"])
@pytest.mark.parametrize("name", ["best.ckpt", "config.yaml"])
def test_what_is_no_plain_file_is_said(model: Path, name: str, kind: str) -> None:
    file = model / name
    file.unlink()
    match kind:
        case "folder":
            file.mkdir()
        case "pipe":
            os.mkfifo(file)
        case "device":
            file.symlink_to("/dev/zero")
        case "circle":
            file.symlink_to(file)
    place = model / ("x" * 300) if kind == "long" else model
    refused(lambda: load_detector(place), model / "canary")


@WEIGHTS
@pytest.mark.parametrize("seed", some(range(40), 10))
def test_flipped_bits_run_nothing(model: Path, seed: int) -> None:
    """A flipped bit may leave weights readable; then they are only other numbers."""
    (model / "best.ckpt").write_bytes(flipped((model / "best.ckpt").read_bytes(), seed))
    with watched() as seen, suppress(InputError):
        load_detector(model)
    assert not seen


@FILES
@pytest.mark.parametrize("kind", YAML)
def test_a_forged_file_is_said_in_one_sentence_and_soon(model: Path, kind: str) -> None:
    (model / "config.yaml").write_text(YAML[kind])
    assert "config.yaml" in refused(lambda: load_detector(model), model / "canary")


@FILES
@pytest.mark.parametrize("content", [b"\xff\xfe\0\0", b"\0" * 100, b"\xc3\x28", bytes(range(256))])
def test_bytes_that_are_no_text_are_said(model: Path, content: bytes) -> None:
    (model / "config.yaml").write_bytes(content)
    assert "is no YAML" in refused(lambda: load_detector(model), model / "canary")
