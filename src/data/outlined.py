"""Pictures with masks that other programs list in files: COCO's JSON, YOLO's outlines."""

import hashlib
import logging
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from src.core import Entry, InputError, Instances, Picture, Sample
from src.core.instances import Rle
from src.data.file_dataset import FileDataset, by_split
from src.data.files import finding
from src.data.files.foreign import spoken
from src.data.files.hashes import HashCache
from src.data.formats.images import read_pixels
from src.data.split import Split

log = logging.getLogger(__name__)


@dataclass(frozen=True, eq=False)
class Drawn:
    """What is listed of one picture.

    Args:
        image: the file.
        place: of the list, for sentences.
    """

    image: Path
    place: str


@dataclass(frozen=True, eq=False)
class Masks:
    """The masks of one picture, which may overlap.

    Args:
        names: of their classes.
        scored: ``False`` for a crowd.
    """

    rles: tuple[Rle, ...]
    names: tuple[str, ...]
    scored: tuple[bool, ...]


class Outlined(FileDataset[Drawn], ABC):
    """What the two layouts share: files are found by name, classes chosen, masks read when asked.

    Args:
        root: the folder, with the pictures anywhere below it.
        labels: only objects of these classes; ``None`` for all.
        tags: see ``FileDataset``.
    """

    def __init__(
        self,
        root: str,
        labels: Sequence[str] | None,
        tags: str | None,
        split: Split | None,
        on_error: str,
    ) -> None:
        super().__init__(tags, on_error)
        self.split = split or Split()
        self.folder = finding.existing_folder(root, "dataset.root")
        drawn, known = self._listed()
        for label in labels or ():
            if label not in known:
                there = ", ".join(f"{spoken(one):.100}" for one in known[:10]) or "none"
                raise InputError(f"dataset.labels: no class is called {label!r}; there are {there}")
        self.labels = None if labels is None else tuple(labels)
        self.class_names = tuple(known) if labels is None else tuple(dict.fromkeys(labels))
        self._list(self.folder, drawn, self._examine)
        self._entries = tuple(self.split.shared(self._entries))
        log.info("%s: %s", self.folder, by_split(self._entries))

    @abstractmethod
    def _listed(self) -> tuple[Mapping[str, Drawn], Sequence[str]]:
        """Name of a picture to what is listed of it, and the names of the classes."""

    @abstractmethod
    def _masks(self, drawn: Drawn, shape: tuple[int, int]) -> Masks:
        """The masks of a picture of this height and width."""

    def read(self, entry: Entry) -> Sample:
        """One picture with its masks."""
        drawn = self._files[entry.name]
        picture = Picture(entry, read_pixels(drawn.image))
        return Sample(picture, self._instances(drawn, picture.shape))

    def _examine(self, name: str, drawn: Drawn, cache: HashCache) -> tuple[Entry, Drawn]:
        picture = cache.measured(drawn.image)
        masks = self._masks(drawn, picture.shape)
        told = repr((self.labels, masks.names, masks.scored, [rle["counts"] for rle in masks.rles]))
        truth_id = hashlib.sha256(told.encode()).hexdigest()[:16]
        return Entry(picture.id, name, self.split.of(picture.id, name), truth_id), drawn

    def _instances(self, drawn: Drawn, shape: tuple[int, int]) -> Instances:
        masks = self._masks(drawn, shape)
        numbers = {name: number for number, name in enumerate(self.class_names)}
        kept = [place for place, name in enumerate(masks.names) if name in numbers]
        return Instances(
            shape,
            rles=tuple(masks.rles[place] for place in kept),
            classes=np.array([numbers[masks.names[place]] for place in kept], np.int64),
            class_names=self.class_names or None,
            scored=np.array([masks.scored[place] for place in kept], bool),
        )
