"""A folder of images beside a folder of masks."""

import logging
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from src.core import Entry, InputError, Instances, Picture, Sample
from src.data import _files
from src.data._base import LazyDataset
from src.data.formats.images import read_pixels
from src.data.formats.masks import KINDS, Look, look, mask_values, read_mask, resolve
from src.data.formats.raster import decode, load
from src.data.split import Split

log = logging.getLogger(__name__)

MASK_FOLDERS = ("masks", "labels")
CONSTANT_MASKS = ("error", "accept")


class Folder(LazyDataset):
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
    """

    def __init__(
        self,
        root: str,
        images: str = "images",
        masks: str | None = None,
        kind: str = "auto",
        threshold: float = 0,
        constant_masks: str = "error",
        split: Split | None = None,
        on_error: str = "stop",
    ) -> None:
        super().__init__(on_error)
        _one_of("kind", kind, KINDS)
        _one_of("constant_masks", constant_masks, CONSTANT_MASKS)
        self.kind = kind
        self.threshold = threshold
        self.constant_masks = constant_masks
        self.split = split or Split()
        self.root = _files.existing_folder(root, "dataset.root")
        self.images = _files.subfolder(self.root, images, "dataset.images")
        self.masks = _files.subfolder(self.root, masks or _masks_of(self.root), "dataset.masks")
        pairs = _files.examine_all(self, self._by_stem(), self._examine)
        self._entries = _files.usable(self, (pair.entry for pair in pairs.values()), self.root)
        self._pairs = {entry.name: pairs[entry.name] for entry in self._entries}
        if kind == "auto":
            self.kind = _common_kind(self._pairs.values())
        self._entries = tuple(self._with_reading(entry) for entry in self._entries)
        log.info("%s: %s, read as %s", self.root, _files.by_split(self._entries), self.kind)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All usable pairs, in natural order of their names."""
        return self._entries

    def read(self, entry: Entry) -> Sample:
        """One image with its mask as a label image."""
        pair = self._pairs[entry.name]
        labels = read_mask(pair.mask, self.kind, self.threshold)
        return Sample(Picture(entry, read_pixels(pair.image)), Instances.from_labels(labels))

    def _with_reading(self, entry: Entry) -> Entry:
        """The same file read in another way is another truth."""
        reading = f"{self.kind} {self.threshold:g}".encode()
        return replace(entry, truth_id=_files.content_id(entry.truth_id.encode(), reading))

    def _by_stem(self) -> dict[str, tuple[list[Path], list[Path]]]:
        images, masks = _files.images_by_stem(self.images), _files.images_by_stem(self.masks)
        stems = sorted(images.keys() | masks.keys(), key=_files.natural_order)
        return {stem: (images.get(stem, []), masks.get(stem, [])) for stem in stems}

    def _examine(self, name: str, files: tuple[list[Path], list[Path]]) -> "_Pair":
        image, mask = self._matched(*files)
        picture_id, shape = _files.identify(image)
        content = load(mask)
        values = mask_values(decode(content, mask), mask)
        _files.same_size(mask, (values.shape[0], values.shape[1]), image, shape)
        seen = look(values)
        if seen is Look.CONSTANT and self.constant_masks == "error":
            raise InputError(
                f"{mask} is {values.flat[0]} everywhere: correct it, or set "
                "dataset.constant_masks=accept if the image truly holds nothing"
            )
        if self.kind == "auto":
            resolve(seen, mask)
        entry = Entry(picture_id, name, self.split.of(picture_id, name), _files.content_id(content))
        return _Pair(entry, image, mask, seen)

    def _matched(self, images: list[Path], masks: list[Path]) -> tuple[Path, Path]:
        if not masks:
            raise InputError(_lonely("mask", images[0], self.masks))
        if not images:
            raise InputError(_lonely("image", masks[0], self.images))
        return _files.only(images), _files.only(masks)


@dataclass(frozen=True)
class _Pair:
    entry: Entry
    image: Path
    mask: Path
    look: Look


def _one_of(key: str, value: str, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        raise InputError(f"dataset.{key} must be one of {allowed}, got {value!r}")


def _masks_of(root: Path) -> str:
    found = [name for name in MASK_FOLDERS if (root / name).is_dir()]
    if len(found) == 1:
        return found[0]
    have = "both masks and labels" if found else "neither masks nor labels"
    there = _files.listing(_files.folders(root))
    raise InputError(f"{root} has {have}, its folders are {there}: set dataset.masks to one")


def _lonely(partner: str, file: Path, folder: Path) -> str:
    others = _files.listing(_files.image_files(folder), most=2)
    return (
        f"{file} has no {partner}: {folder} needs a file with the stem {file.stem!r}, "
        f"it has {others}; or set dataset.on_error=skip"
    )


def _common_kind(pairs: Iterable[_Pair]) -> str:
    """``labels`` as soon as one mask is a label image; refuses what contradicts itself."""
    masks = {pair.look: pair.mask for pair in pairs}
    if Look.BINARY in masks and Look.LABELS in masks:
        raise InputError(
            f"{masks[Look.BINARY]} looks binary and {masks[Look.LABELS]} like a label image: "
            "set dataset.kind to binary or labels"
        )
    return "labels" if Look.LABELS in masks else "binary"
