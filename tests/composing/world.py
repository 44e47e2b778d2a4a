"""A small world in which every option can be built: pictures, masks, tasks, weights."""

import json
from pathlib import Path

import numpy as np
import yaml
from PIL import Image

from src.detectors.neural import NeuralDetector
from src.detectors.unet import UNet
from tests.data import outlined
from tests.data.refsets.making import label, new_set, one_runner
from tests.data.ui import screens

NET = {"_target_": "src.detectors.unet.UNet", "width": 1, "depth": 1}
TAUGHT = {"detector": {"_target_": "src.detectors.neural.NeuralDetector", "net": NET}}
POLYGON = {
    "type": "polygonlabels", "from_name": "label", "to_name": "image",
    "original_width": 16, "original_height": 16,
    "value": {"points": [[10, 10], [50, 10], [50, 50]], "polygonlabels": ["cell"]},
}  # fmt: skip

CHATS = ("chat", "ui_tars_1_5", "ui_tars_1", "qwen2_5_vl", "qwen3_vl")
"""Detectors that ask a server, though not while they are built."""

SCREENS = ("ui", "ui_coco", "ui_osworld_g", "ui_screenspot", "ui_yolo")
"""Sets of screenshots that lie in files."""

OVERRIDES = {
    "dataset=bbbc038": ["dataset.root=bbbc"],
    "dataset=bbbc039": ["dataset.root=folder"],
    "dataset=coco": ["dataset.root=coco"],
    "dataset=yolo": ["dataset.root=yolo"],
    "dataset=boxes": ["dataset.truth=boxes", "dataset.text.classes=boxes/names"],
    "dataset=fields": ["dataset.root=fields", "dataset.reference=one"],
    "dataset=folder": ["dataset.root=folder"],
    "dataset=label_studio": ["dataset.tasks=tasks"],
    "dataset=measurements": ["dataset.root=tables", "dataset.reference=one"],
    "dataset=nuclei": ["dataset.count=2", "dataset.size=32"],
    "dataset=pseudo_labels": ["dataset.pseudo_labels_dir=tasks", "dataset.gt_dir=gt"],
    "dataset=rootpainter": ["dataset.root=project"],
    "dataset=roots": ["dataset.count=2", "dataset.size=32"],
    "dataset=reference": ["dataset.root=reference"],
    **{f"dataset={name}": [f"dataset.root={name}"] for name in SCREENS},
    "detector=checkpoint": ["++checkpoint=taught"],
    "detector=label_studio": ["detector.find.path=tasks"],
    "detector=measured_tools": ["dataset=measurements", "dataset.root=tables"],
    "detector=sam2": ["detector.checkpoint=taught/best.ckpt"],
    "detector=stored": ["detector.find.folder=folder/masks"],
    "detector=stored_classes": [
        "detector.find.folder=folder/masks",
        "detector.find.read.classes={thing: 1}",
    ],
    "detector=stored_boxes": ["detector.find.path=found"],
    "detector=tools": ["dataset=fields", "dataset.root=fields", "dataset.reference=one"],
    "detector=unet": ["detector.net.width=1", "detector.net.depth=1"],
    "detector=replay_points": ["dataset=ui_screenspot", "dataset.root=points"],
    "detector=omniparser": ["servers.omniparser=http://127.0.0.1:9"],
    **{f"detector={name}": ["servers.chat=http://127.0.0.1:9"] for name in CHATS},
    "client=http": ["client.url=http://127.0.0.1:9"],
    "planner=chat": ["servers.planner=http://127.0.0.1:9"],
    "planner=usual": ["servers.planner=http://127.0.0.1:9"],
    "trainer=ui_net_programs": ["trainer.programs.root=programs"],
    "trainer=ui_ranker_programs": ["trainer.programs.root=programs"],
    "gate=limits": ["+gate.minimum.f1=0.5"],
    "tracking=folder": ["tracking.folder=report"],
    "prediction=folder": ["prediction.images=folder/images", "prediction.out=predictions"],
}
"""What the options cannot do without, and what makes them small."""


def make_world(folder: Path) -> None:
    """Write everything that the overrides name; paths are relative to the folder."""
    picture = np.random.default_rng(0).integers(0, 255, (16, 16, 3), dtype=np.uint8)
    labels = np.zeros((16, 16), np.uint8)
    labels[2:6, 2:6], labels[9:12, 9:12] = 1, 2
    mask = np.where(labels == 1, 255, 0).astype(np.uint8)
    painted = np.zeros((16, 16, 4), np.uint8)
    painted[labels == 1], painted[labels == 2] = (255, 0, 0, 180), (0, 255, 0, 180)
    pictures = {
        "folder/images/a.png": picture, "folder/masks/a.png": labels,
        "fields/images/a.png": picture, "fields/one/a.png": labels, "fields/two/a.png": labels,
        "bbbc/a/images/a.png": picture, "bbbc/a/masks/1.png": mask,
        "project/datasets/a.png": picture, "project/annotations/train/a.png": painted,
        "tasks/a.png": picture, "gt/a_gt_0.png": mask,
    }  # fmt: skip
    for name, pixels in pictures.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        Image.fromarray(pixels).save(file)
    for name, line in (("boxes", "cell 1 1 4 4\n"), ("found", "cell 0.9 1 1 4 4\n")):
        (folder / name).mkdir()
        (folder / name / "a.txt").write_text(line)
    (folder / "tables").mkdir()
    for tool in ("one", "two"):
        (folder / "tables" / f"{tool}.csv").write_text("area,intensity\n4,0.5\n5,0.25\n")
    (folder / "boxes" / "names").write_text("cell\n")
    project = {"name": "project", "dataset": "datasets", "location": ".", "file_names": ["a.png"]}
    (folder / "project" / "project.seg_proj").write_text(json.dumps(project))
    work = {"id": 1, "result": [POLYGON], "model_version": "one"}
    task = {"id": 1, "data": {"image": "a.png"}, "annotations": [work], "predictions": [work]}
    (folder / "tasks" / "tasks.json").write_text(json.dumps([task]))
    (folder / "points").mkdir()
    (folder / "points" / "ground_truth.json").write_text("[]")
    (folder / "points" / "pred_one.json").write_text("[]")
    for name in SCREENS:
        screens.write(name, folder / name)
    control = screens.element(screens.BUTTON, level="control")
    screens.write_set(folder / "programs", screens.sample("a", control, split="train"))
    for name in ("coco", "yolo"):
        outlined.write(name, folder / name)
    made = new_set(folder / "reference", photos=2)
    label(made, "0", dict(one_runner()))
    made.close()
    taught = folder / "taught"
    taught.mkdir()
    (taught / "config.yaml").write_text(yaml.safe_dump(TAUGHT))
    NeuralDetector(UNet(width=1, depth=1)).save(taught / "best.ckpt")
    # As much of the package as its detector asks for before the first picture.
    (folder / "sam2").mkdir()
    (folder / "sam2" / "__init__.py").touch()
