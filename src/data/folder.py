"""A folder of images beside a folder of masks."""

import hashlib
import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
from annotated_types import Ge, Le, MaxLen, MinLen

from src.core import Entry, InputError, Instances, Picture, Sample
from src.data.file_dataset import FileDataset, by_split
from src.data.files import finding
from src.data.files.examining import same_size
from src.data.files.hashes import Facts, HashCache, Seen, content_id
from src.data.formats.class_masks import (
    FEW,
    check_classes,
    code,
    codes_of,
    looks_like_classes,
    present_codes,
    read_class_mask,
    refuse_unnamed,
    spoken_codes,
)
from src.data.formats.images import read_pixels
from src.data.formats.masks import KINDS, Look, look, mask_values, read_mask, resolve
from src.data.formats.planes import MAXIMUM, chosen_of, read_chosen
from src.data.formats.raster import decode, load
from src.data.pairing import Pairs
from src.data.split import Split

log = logging.getLogger(__name__)

CONSTANT_MASKS = ("error", "accept")


@dataclass(frozen=True)
class Pair:
    """An image, its mask, and what the mask alone tells of its kind; alone where nobody has any."""

    image: Path
    mask: Path | None
    look: Look = Look.CONSTANT


class Folder(FileDataset[Pair]):
    """Images and masks that are matched by their names, see ``Pairs``; extensions may differ.

    Every mask is looked at when the dataset is made, because the kind belongs to the whole
    folder: with ``auto``, a mask of 0 and 1 is a label image where another mask is one.

    Args:
        root: folder that holds the two folders, or images and masks together; ``~`` is expanded.
        images: folder of the images, in ``root``.
        masks: folder of the masks, in ``root``; ``None`` for ``masks`` or ``labels``.
        kind: ``auto``, ``binary`` or ``labels``, see ``formats.masks.read_mask``.
        threshold: value above which a pixel of a binary mask is foreground.
        constant_masks: ``error`` or ``accept`` a mask that has one value everywhere.
        classes: name to value or colour, where values of masks are classes; else ``None``.
        target: the one class that is foreground; ``None`` for all of them.
        channels, plane: of images with many, see ``formats.planes.read_chosen``.
        masks_optional: images alone are samples too where there are no masks: nothing of them is
            known, none is held out for testing.
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
        classes: Mapping[str, int | Sequence[int]] | None = None,
        target: str | None = None,
        channels: Annotated[Sequence[Annotated[int, Ge(0)]], MinLen(1), MaxLen(3)] | None = None,
        plane: int | Sequence[int] | str | None = None,
        masks_optional: bool = False,
        tags: str | None = None,
        split: Split | None = None,
        on_error: str = "stop",
    ) -> None:
        super().__init__(tags, on_error)
        _one_of("kind", kind, KINDS)
        _one_of("constant_masks", constant_masks, CONSTANT_MASKS)
        _check_choice(classes, target, plane)
        self.kind = kind
        self.threshold = threshold
        self.constant_masks = constant_masks
        self.classes, self.target = classes, target
        self.channels, self.plane = channels, plane
        self.split = split or Split()
        self.root = finding.existing_folder(root, "dataset.root")
        self._pairs = Pairs(self.root, images, masks, optional=masks_optional)
        self.labelled = self._pairs.labelled
        if not self.labelled:
            self._list(self.root, self._pairs.files, self._examine_alone, [self._pairs.images])
            log.info("%s: %d images without masks", self.root, len(self._entries))
            return
        folders = [self._pairs.images, self._pairs.masks]
        self._list(self.root, self._pairs.files, self._examine, folders)
        if kind == "auto" and classes is None:
            self.kind = _common_kind(self._files.values())
        entries = self.split.shared(self._entries)
        self._entries = tuple(self._with_reading(entry) for entry in entries)
        how = self.kind if classes is None else f"classes {', '.join(classes)}"
        log.info("%s: %s, read as %s", self.root, by_split(self._entries), how)

    def read(self, entry: Entry) -> Sample:
        """One image with its mask as a label image."""
        pair = self._files[entry.name]
        picture = Picture(entry, self._pixels(pair.image))
        if pair.mask is None:
            unknown = np.ones(picture.shape, np.uint32)
            return Sample(picture, Instances.from_labels(unknown, unscored=[1]))
        if self.classes is not None:
            return Sample(picture, read_class_mask(pair.mask, self.classes, self.target))
        return Sample(picture, Instances.from_labels(self._labels(pair.mask)))

    def _labels(self, mask: Path) -> npt.NDArray[Any]:
        return read_mask(mask, self.kind, self.threshold)

    def _pixels(self, image: Path) -> npt.NDArray[Any]:
        if self.channels is None and self.plane is None:
            return read_pixels(image)
        return read_chosen(image, self.channels, self.plane)

    def _with_reading(self, entry: Entry) -> Entry:
        """The same file read in another way is another truth."""
        return replace(entry, truth_id=content_id(entry.truth_id.encode(), self._reading()))

    def _reading(self) -> bytes:
        if self.classes is None:
            return f"{self.kind} {self.threshold:g}".encode()
        named = [f"{name}={code(value)}" for name, value in self.classes.items()]
        return f"classes {' '.join(named)} {self.target}".encode()

    def _examine(self, name: str, _: object, cache: HashCache) -> tuple[Entry, Pair]:
        image, mask = self._pairs.of(name)
        picture = self._measured(image, cache)
        truth = cache.facts(mask, "mask and classes", _seen)
        same_size(mask, truth.shape, image, picture.shape)
        seen = Look(str(truth.details["look"]))
        if seen is Look.CONSTANT and self.constant_masks == "error":
            raise InputError(
                f"{mask} is {truth.details['value']} everywhere: correct it, or set "
                "dataset.constant_masks=accept if the image truly holds nothing"
            )
        if self.classes is not None:
            codes = [int(number) for number in str(truth.details["codes"]).split()]
            refuse_unnamed(codes, self.classes, mask)
        elif self.kind == "auto":
            _refuse_classes(truth, mask)
            resolve(seen, mask)
        entry = Entry(picture.id, name, self.split.of(picture.id, name), truth.id)
        return entry, Pair(image, mask, seen)

    def _examine_alone(
        self, name: str, files: tuple[list[Path], list[Path]], cache: HashCache
    ) -> tuple[Entry, Pair]:
        image = finding.only(files[0])
        return Entry(self._measured(image, cache).id, name, "train"), Pair(image, None)

    def _measured(self, image: Path, cache: HashCache) -> Facts:
        """Hash and size of an image, or of the part of it that was chosen."""
        if self.channels is not None or self.plane is not None:
            reading = f"channels {self.channels} plane {self.plane}"
            facts = cache.facts(image, reading, self._part)
            digest = hashlib.sha256(facts.digest + reading.encode()).digest()
            return replace(facts, digest=digest)
        try:
            return cache.measured(image)
        except InputError as error:
            # Whoever has a stack is told how to choose from it.
            self._part(load(image), image)
            raise InputError(f"{error}, or choose by dataset.channels and dataset.plane") from error

    def _part(self, content: bytes, image: Path) -> Seen:
        pixels = chosen_of(content, image, self.channels, self.plane)
        return (pixels.shape[0], pixels.shape[1]), {}


def _seen(content: bytes, mask: Path) -> Seen:
    """Size and look of a mask, its value, which counts where it has just one, and its classes."""
    raster = decode(content, mask)
    codes = codes_of(raster, mask) if raster.values.dtype.kind in "bui" else None
    present = [] if codes is None else present_codes(codes)
    few = len(present) <= FEW and codes is not None
    # Photographs and lossy copies are refused here, with their own sentence.
    values = mask_values(raster, mask)
    found = look(values)
    shape = (values.shape[0], values.shape[1])
    why = looks_like_classes(codes) if few and found is Look.LABELS and codes is not None else ""
    told = " ".join(map(str, present[:MOST_CODES]))
    return shape, {"look": found.value, "value": str(values.flat[0]), "codes": told, "classes": why}


MOST_CODES = 1000
"""Values of a mask that are remembered; nobody names more classes."""


def _refuse_classes(truth: Facts, mask: Path) -> None:
    """Raises for a mask whose values are rather classes than ids: counted as ids they would all be
    foreground, whatever they are."""
    why = truth.details["classes"]
    if why:
        codes = [int(number) for number in str(truth.details["codes"]).split()]
        raise InputError(
            f"{mask} holds the values {spoken_codes(codes)} besides 0, and {why}: name them with "
            f"'dataset.classes={{first: {spoken_codes(codes[:1])}, …}}' if they are classes, or "
            "set dataset.kind to labels if each is one object, to binary if all are foreground"
        )


def _check_choice(
    classes: Mapping[str, int | Sequence[int]] | None, target: str | None, plane: object
) -> None:
    if classes is not None:
        check_classes(classes, target)
    elif target is not None:
        raise InputError(f"dataset.target={target:.80} needs dataset.classes to name its value")
    if isinstance(plane, str) and plane != MAXIMUM:
        raise InputError(f"dataset.plane must be a number, several, or max, got {plane!r:.80}")


def _one_of(key: str, value: str, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        raise InputError(f"dataset.{key} must be one of {allowed}, got {value!r}")


def _common_kind(pairs: Iterable[Pair]) -> str:
    """``labels`` as soon as one mask is a label image; refuses what contradicts itself."""
    masks = {pair.look: pair.mask for pair in pairs}
    if Look.BINARY in masks and Look.LABELS in masks:
        raise InputError(
            f"{masks[Look.BINARY]} looks binary and {masks[Look.LABELS]} like a label image: "
            "set dataset.kind to binary or labels"
        )
    return "labels" if Look.LABELS in masks else "binary"
