"""A project of RootPainter: photographs and what people painted on them."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from src.core import Entry, InputError, Instances, Picture, Sample
from src.data import _files
from src.data._base import LazyDataset
from src.data._rootpainter_layout import images_of, project_of
from src.data.formats.images import read_pixels
from src.data.formats.masks import components
from src.data.formats.raster import load, measure

log = logging.getLogger(__name__)

FOLDERS = ("train", "val")


class RootPainter(LazyDataset):
    """Annotated images of a project; the annotation's folder is the split.

    Painted foreground becomes one instance per component. What nobody painted becomes one
    instance that is not scored.

    Args:
        root: the project's folder, its ``.seg_proj`` file, or the sync folder above it.
        images: folder of the images, in the project; ``None`` for the project's dataset.
    """

    def __init__(self, root: str, images: str | None = None, on_error: str = "stop") -> None:
        super().__init__(on_error)
        self.root = project_of(root)
        self.images = images_of(self.root, images)
        photographs = _files.images_by_stem(self.images)
        annotations = _annotations(self.root / "annotations")
        painted = {name: (photographs.get(name, []), annotations[name]) for name in annotations}
        found = _files.examine_all(self, painted, self._examine)
        self._entries = _files.usable(self, (f.entry for f in found.values()), self.root)
        self._painted = {entry.name: found[entry.name] for entry in self._entries}
        bare = len(photographs.keys() - annotations.keys())
        counts = _files.by_split(self._entries)
        log.info("%s: %s, %d images without annotation", self.root, counts, bare)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All annotated images, in natural order of their names."""
        return self._entries

    def read(self, entry: Entry) -> Sample:
        """One image with what was painted on it."""
        painted = self._painted[entry.name]
        truth = painted_truth(read_pixels(painted.annotation), painted.annotation)
        return Sample(Picture(entry, read_pixels(painted.image)), truth)

    def _examine(self, name: str, files: tuple[list[Path], list[Path]]) -> "_Painted":
        images, annotations = files
        if not images:
            raise InputError(
                f"{annotations[0]} has no image: {self.images} needs a file with the stem "
                f"{name!r}; set dataset.images or dataset.on_error=skip"
            )
        if len(annotations) > 1:
            places = " and ".join(str(path) for path in annotations)
            raise InputError(f"{name!r} is annotated twice, in {places}: keep one")
        image, annotation = _files.only(images), annotations[0]
        picture_id, shape = _files.identify(image)
        content = load(annotation)
        _files.same_size(annotation, measure(content, annotation), image, shape)
        entry = Entry(picture_id, name, annotation.parent.name, _files.content_id(content))
        return _Painted(entry, image, annotation)


@dataclass(frozen=True)
class _Painted:
    entry: Entry
    image: Path
    annotation: Path


def painted_truth(pixels: npt.NDArray[Any], path: Path) -> Instances:
    """Red is foreground, green background; neither, or both, was not annotated.

    Alpha is ignored, as RootPainter's trainer ignores it.
    """
    if pixels.ndim != 3:
        raise InputError(f"{path} is grey: an annotation has red and green paint, replace it")
    red, green = pixels[..., 0] > 0, pixels[..., 1] > 0
    foreground, background = red & ~green, green & ~red
    labels = components(foreground).astype(np.uint32)
    unannotated = int(labels.max()) + 1
    labels[~foreground & ~background] = unannotated
    return Instances.from_labels(labels, unscored=[unannotated])


def _annotations(folder: Path) -> Mapping[str, list[Path]]:
    by_stem: dict[str, list[Path]] = {}
    for split in FOLDERS:
        if (folder / split).is_dir():
            for path in _files.image_files(folder / split):
                by_stem.setdefault(path.stem, []).append(path)
    if not by_stem:
        raise InputError(
            f"{folder} holds no annotation in train or val, its folders are "
            f"{_files.listing(_files.folders(folder))}: annotate an image first"
        )
    return {stem: by_stem[stem] for stem in sorted(by_stem, key=_files.natural_order)}
