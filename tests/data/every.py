"""Every dataset there is, small: for facts that hold of all of them."""

from collections.abc import Callable
from pathlib import Path

import numpy as np

from src.data.base import LazyDataset
from src.data.bbbc038 import Bbbc038
from src.data.bbbc039 import Bbbc039
from src.data.boxes import Boxes
from src.data.coco_masks import CocoMasks
from src.data.fields import Fields
from src.data.folder import Folder
from src.data.label_studio import LabelStudio
from src.data.measurements import Measurements
from src.data.pseudo_labels import PseudoLabels
from src.data.race_synthetic.dataset import RaceSynthetic
from src.data.rootpainter import RootPainter
from src.data.split import Split
from src.data.synthetic.nuclei import Nuclei
from src.data.synthetic.roots import Roots
from src.data.ui.annotated import AnnotatedScreens
from src.data.ui.coco import CocoScreens
from src.data.ui.osworld_g import OsworldG
from src.data.ui.screenspot import ScreenSpot
from src.data.ui.yolo import YoloScreens
from src.data.ui_synthetic.dataset import UiSynthetic
from src.data.yolo_masks import YoloMasks
from tests.data import outlined
from tests.data.pictures import photograph, save, two_squares
from tests.data.studio_tasks import SHAPE, brush, square, task, write_tasks, write_truth
from tests.data.ui import screens

NAMES = ("a", "b", "c")
"""Of the samples of every dataset of files."""

Open = Callable[..., LazyDataset]
"""Makes the dataset of a folder, given further options."""


def folder(home: Path, **options: str) -> LazyDataset:
    return Folder(str(home), **options)  # type: ignore[arg-type]


def bbbc038(home: Path, **options: str) -> LazyDataset:
    return Bbbc038(str(home), **options)  # type: ignore[arg-type]


def fields(home: Path, **options: str) -> LazyDataset:
    return Fields(str(home), channels={"dna": "dna", "actin": "actin"}, truth="truth", **options)  # type: ignore[arg-type]


def coco(home: Path, **options: str) -> LazyDataset:
    return CocoMasks(str(home), **options)  # type: ignore[arg-type]


def yolo(home: Path, **options: str) -> LazyDataset:
    return YoloMasks(str(home), **options)  # type: ignore[arg-type]


def label_studio(home: Path, **options: str) -> LazyDataset:
    return LabelStudio(str(home), **options)  # type: ignore[arg-type]


def pseudo_labels(home: Path, **options: str) -> LazyDataset:
    return PseudoLabels(str(home), str(home / "gt"), **options)  # type: ignore[arg-type]


def rootpainter(home: Path, **options: str) -> LazyDataset:
    return RootPainter(str(home), **options)


def ui(home: Path, **options: str) -> LazyDataset:
    return AnnotatedScreens(str(home), **options)  # type: ignore[arg-type]


def ui_osworld_g(home: Path, **options: str) -> LazyDataset:
    return OsworldG(str(home), **options)  # type: ignore[arg-type]


def ui_screenspot(home: Path, **options: str) -> LazyDataset:
    return ScreenSpot(str(home), **options)  # type: ignore[arg-type]


def ui_coco(home: Path, **options: str) -> LazyDataset:
    return CocoScreens(str(home), **options)  # type: ignore[arg-type]


def ui_yolo(home: Path, **options: str) -> LazyDataset:
    return YoloScreens(str(home), **options)  # type: ignore[arg-type]


def bbbc039(home: Path, **options: str) -> LazyDataset:
    return Bbbc039(str(home), **options)  # type: ignore[arg-type]


def boxes(home: Path, **options: str) -> LazyDataset:
    return Boxes(str(home / "truth"), str(home / "images"), **options)  # type: ignore[arg-type]


def measurements(home: Path, **options: str) -> LazyDataset:
    return Measurements(str(home), field="field", reference="one", **options)  # type: ignore[arg-type]


SCREENS = (ui, ui_osworld_g, ui_screenspot, ui_coco, ui_yolo)

FILES: dict[str, Open] = {
    made.__name__: made
    for made in (
        *(folder, bbbc038, bbbc039, boxes, fields, label_studio, measurements),
        *(pseudo_labels, rootpainter, coco, yolo),
        *SCREENS,
    )
}

DRAWN: dict[str, Callable[[], LazyDataset]] = {
    "nuclei": lambda: Nuclei(count=3, size=64, split=Split()),
    "race_synthetic": lambda: RaceSynthetic(count=2, size=(240, 320), split=Split()),
    "roots": lambda: Roots(count=3, size=64, split=Split()),
    "ui_synthetic": lambda: UiSynthetic(count=3, split=Split()),
}


def write_tables(home: Path) -> Path:
    """What two tools measured of three fields."""
    home.mkdir(parents=True, exist_ok=True)
    for tool, more in (("one", 0), ("two", 1)):
        lines = [f"{name},{10 + n + more},{0.5 * n}" for name in NAMES for n in range(3 + more)]
        (home / f"{tool}.csv").write_text("\n".join(["field,area,intensity", *lines]))
    return home


def write(kind: str, home: Path) -> Path:
    """The files of three samples, in the layout of a dataset."""
    if kind.startswith("ui"):
        return screens.write(kind, home)
    if kind == "measurements":
        return write_tables(home)
    if kind in ("coco", "yolo"):
        return outlined.write(kind, home)
    tasks = []
    for number, name in enumerate(NAMES):
        picture = photograph(number, SHAPE)
        mask = two_squares(shape=SHAPE)
        if kind == "folder":
            save(home / "images" / f"{name}.png", picture)
            save(home / "masks" / f"{name}.png", mask)
        elif kind == "bbbc038":
            save(home / name / "images" / "image.png", picture)
            save(home / name / "masks" / "1.png", mask)
            save(home / name / "masks" / "2.png", mask[::-1])
        elif kind == "bbbc039":
            save(home / "images" / f"{name}.png", picture)
            save(home / "masks" / f"{name}.png", mask // 255)
        elif kind == "boxes":
            save(home / "images" / f"{name}.png", picture)
            (home / "truth").mkdir(exist_ok=True)
            (home / "truth" / f"{name}.txt").write_text(f"cell 2 2 4 {4 + number}\n")
        elif kind == "fields":
            save(home / "dna" / f"{name}.png", picture)
            save(home / "actin" / f"{name}.png", picture[::-1])
            save(home / "truth" / f"{name}.png", mask)
        elif kind == "rootpainter":
            save(home / "datasets" / f"{name}.png", picture)
            paint = np.stack([mask, mask[::-1] & ~mask, 0 * mask, mask], axis=2)
            save(home / "annotations" / "train" / f"{name}.png", paint)
        else:
            save(home / "images" / f"{name}.png", picture)
            write_truth(home / "gt", name, square(2, number), square(9, number))
            source = "annotations" if kind == "label_studio" else "predictions"
            tasks.append(task(f"{name}.png", brush(square(2, number)), source=source))
    if tasks:
        write_tasks(home, *tasks)
    return home
