"""What people painted in Label Studio, as the truth of the pictures they painted on."""

import hashlib
import json
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from src.core import Entry, InputError, Picture, Sample
from src.data import _files
from src.data._base import LazyDataset
from src.data._task_images import TaskImages
from src.data.formats.images import read_pixels
from src.data.formats.label_studio import TaskMasks
from src.data.formats.label_studio_regions import declared_shape, regions
from src.data.formats.label_studio_tasks import Task, Work
from src.data.split import Split

log = logging.getLogger(__name__)


class LabelStudio(LazyDataset):
    """Pictures with their annotated masks, which may overlap.

    A task that nobody annotated is no sample; one that was annotated as empty is.

    Args:
        tasks: the exported JSON file, or a folder with ``tasks.json`` or ``*_tasks.json``.
        images: folder below which the images lie; ``None`` for that of the tasks.
        labels: only regions of these names; ``None`` for all.
        source: ``annotations`` of people, or ``predictions`` of a model.
        several: ``error``, or ``newest`` where a task was annotated more than once.
    """

    def __init__(
        self,
        tasks: str,
        images: str | None = None,
        labels: Sequence[str] | None = None,
        source: str = "annotations",
        several: str = "error",
        split: Split | None = None,
        on_error: str = "stop",
    ) -> None:
        super().__init__(on_error)
        self.split = split or Split()
        self.masks = TaskMasks(tasks, source, several=several)
        self.labels = self._known(labels)
        home = self.masks.path if self.masks.path.is_dir() else self.masks.path.parent
        self._images = TaskImages(_files.existing_folder(images or home, "dataset.images"))
        tried = {task.place: task for task in self.masks.tasks.values()}
        found = _files.examine_all(self, tried, self._examine)
        painted = [one for one in found.values() if one is not None]
        if not painted and not self.skipped:
            raise InputError(f"{self.masks.path} has no {source}: label it, then export as JSON")
        entries = (one.entry for one in painted)
        self._entries = _files.usable(self, entries, self.masks.path)
        self._painted = _by_name(painted)
        bare = len(found) - len(painted)
        counts = _files.by_split(self._entries)
        log.info("%s: %s, %d tasks without %s", self.masks.path, counts, bare, source)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All annotated pictures, in the order of their tasks."""
        return self._entries

    def read(self, entry: Entry) -> Sample:
        """One picture with its annotated masks."""
        painted = self._painted[entry.name]
        picture = Picture(entry, read_pixels(painted.image))
        found = regions(painted.task, painted.work, picture.shape)
        kept = [one for one in found if self.labels is None or one.label in self.labels]
        return Sample(picture, self.masks.instances(kept, picture.shape))

    def _known(self, labels: Sequence[str] | None) -> tuple[str, ...] | None:
        for label in labels or ():
            if label not in self.masks.class_names:
                there = ", ".join(self.masks.class_names) or "none"
                raise InputError(
                    f"dataset.labels: no region is called {label!r}; there are {there}"
                )
        return None if labels is None else tuple(labels)

    def _examine(self, place: str, task: Task) -> "_Painted | None":
        work = self.masks.work(task)
        if work is None:
            return None
        image = self._images.find(task)
        if image is None:
            raise InputError(
                f"{place}: its image is not below {self._images.folder}: copy it there, or set "
                "dataset.images to its folder"
            )
        picture_id, shape = _files.identify(image)
        declared = declared_shape(task)
        if declared not in (None, shape):
            raise InputError(
                f"{place} was labelled on another size than that of {image}, {shape[1]}×{shape[0]} "
                "(width×height): give the image that was labelled"
            )
        named = f"{self.labels}{json.dumps(work.results, sort_keys=True)}"
        truth_id = hashlib.sha256(named.encode()).hexdigest()[:16]
        entry = Entry(picture_id, image.stem, self.split.of(picture_id, image.stem), truth_id)
        return _Painted(entry, image, task, work)


@dataclass(frozen=True, eq=False)
class _Painted:
    entry: Entry
    image: Path
    task: Task
    work: Work


def _by_name(painted: Sequence[_Painted]) -> dict[str, _Painted]:
    found: dict[str, _Painted] = {}
    for one in painted:
        other = found.setdefault(one.entry.name, one)
        if other is not one:
            raise InputError(
                f"{one.task.place} and {other.task.place} both have an image called "
                f"{one.entry.name}: keep one of them"
            )
    return found
