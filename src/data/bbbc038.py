"""The layout of BBBC038 (Data Science Bowl 2018): one folder per image, one file per nucleus."""

import logging
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from src.core import Entry, InputError, Instances, Picture, Sample
from src.data import _files
from src.data._base import LazyDataset
from src.data.formats.images import read_pixels
from src.data.formats.masks import mask_values, smallest
from src.data.formats.raster import decode, load, measure
from src.data.split import Split

log = logging.getLogger(__name__)


class Bbbc038(LazyDataset):
    """``<name>/images/*.png`` and ``<name>/masks/*.png``, each mask one nucleus.

    The masks of an image become one label image: ids follow the sorted file names, and
    where masks overlap the later one wins.

    Args:
        root: folder that holds one folder per image; ``~`` is expanded.
    """

    def __init__(self, root: str, split: Split | None = None, on_error: str = "stop") -> None:
        super().__init__(on_error)
        self.split = split or Split()
        self.root = _files.existing_folder(root, "dataset.root")
        homes = {folder.name: folder for folder in _files.folders(self.root)}
        if not any((home / "images").is_dir() for home in homes.values()):
            raise InputError(
                f"{self.root} has no folder of the form <name>/images, it has "
                f"{_files.listing(homes.values())}: set dataset.root to the folder above them"
            )
        fields = _files.examine_all(self, homes, self._examine)
        self._entries = _files.usable(self, (f.entry for f in fields.values()), self.root)
        self._fields = {entry.name: fields[entry.name] for entry in self._entries}
        log.info("%s: %s", self.root, _files.by_split(self._entries))

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All usable images, in natural order of their names."""
        return self._entries

    def read(self, entry: Entry) -> Sample:
        """One image with its nuclei merged into a label image."""
        field = self._fields[entry.name]
        pixels = read_pixels(field.image)
        labels, overlapping = merge(field.masks, (pixels.shape[0], pixels.shape[1]))
        if overlapping:
            log.info("%s: %d pixels lie in more than one mask", entry.name, overlapping)
        return Sample(Picture(entry, pixels), Instances.from_labels(labels))

    def _examine(self, name: str, home: Path) -> "_Field":
        image = _single_image(home)
        masks = tuple(_files.image_files(_files.subfolder(home, "masks", "dataset.root")))
        if not masks:
            raise InputError(f"{home / 'masks'} holds no PNG file: copy the masks of {image.name}")
        picture_id, shape = _files.identify(image)
        contents = [load(mask) for mask in masks]
        for mask, content in zip(masks, contents, strict=True):
            _files.same_size(mask, measure(content, mask), image, shape)
        entry = Entry(
            picture_id, name, self.split.of(picture_id, name), _files.content_id(*contents)
        )
        return _Field(entry, image, masks)


@dataclass(frozen=True)
class _Field:
    entry: Entry
    image: Path
    masks: tuple[Path, ...]


def merge(masks: tuple[Path, ...], shape: tuple[int, int]) -> tuple[npt.NDArray[Any], int]:
    """One id per mask, the later on top; and the number of pixels in more than one mask."""
    labels = np.zeros(shape, np.uint32)
    overlapping = np.zeros(shape, bool)
    for number, mask in enumerate(masks, start=1):
        nucleus = mask_values(decode(load(mask), mask), mask) > 0
        if not nucleus.any():
            raise InputError(f"{mask} is 0 everywhere: a mask shows one nucleus, remove the file")
        overlapping |= nucleus & (labels > 0)
        labels[nucleus] = number
    return smallest(labels), int(overlapping.sum())


def _single_image(home: Path) -> Path:
    images = _files.image_files(_files.subfolder(home, "images", "dataset.root"))
    if len(images) != 1:
        raise InputError(
            f"{home / 'images'} must hold one image, it holds {_files.listing(images)}"
        )
    return images[0]
