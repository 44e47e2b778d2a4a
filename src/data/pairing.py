"""Which mask belongs to which image, in the layouts that people have."""

from collections.abc import Iterable, Mapping
from itertools import chain
from pathlib import Path

from src.core import InputError
from src.data.files import finding

IMAGES, MASK_FOLDERS = "images", ("masks", "labels")

SUFFIXES = tuple(
    join + word
    for word in ("mask", "masks", "label", "labels", "seg", "segmentation")
    for join in ("_", "-")
)
"""What the stem of a mask may have more than that of its image."""

DOUBLE = ".ome"
"""Before an ending it is a part of it: a0.ome.tif is an image called a0."""

ByName = dict[str, list[Path]]
ByNames = dict[str, tuple[list[Path], list[Path]]]


class Pairs:
    """The images and masks of a folder, by the name that both share.

    Args:
        root: holds ``images`` beside ``masks`` or ``labels``; or images and masks together, where
            a mask is called like its image with one of ``SUFFIXES``.
        images: folder of the images, in ``root``.
        masks: folder of the masks, in ``root``; ``None`` to look for it.
        optional: whether images alone will do where there is no mask at all.
    """

    def __init__(
        self, root: Path, images: str = IMAGES, masks: str | None = None, *, optional: bool = False
    ) -> None:
        own = root if images == IMAGES and not (root / IMAGES).is_dir() else None
        together = own is not None and masks is None and not _present(root)
        if together and not finding.image_files(root):
            # Nothing of the kind is here: say which folders are.
            finding.subfolder(root, images, "dataset.images")
        self.images = own or finding.subfolder(root, images, "dataset.images")
        alone = optional and masks is None and not _present(root)
        self.masks = (
            self.images
            if together or alone
            else finding.subfolder(root, masks or _masks_of(root), "dataset.masks")
        )
        files = _by_stem(self.images)
        self.labelled = not alone or (together and any(map(_bare, files)))
        if not self.labelled:
            self.files: ByNames = {name: (found, []) for name, found in files.items()}
            return
        if self.images == self.masks:
            images_here = {stem: own for stem, own in files.items() if _bare(stem) is None}
            masks_here = {stem: own for stem, own in files.items() if _bare(stem) is not None}
            if not masks_here:
                raise InputError(
                    f"{root} holds images and no masks: call them like their image with _mask, "
                    "_label or _seg, or put them into a folder masks; pictures without masks are "
                    "for python -m src.predict"
                )
        else:
            images_here, masks_here = files, _by_stem(self.masks)
        self._there = {"image": _first(images_here), "mask": _first(masks_here)}
        self.files = _matched(images_here, masks_here)

    def of(self, name: str) -> tuple[Path, Path]:
        """The image and the mask of a name; raises where there is not one of each."""
        images, masks = self.files[name]
        if not masks:
            raise self._lonely("mask", images[0], self.masks)
        if not images:
            raise self._lonely("image", masks[0], self.images)
        return finding.only(images), finding.only(masks)

    def _lonely(self, partner: str, file: Path, folder: Path) -> InputError:
        return InputError(
            f"{file} has no {partner}: {folder} needs a file with the stem {stem_of(file)!r}, "
            f"it has {self._there[partner]}; or set dataset.on_error=skip"
        )


def stem_of(file: Path) -> str:
    """The name of a file without its ending."""
    stem = file.stem
    return stem[: -len(DOUBLE)] if stem.lower().endswith(DOUBLE) else stem


def _matched(images: ByName, masks: ByName) -> ByNames:
    """Name to its images and masks; a suffix counts where no image is called with it."""
    by_name: Mapping[str, list[Path]] = images
    own: ByName = {}
    for stem, files in masks.items():
        bare = _bare(stem)
        name = bare if stem not in by_name and bare is not None else stem
        own.setdefault(name, []).extend(files)
    names = sorted(images.keys() | own.keys(), key=finding.natural_order)
    return {name: (images.get(name, []), own.get(name, [])) for name in names}


def _bare(stem: str) -> str | None:
    """A stem without what says that it is a mask; ``None`` where it says nothing."""
    for suffix in SUFFIXES:
        if stem.lower().endswith(suffix) and len(stem) > len(suffix):
            return stem[: -len(suffix)]
    return None


def _by_stem(folder: Path) -> ByName:
    found: ByName = {}
    for file in chain(*finding.images_by_stem(folder).values()):
        found.setdefault(stem_of(file), []).append(file)
    return found


def _present(root: Path) -> list[str]:
    return [name for name in MASK_FOLDERS if (root / name).is_dir()]


def _masks_of(root: Path) -> str:
    present = _present(root)
    if len(present) == 1:
        return present[0]
    have = "both masks and labels" if present else "neither masks nor labels"
    there = finding.listing(finding.folders(root))
    raise InputError(f"{root} has {have}, its folders are {there}: set dataset.masks to one")


def _first(files: Mapping[str, Iterable[Path]]) -> str:
    return finding.listing(chain(*files.values()), most=2)
