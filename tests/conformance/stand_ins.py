"""What an option cannot do without, made small: files to read, a model that was taught."""

import atexit
import os
from collections.abc import Callable
from contextlib import ExitStack
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
import yaml

from tests.composing.world import CHATS
from tests.conformance.scenes import EMPTY, PICTURES, TWO
from tests.data.every import FILES, write
from tests.data.pictures import save
from tests.data.refsets.making import label, new_set, nothing, one_runner
from tests.data.studio_tasks import brush, task, write_tasks
from tests.data.ui_rendered.chromium import skip_without_chromium
from tests.detectors.grounding.loopback import loopback
from tests.training.simple import detector

Needed = tuple[str, ...]
"""Overrides, as on a command line."""

STORED = [picture for name, picture in PICTURES.items() if name != EMPTY]
"""The pictures of which somebody's work can be stored: no file has a picture without pixels."""

TINY_NET = {
    "_target_": "src.detectors.neural.NeuralDetector",
    "net": {"_target_": "src.detectors.unet.UNet", "width": 4, "depth": 2, "seed": 9},
    "tiler": {"_target_": "src.detectors.tiling.Tiler", "tile_in": 64},
}


def needs(group: str, option: str, home: Path) -> Needed:
    """The overrides that an option needs; its files are written below ``home``."""
    if group == "dataset" and option in FILES:
        return _files(option, home / "datasets" / option)
    make = MADE.get((group, option))
    return make(home / option) if make else ()


def _files(option: str, folder: Path) -> Needed:
    if not folder.exists():
        write(option, folder)
    if option == "pseudo_labels":
        return f"dataset.pseudo_labels_dir={folder}", f"dataset.gt_dir={folder / 'gt'}"
    if option == "boxes":
        return f"dataset.truth={folder / 'truth'}", f"dataset.images={folder / 'images'}"
    if option == "measurements":
        return f"dataset.root={folder}", "dataset.field=field", "dataset.reference=one"
    key = "tasks" if option == "label_studio" else "root"
    layout = ("dataset.channels={dna:dna,actin:actin}", "dataset.truth=truth")
    return f"dataset.{key}={folder}", *(layout if option == "fields" else ())


def _small(_: Path) -> Needed:
    return "dataset.count=4", "dataset.size=64"


def _race(_: Path) -> Needed:
    return "dataset.count=3", "dataset.size=[240,320]"


def _screens(_: Path) -> Needed:
    return ("dataset.count=4",)


def _pages(_: Path) -> Needed:
    skip_without_chromium()
    return ("dataset.pages={train:1,val:1,test:1}", "dataset.platform=phone")


def _reference(folder: Path) -> Needed:
    if not folder.exists():
        made = new_set(folder, photos=4)
        for name, documents in (("0", one_runner()), ("1", nothing()), ("2", one_runner())):
            label(made, name, dict(documents))
        made.close()
    return (f"dataset.root={folder}",)


def _checkpoint(folder: Path) -> Needed:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "config.yaml").write_text(yaml.safe_dump({"detector": TINY_NET}))
    detector().save(folder / "best.ckpt")
    return (f"+checkpoint={folder}",)


def _stored(folder: Path) -> Needed:
    for picture in STORED:
        save(folder / f"{picture.entry.name}.png", _mask(picture.shape))
    return (f"detector.find.folder={folder}",)


def _stored_classes(folder: Path) -> Needed:
    return (*_stored(folder), "detector.find.read.classes={thing: 255}")


def _measured(folder: Path) -> Needed:
    folder.mkdir(parents=True, exist_ok=True)
    for tool in ("one", "two"):
        lines = [f"{picture.entry.name},7" for picture in PICTURES.values()]
        (folder / f"{tool}.csv").write_text("\n".join(["field,area", *lines]))
    return "dataset=measurements", f"dataset.root={folder}", "dataset.field=field"


def _stored_boxes(folder: Path) -> Needed:
    folder.mkdir(parents=True, exist_ok=True)
    for picture in STORED:
        (folder / f"{picture.entry.name}.txt").write_text("cell 0.9 0 0 1 1\n")
    return (f"detector.find.path={folder}",)


def _label_studio(folder: Path) -> Needed:
    regions = [(one.entry.name, brush(_mask(one.shape) > 0)) for one in STORED]
    write_tasks(folder, *(task(f"{name}.png", region) for name, region in regions))
    return (f"detector.find.path={folder}",)


def _tools(folder: Path) -> Needed:
    for picture in STORED:
        for tool, mask in (("one", _mask(picture.shape)), ("two", _mask(picture.shape)[::-1])):
            save(folder / tool / f"{picture.entry.name}.png", mask)
    return "dataset=fields", f"dataset.root={folder}", "dataset.channels=null"


def _mask(shape: tuple[int, int]) -> np.ndarray:
    """What somebody saw in any picture of this shape."""
    return np.where(TWO[: shape[0], : shape[1]] > 0, 255, 0).astype(np.uint8)


def _sam2(_: Path) -> Needed:
    weights = os.environ.get("SAM2_CHECKPOINT")
    if find_spec("sam2") is None or not weights:
        pytest.skip("detector=sam2 needs its package, and its weights as SAM2_CHECKPOINT")
    return (f"detector.checkpoint={weights}",)


@cache
def _server() -> str:
    """One that speaks all protocols, started when the first option needs it."""
    stack = ExitStack()
    atexit.register(stack.close)
    return stack.enter_context(loopback()).url


def _served(_: Path) -> Needed:
    return f"servers.omniparser={_server()}", f"servers.chat={_server()}"


def _points(folder: Path) -> Needed:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "ground_truth.json").write_text("[]")
    (folder / "pred_one.json").write_text("[]")
    return "dataset=ui_screenspot", f"dataset.root={folder}"


def _folder(folder: Path) -> Needed:
    return (f"tracking.folder={folder}",)


def _mlflow(folder: Path) -> Needed:
    return f"tracking.uri=sqlite:///{folder}/mlflow.db", f"tracking.artifacts={folder}/artifacts"


MADE: dict[tuple[str, str], Callable[[Path], Needed]] = {
    ("dataset", "nuclei"): _small,
    ("dataset", "race_synthetic"): _race,
    ("dataset", "reference"): _reference,
    ("dataset", "roots"): _small,
    ("dataset", "ui_rendered"): _pages,
    ("dataset", "ui_synthetic"): _screens,
    ("detector", "checkpoint"): _checkpoint,
    ("detector", "label_studio"): _label_studio,
    # It refuses photos that are too thin; what it finds in them is nothing.
    ("detector", "race"): lambda _: ("detector.thinnest=0",),
    ("detector", "sam2"): _sam2,
    ("detector", "measured_tools"): _measured,
    ("detector", "replay_points"): _points,
    ("detector", "stored"): _stored,
    ("detector", "stored_boxes"): _stored_boxes,
    ("detector", "stored_classes"): _stored_classes,
    **{("detector", name): _served for name in ("omniparser", *CHATS)},
    ("detector", "tools"): _tools,
    # The smallest tile that its net takes: whole ones of 572 px take seconds each.
    ("detector", "unet_rootpainter"): lambda _: ("detector.tiler.tile_in=92",),
    ("gate", "limits"): lambda _: ("+gate.minimum.f1=0.5",),
    ("tracking", "folder"): _folder,
    ("tracking", "mlflow"): _mlflow,
}
