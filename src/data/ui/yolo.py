"""``dataset=ui_yolo``: screenshots with a text file of boxes each, as YOLO is taught."""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

from annotated_types import MinLen

from src.core import InputError
from src.data.files import finding
from src.data.files.foreign import read_yaml
from src.data.files.hashes import HashCache
from src.data.formats.raster import EXTENSIONS
from src.data.split import Split
from src.data.ui.asking import Asking
from src.data.ui.clicks import Clicks
from src.data.ui.conversion import scaled, scaled_box, with_levels
from src.data.ui.dataset import Screens
from src.data.ui.elements import Element, Screen
from src.data.ui.places import measured, name_of
from src.data.ui.yolo_labels import Label, read_labels, refuse_layout

FOLDERS = {"train": "train", "valid": "val", "val": "val", "test": "test"}
"""What exporters call the folder of a split."""


class YoloScreens(Screens):
    """Screenshots below a folder; the labels of ``images/a.png`` are ``labels/a.txt``.

    A screenshot without a file of labels has no elements. What holds no other element is a leaf.

    Args:
        root: the folder of the export, with ``data.yaml`` where the classes have names.
        folders: whether folders called train, valid, val or test are the splits.
        ask, click, targets, types, without: see ``Asking``; a type is the name of a class.
        tags: see ``FileDataset``.
    """

    def __init__(
        self,
        root: Annotated[str, MinLen(1)],
        folders: bool = True,
        ask: str = "click",
        click: Clicks | None = None,
        targets: str = "all",
        types: Sequence[str] | None = None,
        without: Sequence[str] = (),
        tags: str | None = None,
        split: Split | None = None,
        on_error: str = "stop",
    ) -> None:
        asking = Asking(ask, click or Clicks(), "original", targets, types, without)
        super().__init__(asking, tags, split, on_error)
        self.root = finding.existing_folder(root, "dataset.root")
        self.folders = folders
        self.names = _names(self.root)
        images = sorted(_images(self.root), key=lambda path: finding.natural_order(str(path)))
        if not images:
            raise InputError(f"dataset.root: below {self.root} is no PNG, TIFF or JPEG file")
        refuse_layout([_labels(image, self.root) for image in images])
        items = {self._name(path): path for path in images}
        if len(items) < len(images):
            raise InputError(f"{self.root}: two pictures differ by their ending alone: keep one")
        self._list_screens(self.root, items, [self.root])

    def _screen(self, name: str, item: Any, cache: HashCache) -> Screen:
        file = _labels(item, self.root)
        picture = measured(item, self.root, str(file), cache)
        labels = read_labels(file)
        elements = [self._element(n, label, picture.shape) for n, label in enumerate(labels)]
        split = next((FOLDERS[one] for one in self._parts(item) if one in FOLDERS), "")
        return Screen(
            name, item, picture.shape, with_levels(elements), place=str(file),
            picture_id=picture.id, split=split if self.folders else "",
        )  # fmt: skip

    def _element(self, number: int, label: Label, shape: tuple[int, int]) -> Element:
        box, polygon = scaled_box(label.box(), shape), label.polygon
        if self.names and label.kind not in self.names:
            raise InputError(f"{label.place}: data.yaml has no name for class {label.kind}: add it")
        points = polygon and tuple(scaled(corner, shape) for corner in polygon)
        return Element(str(number), box, points, type=self.names.get(label.kind, str(label.kind)))

    def _name(self, image: Path) -> str:
        """By its path, without the folder that all pictures are in."""
        parts = [part for part in self._parts(image) if part != "images"]
        return name_of("/".join([*parts, image.name]))

    def _parts(self, image: Path) -> tuple[str, ...]:
        return image.relative_to(self.root).parts[:-1]


def _images(root: Path) -> Iterator[Path]:
    for home, folders, names in os.walk(root):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in names:
            if name.lower().endswith(EXTENSIONS) and not name.startswith("."):
                finding.refuse_name(name, Path(home))
                yield Path(home, name)


def _labels(image: Path, root: Path) -> Path:
    """The file beside the picture, or in ``labels`` where the picture is in ``images``."""
    parts = [*image.relative_to(root).with_suffix(".txt").parts]
    for place in reversed(range(len(parts) - 1)):
        if parts[place] == "images":
            parts[place] = "labels"
            break
    return root.joinpath(*parts)


def _names(root: Path) -> dict[int, str]:
    file = next(
        (root / name for name in ("data.yaml", "data.yml") if os.path.lexists(root / name)), None
    )
    if file is None:
        return {}
    given = read_yaml(file, "correct it")
    names = given.get("names") if isinstance(given, dict) else None
    if isinstance(names, list):
        return {number: str(name) for number, name in enumerate(names)}
    if isinstance(names, dict) and all(str(number).isdigit() for number in names):
        return {int(number): str(name) for number, name in names.items()}
    raise InputError(f"{file}: names must be a list, or numbers with their names, got {names!r}")
