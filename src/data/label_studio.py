"""What people painted in Label Studio, as the truth of the pictures they painted on."""

import hashlib
import json
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated

from annotated_types import Ge, Le, MinLen

from src.core import Entry, InputError, Picture, Sample
from src.data.file_dataset import FileDataset, by_split
from src.data.files import finding
from src.data.files.foreign import spoken
from src.data.files.hashes import HashCache
from src.data.formats.images import read_pixels
from src.data.formats.label_studio.regions import OPAQUE, declared_shape, regions
from src.data.formats.label_studio.task_masks import TaskMasks, check_alpha, to_instances
from src.data.formats.label_studio.tasks import Task, Work
from src.data.split import Split
from src.data.task_images import TaskImages

log = logging.getLogger(__name__)


@dataclass(frozen=True, eq=False)
class Painted:
    """An image, the work that somebody did on it, and the place of that, for sentences."""

    image: Path
    place: str
    work: Work


class LabelStudio(FileDataset[Painted]):
    """Pictures with their annotated masks, which may overlap.

    A task that nobody annotated is no sample; one that was annotated as empty is.

    Args:
        tasks: the exported JSON file, or a folder with ``tasks.json`` or ``*_tasks.json``.
        images: folder below which the images lie; ``None`` for that of the tasks.
        labels: only regions of these names; ``None`` for all.
        source: ``annotations`` of people, or ``predictions`` of a model.
        several: ``error``, or ``newest`` where a task was annotated more than once.
        alpha: of 255, from which on a pixel of a brush belongs to its mask.
        tags: see ``FileDataset``.
    """

    def __init__(
        self,
        tasks: Annotated[str, MinLen(1)],
        images: Annotated[str, MinLen(1)] | None = None,
        labels: Sequence[str] | None = None,
        source: str = "annotations",
        several: str = "error",
        alpha: Annotated[int, Ge(1), Le(255)] = OPAQUE,
        tags: str | None = None,
        split: Split | None = None,
        on_error: str = "stop",
    ) -> None:
        super().__init__(tags, on_error)
        self.split = split or Split()
        check_alpha("dataset.alpha", alpha)
        self.alpha = alpha
        masks = TaskMasks(tasks, source, several=several, alpha=alpha)
        self.labels = _known(labels, masks.class_names)
        self.class_names = masks.class_names if labels is None else tuple(dict.fromkeys(labels))
        home = masks.path if masks.path.is_dir() else masks.path.parent
        folder = finding.existing_folder(images or home, "dataset.images")
        every = {task.place: task for task in masks.tasks.values()}
        painted = {place: task for place, task in every.items() if masks.works(task)}
        if not painted:
            raise InputError(f"{masks.path} has no {source}: label it, then export as JSON")
        examine = partial(self._examine, masks=masks, images=TaskImages(folder))
        self._list(masks.path, painted, examine, [folder], masks.tasks)
        self._entries = tuple(self.split.shared(self._entries))
        counts, bare = by_split(self._entries), len(every) - len(painted)
        log.info("%s: %s, %d tasks without %s", masks.path, counts, bare, source)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All annotated pictures, in the order of their tasks."""
        return self._entries

    def read(self, entry: Entry) -> Sample:
        """One picture with its annotated masks."""
        painted = self._files[entry.name]
        picture = Picture(entry, read_pixels(painted.image))
        drawn = regions(painted.place, painted.work, picture.shape, self.alpha)
        wanted = [region for region in drawn if self.labels is None or region.label in self.labels]
        return Sample(picture, to_instances(wanted, picture.shape, self.class_names))

    def _examine(
        self, place: str, task: Task, cache: HashCache, masks: TaskMasks, images: TaskImages
    ) -> tuple[Entry, Painted]:
        work = masks.work(task)
        image = images.find(task)
        if image is None:
            raise InputError(
                f"{place}: its image is not below {images.folder}: copy it there, or set "
                "dataset.images to its folder"
            )
        picture = cache.measured(image)
        shape = picture.shape
        if declared_shape(task) not in (None, shape):
            raise InputError(
                f"{place} was labelled on another size than that of {image}, {shape[1]}×{shape[0]} "
                "(width×height): give the image that was labelled"
            )
        results = json.dumps(work.results, sort_keys=True, default=list)
        truth_id = hashlib.sha256(f"{self.labels} {self.alpha} {results}".encode()).hexdigest()[:16]
        split = self.split.of(picture.id, image.stem)
        return Entry(picture.id, image.stem, split, truth_id), Painted(image, place, work)


def _known(labels: Sequence[str] | None, class_names: Sequence[str]) -> tuple[str, ...] | None:
    for label in labels or ():
        if label not in class_names:
            there = ", ".join(f"{spoken(one):.100}" for one in class_names[:10]) or "none"
            raise InputError(f"dataset.labels: no region is called {label!r}; there are {there}")
    return None if labels is None else tuple(labels)
