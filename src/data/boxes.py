"""Pictures with boxes in files of any common kind, and the predictions that belong to them."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Annotated

import numpy as np
from annotated_types import MinLen

from src.core import Entry, InputError, Instances, Picture, Sample
from src.data.file_dataset import FileDataset, by_split
from src.data.files import finding
from src.data.files.foreign import is_file
from src.data.files.hashes import HashCache, content_id
from src.data.files.inside import refuse_outside
from src.data.formats.boxes.coco import CocoFile, read_coco, read_results
from src.data.formats.boxes.listed import ListedBoxes
from src.data.formats.boxes.text import TextBoxes
from src.data.formats.boxes.voc import read_voc
from src.data.formats.images import read_pixels
from src.data.split import Split

log = logging.getLogger(__name__)


@dataclass(frozen=True, eq=False)
class Boxed:
    """A picture, if there is one, with its size and its boxes."""

    image: Path | None
    shape: tuple[int, int]
    boxes: ListedBoxes


class Boxes(FileDataset[Boxed]):
    """Samples whose truth are boxes: a COCO file, a folder of VOC's XML, or of text files.

    Where there are no pictures their sizes are those that the files tell, or just large enough.

    Args:
        truth: a JSON file of COCO's, or a folder with ``*.xml`` or ``*.txt``.
        images: folder of the pictures; ``None`` where there are none.
        text: how text files are read.
        masks: whether COCO's segmentations are read, too.
        tags: see ``FileDataset``.
    """

    def __init__(
        self,
        truth: Annotated[str, MinLen(1)],
        images: str | None = None,
        text: TextBoxes | None = None,
        masks: bool = False,
        tags: str | None = None,
        split: Split | None = None,
        on_error: str = "stop",
    ) -> None:
        super().__init__(tags, on_error)
        self.split = split or Split()
        self.text = text or TextBoxes()
        self.images = None if images is None else finding.existing_folder(images, "dataset.images")
        self._pictures = {} if self.images is None else finding.images_by_stem(self.images)
        place = finding.expanded(truth, "dataset.truth").absolute()
        self._coco = read_coco(place, masks=masks) if is_file(place) else None
        self.truth = place if self._coco else finding.existing_folder(truth, "dataset.truth")
        items = dict.fromkeys(self._coco.shapes) if self._coco else _files(self.truth)
        self._list(self.truth, items, self._examine, [self.images or self.truth])
        self.class_names = self._classes()
        log.info("%s: %s, %d classes", self.truth, by_split(self._entries), len(self.class_names))

    def read(self, entry: Entry) -> Sample:
        """One picture, black where there is none, with its true boxes."""
        own = self._files[entry.name]
        pixels = np.zeros(own.shape, np.uint8) if own.image is None else read_pixels(own.image)
        truth = own.boxes.instances(own.shape, self.class_names)
        return Sample(Picture(entry, pixels), truth)

    def _examine(self, name: str, file: Path | None, cache: HashCache) -> tuple[Entry, Boxed]:
        image = self._image(name)
        seen = None if image is None else cache.measured(image)
        boxes, told = self._boxes(name, file, None if seen is None else seen.shape)
        shape = told or boxes.extent() if seen is None else seen.shape
        if seen is not None and told not in (None, seen.shape):
            raise InputError(
                f"{name}: {self.truth} says {told[1]}×{told[0]}, but {image} is "
                f"{shape[1]}×{shape[0]} (width×height): correct it"
            )
        written = repr((boxes.boxes.tolist(), boxes.names, boxes.rles, shape)).encode()
        flags = b"" if boxes.scored is None else boxes.scored.tobytes()
        truth_id = content_id(written, flags)
        picture_id = content_id(name.encode(), truth_id.encode()) if seen is None else seen.id
        return Entry(picture_id, name, self.split.of(picture_id, name), truth_id), Boxed(
            image, shape, boxes
        )

    def _boxes(
        self, name: str, file: Path | None, shape: tuple[int, int] | None
    ) -> tuple[ListedBoxes, tuple[int, int] | None]:
        if self._coco is not None:
            return self._coco.boxes.get(name, ListedBoxes()), self._coco.shapes[name]
        if file is None:
            raise InputError(f"{self.truth}: {name} has no file of boxes")
        if file.suffix.lower() == ".xml":
            return read_voc(file)
        return self.text.read(file, shape, predicted=False), None

    def _image(self, name: str) -> Path | None:
        if self.images is None:
            return None
        if self._coco is not None:
            image = self.images / self._coco.files[name]
            refuse_outside(image, self.images, str(self.truth), "copy it there")
            if is_file(image):
                return image
        if name not in self._pictures:
            raise InputError(
                f"{self.images} has no picture called {name}: add it, or set dataset.images=null"
            )
        return finding.only(self._pictures[name])

    def _classes(self) -> tuple[str, ...]:
        """All that was looked for: the file's own list, else what is there."""
        if self._coco is not None:
            return tuple(self._coco.categories.values())
        found = {name for own in self._files.values() for name in own.boxes.names}
        return self.text.names() or tuple(sorted(found))


@dataclass(frozen=True)
class FoundBoxes:
    """Predicted boxes by the names of pictures.

    Args:
        path: a JSON file of COCO's results, or a folder with a text file per picture.
        truth: the COCO file whose ids a list of results uses.
        text: how text files are read.
        masks: whether segmentations are read, too.
    """

    path: str
    truth: str | None = None
    text: TextBoxes = field(default_factory=TextBoxes)
    masks: bool = False

    def __post_init__(self) -> None:
        place = finding.expanded(self.path, "detector.find.path").absolute()
        if not is_file(place):
            finding.existing_folder(self.path, "detector.find.path")
        # Another process may work in another folder.
        object.__setattr__(self, "path", str(place))

    def __call__(self, picture: Picture) -> Instances | None:
        """The boxes of this picture; in a file of results a picture without any has none."""
        name = picture.entry.name
        if self._results is not None:
            return self._results.get(name, ListedBoxes.nothing()).instances(picture.shape)
        file = Path(self.path) / f"{name}.txt"
        if not is_file(file):
            return None
        return self.text.read(file, picture.shape, predicted=True).instances(picture.shape)

    def __str__(self) -> str:
        return f"looked in {self.path}"

    @cached_property
    def _results(self) -> Mapping[str, ListedBoxes] | None:
        place = Path(self.path)
        if not is_file(place):
            return None
        truth = None if self.truth is None else finding.expanded(self.truth, "dataset.truth")
        known = CocoFile({}, {}, {}, {}, {})
        if truth is not None and is_file(truth):
            known = read_coco(truth)
        return read_results(place, known, masks=self.masks)


def _files(folder: Path) -> dict[str, Path]:
    """Name of a picture to its file of boxes; a folder has one kind of them."""
    for ending in (".xml", ".txt"):
        files = sorted(folder.glob(f"*{ending}"), key=finding.natural_order)
        if files:
            return {file.stem: file for file in files}
    raise InputError(
        f"dataset.truth: {folder} holds neither .xml nor .txt files, it has "
        f"{finding.listing(sorted(folder.iterdir()))}"
    )
