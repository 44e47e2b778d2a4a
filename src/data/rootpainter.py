"""A project of RootPainter: photographs and what people painted on them."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
from annotated_types import MinLen

from src.core import Entry, InputError, Instances, Picture, Sample
from src.data.file_dataset import FileDataset, by_split
from src.data.files import finding
from src.data.files.examining import same_size
from src.data.files.hashes import HashCache
from src.data.formats.images import read_pixels
from src.data.formats.masks import components
from src.data.rootpainter_layout import images_of, project_of

log = logging.getLogger(__name__)

FOLDERS = ("train", "val")


@dataclass(frozen=True)
class Painted:
    """An image and what was painted on it."""

    image: Path
    annotation: Path


class RootPainter(FileDataset[Painted]):
    """Annotated images of a project; the annotation's folder is the split.

    Painted foreground becomes one instance per component. What nobody painted becomes one
    instance that is not scored.

    Args:
        root: the project's folder, its ``.seg_proj`` file, or the sync folder above it.
        images: folder of the images, in the project; ``None`` for the project's dataset.
        tags: see ``FileDataset``.
    """

    def __init__(
        self,
        root: str,
        images: Annotated[str, MinLen(1)] | None = None,
        tags: str | None = None,
        on_error: str = "stop",
    ) -> None:
        super().__init__(tags, on_error)
        self.root = project_of(root)
        self.images = images_of(self.root, images)
        photographs = finding.images_by_stem(self.images)
        annotations = _annotations(self.root / "annotations")
        painted = {name: (photographs.get(name, []), annotations[name]) for name in annotations}
        self._list(self.root, painted, self._examine, [self.root, self.images], photographs)
        bare = len(photographs.keys() - annotations.keys())
        counts = by_split(self._entries)
        log.info("%s: %s, %d images without annotation", self.root, counts, bare)

    def read(self, entry: Entry) -> Sample:
        """One image with what was painted on it."""
        painted = self._files[entry.name]
        truth = painted_truth(read_pixels(painted.annotation), painted.annotation)
        return Sample(Picture(entry, read_pixels(painted.image)), truth)

    def _examine(
        self, name: str, files: tuple[list[Path], list[Path]], cache: HashCache
    ) -> tuple[Entry, Painted]:
        images, annotations = files
        if not images:
            raise InputError(
                f"{annotations[0]} has no image: {self.images} needs a file with the stem "
                f"{name!r}; set dataset.images or dataset.on_error=skip"
            )
        if len(annotations) > 1:
            places = " and ".join(str(path) for path in annotations)
            raise InputError(f"{name!r} is annotated twice, in {places}: keep one")
        image, annotation = finding.only(images), annotations[0]
        picture, truth = cache.measured(image), cache.measured(annotation)
        same_size(annotation, truth.shape, image, picture.shape)
        entry = Entry(picture.id, name, annotation.parent.name, truth.id)
        return entry, Painted(image, annotation)


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
            for path in finding.image_files(folder / split):
                by_stem.setdefault(path.stem, []).append(path)
    if not by_stem:
        raise InputError(
            f"{folder} holds no annotation in train or val, its folders are "
            f"{finding.listing(finding.folders(folder))}: annotate an image first"
        )
    return {stem: by_stem[stem] for stem in sorted(by_stem, key=finding.natural_order)}
