"""The layout of BBBC038 (Data Science Bowl 2018): one folder per image, one file per nucleus."""

import logging
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from src.core import Entry, InputError, Instances, Picture, Sample
from src.data.file_dataset import FileDataset, by_split
from src.data.files import finding
from src.data.files.examining import same_size
from src.data.files.hashes import HashCache, digest_id
from src.data.formats.images import read_pixels
from src.data.formats.masks import mask_values, smallest
from src.data.formats.raster import decode, load
from src.data.split import Split

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Field:
    """An image and the files of its nuclei."""

    image: Path
    masks: tuple[Path, ...]


class Bbbc038(FileDataset[Field]):
    """``<name>/images/*.png`` and ``<name>/masks/*.png``, each mask one nucleus.

    The masks of an image become one label image: ids follow the sorted file names, and
    where masks overlap the later one wins.

    Args:
        root: folder that holds one folder per image; ``~`` is expanded.
        tags: see ``FileDataset``.
    """

    def __init__(
        self,
        root: str,
        tags: str | None = None,
        split: Split | None = None,
        on_error: str = "stop",
    ) -> None:
        super().__init__(tags, on_error)
        self.split = split or Split()
        self.root = finding.existing_folder(root, "dataset.root")
        homes = {folder.name: folder for folder in finding.folders(self.root)}
        if not any((home / "images").is_dir() for home in homes.values()):
            raise InputError(
                f"{self.root} has no folder of the form <name>/images, it has "
                f"{finding.listing(homes.values())}: set dataset.root to the folder above them"
            )
        self._list(self.root, homes, self._examine)
        log.info("%s: %s", self.root, by_split(self._entries))

    def read(self, entry: Entry) -> Sample:
        """One image with its nuclei merged into a label image."""
        field = self._files[entry.name]
        pixels = read_pixels(field.image)
        labels, overlapping = merge(field.masks, (pixels.shape[0], pixels.shape[1]))
        if overlapping:
            log.info("%s: %d pixels lie in more than one mask", entry.name, overlapping)
        return Sample(Picture(entry, pixels), Instances.from_labels(labels))

    def _examine(self, name: str, home: Path, cache: HashCache) -> tuple[Entry, Field]:
        image = _single_image(home)
        masks = tuple(finding.image_files(finding.subfolder(home, "masks", "dataset.root")))
        if not masks:
            raise InputError(f"{home / 'masks'} holds no PNG file: copy the masks of {image.name}")
        picture = cache.measured(image)
        nuclei = [cache.measured(mask) for mask in masks]
        for mask, nucleus in zip(masks, nuclei, strict=True):
            same_size(mask, nucleus.shape, image, picture.shape)
        truth_id = digest_id(*(nucleus.digest for nucleus in nuclei))
        entry = Entry(picture.id, name, self.split.of(picture.id, name), truth_id)
        return entry, Field(image, masks)


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
    images = finding.image_files(finding.subfolder(home, "images", "dataset.root"))
    if len(images) != 1:
        raise InputError(
            f"{home / 'images'} must hold one image, it holds {finding.listing(images)}"
        )
    return images[0]
