"""A folder of images beside a folder of masks."""

import logging
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import Annotated

from annotated_types import Ge, Le

from src.core import Entry, InputError, Instances, Picture, Sample
from src.data.file_dataset import FileDataset, by_split
from src.data.files import finding
from src.data.files.examining import same_size
from src.data.files.hashes import HashCache, Seen, content_id
from src.data.formats.images import read_pixels
from src.data.formats.masks import KINDS, Look, look, mask_values, read_mask, resolve
from src.data.formats.raster import decode
from src.data.split import Split

log = logging.getLogger(__name__)

MASK_FOLDERS = ("masks", "labels")
CONSTANT_MASKS = ("error", "accept")


@dataclass(frozen=True)
class Pair:
    """An image, its mask, and what the mask alone tells of its kind."""

    image: Path
    mask: Path
    look: Look


class Folder(FileDataset[Pair]):
    """Images and masks that are matched by stem; extensions may differ.

    Every mask is looked at when the dataset is made, because the kind belongs to the whole
    folder: with ``auto``, a mask of 0 and 1 is a label image where another mask is one.

    Args:
        root: folder that holds the two folders; ``~`` is expanded.
        images: folder of the images, in ``root``.
        masks: folder of the masks, in ``root``; ``None`` for ``masks`` or ``labels``.
        kind: ``auto``, ``binary`` or ``labels``, see ``formats.masks.read_mask``.
        threshold: value above which a pixel of a binary mask is foreground.
        constant_masks: ``error`` or ``accept`` a mask that has one value everywhere.
        tags: see ``FileDataset``.
    """

    def __init__(
        self,
        root: str,
        images: str = "images",
        masks: str | None = None,
        kind: str = "auto",
        threshold: Annotated[float, Ge(0), Le(2**32)] = 0,
        constant_masks: str = "error",
        tags: str | None = None,
        split: Split | None = None,
        on_error: str = "stop",
    ) -> None:
        super().__init__(tags, on_error)
        _one_of("kind", kind, KINDS)
        _one_of("constant_masks", constant_masks, CONSTANT_MASKS)
        self.kind = kind
        self.threshold = threshold
        self.constant_masks = constant_masks
        self.split = split or Split()
        self.root = finding.existing_folder(root, "dataset.root")
        self.images = finding.subfolder(self.root, images, "dataset.images")
        self.masks = finding.subfolder(self.root, masks or _masks_of(self.root), "dataset.masks")
        image_files = finding.images_by_stem(self.images)
        mask_files = finding.images_by_stem(self.masks)
        self._there = {self.images: _first(image_files), self.masks: _first(mask_files)}
        pairs = _by_stem(image_files, mask_files)
        self._list(self.root, pairs, self._examine, [self.images, self.masks])
        if kind == "auto":
            self.kind = _common_kind(self._files.values())
        self._entries = tuple(self._with_reading(entry) for entry in self._entries)
        log.info("%s: %s, read as %s", self.root, by_split(self._entries), self.kind)

    def read(self, entry: Entry) -> Sample:
        """One image with its mask as a label image."""
        pair = self._files[entry.name]
        labels = read_mask(pair.mask, self.kind, self.threshold)
        return Sample(Picture(entry, read_pixels(pair.image)), Instances.from_labels(labels))

    def _with_reading(self, entry: Entry) -> Entry:
        """The same file read in another way is another truth."""
        reading = f"{self.kind} {self.threshold:g}".encode()
        return replace(entry, truth_id=content_id(entry.truth_id.encode(), reading))

    def _examine(
        self, name: str, files: tuple[list[Path], list[Path]], cache: HashCache
    ) -> tuple[Entry, Pair]:
        image, mask = self._matched(*files)
        picture = cache.measured(image)
        truth = cache.facts(mask, "mask", _seen)
        same_size(mask, truth.shape, image, picture.shape)
        seen = Look(str(truth.details["look"]))
        if seen is Look.CONSTANT and self.constant_masks == "error":
            raise InputError(
                f"{mask} is {truth.details['value']} everywhere: correct it, or set "
                "dataset.constant_masks=accept if the image truly holds nothing"
            )
        if self.kind == "auto":
            resolve(seen, mask)
        entry = Entry(picture.id, name, self.split.of(picture.id, name), truth.id)
        return entry, Pair(image, mask, seen)

    def _matched(self, images: list[Path], masks: list[Path]) -> tuple[Path, Path]:
        if not masks:
            raise self._lonely("mask", images[0], self.masks)
        if not images:
            raise self._lonely("image", masks[0], self.images)
        return finding.only(images), finding.only(masks)

    def _lonely(self, partner: str, file: Path, folder: Path) -> InputError:
        return InputError(
            f"{file} has no {partner}: {folder} needs a file with the stem {file.stem!r}, "
            f"it has {self._there[folder]}; or set dataset.on_error=skip"
        )


def _seen(content: bytes, mask: Path) -> Seen:
    """Size and look of a mask, and its value, which counts where it has just one."""
    values = mask_values(decode(content, mask), mask)
    shape = (values.shape[0], values.shape[1])
    return shape, {"look": look(values).value, "value": str(values.flat[0])}


def _one_of(key: str, value: str, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        raise InputError(f"dataset.{key} must be one of {allowed}, got {value!r}")


def _masks_of(root: Path) -> str:
    present = [name for name in MASK_FOLDERS if (root / name).is_dir()]
    if len(present) == 1:
        return present[0]
    have = "both masks and labels" if present else "neither masks nor labels"
    there = finding.listing(finding.folders(root))
    raise InputError(f"{root} has {have}, its folders are {there}: set dataset.masks to one")


def _first(files: dict[str, list[Path]]) -> str:
    return finding.listing(chain(*files.values()), most=2)


def _by_stem(
    images: dict[str, list[Path]], masks: dict[str, list[Path]]
) -> dict[str, tuple[list[Path], list[Path]]]:
    stems = sorted(images.keys() | masks.keys(), key=finding.natural_order)
    return {stem: (images.get(stem, []), masks.get(stem, [])) for stem in stems}


def _common_kind(pairs: Iterable[Pair]) -> str:
    """``labels`` as soon as one mask is a label image; refuses what contradicts itself."""
    masks = {pair.look: pair.mask for pair in pairs}
    if Look.BINARY in masks and Look.LABELS in masks:
        raise InputError(
            f"{masks[Look.BINARY]} looks binary and {masks[Look.LABELS]} like a label image: "
            "set dataset.kind to binary or labels"
        )
    return "labels" if Look.LABELS in masks else "binary"
