"""The masks that Label Studio tasks carry, by the name of their picture."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

from src.core import InputError, Instances, Picture
from src.data.formats.label_studio_regions import Region, labels_of, regions
from src.data.formats.label_studio_tasks import Task, Work, by_name, read_tasks

SOURCES = ("predictions", "annotations")
SEVERAL = ("error", "newest")


class TaskMasks:
    """Reads the tasks when made, and the masks of a picture when asked.

    Args:
        path: a task file, or a folder with ``tasks.json`` or ``*_tasks.json``.
        source: ``predictions`` of a model, or ``annotations`` of people.
        model_version: only predictions of this version; ``None`` for any.
        several: ``error``, or ``newest`` where a task carries more than one.
    """

    def __init__(
        self,
        path: str | None,
        source: str = "predictions",
        model_version: str | None = None,
        several: str = "error",
    ) -> None:
        if source not in SOURCES:
            raise InputError(f"source must be one of {SOURCES}, got {source!r}")
        if several not in SEVERAL:
            raise InputError(f"several must be one of {SEVERAL}, got {several!r}")
        self.path = Path(path or "").expanduser()
        if not path or not self.path.exists():
            named = "no path" if not path else f"{self.path} does not exist"
            raise InputError(f"{named}: give a task file, or the folder that holds it")
        self.source, self.model_version, self.several = source, model_version, several
        self.tasks = by_name(read_tasks(self.path))
        if source == "predictions" and _only_annotated(self.tasks.values()):
            raise InputError(
                f"{self.path} has annotations but no predictions: set source=annotations to take "
                "those, or export the tasks with their predictions"
            )
        works = (work for task in self.tasks.values() for work in self._works(task))
        self.class_names = tuple(sorted(labels_of(works)))

    def __call__(self, picture: Picture) -> Instances | None:
        """The masks of this picture; ``None`` where no task is about it."""
        task = self.tasks.get(picture.entry.name)
        if task is None:
            return None
        work = self.work(task)
        return self.instances(regions(task, work, picture.shape) if work else [], picture.shape)

    def work(self, task: Task) -> Work | None:
        """The one piece of work on a task that counts; ``None`` where there is none."""
        works = self._works(task)
        if len(works) > 1 and self.several == "error":
            versions = ", ".join(sorted({work.model_version or "unnamed" for work in works}))
            ways = "several=newest"
            if self.source == "predictions":
                ways = f"model_version to one of {versions}, or {ways}"
            raise InputError(f"{task.place} has {len(works)} {self.source}: set {ways}")
        # Of equal times the later in the file: Label Studio appends.
        return max(enumerate(works), key=lambda one: (one[1].updated, one[0]))[1] if works else None

    def instances(self, found: Sequence[Region], shape: tuple[int, int]) -> Instances:
        """Regions as instances: masks that may overlap, classes by name, scores where known."""
        scores = [np.nan if region.score is None else region.score for region in found]
        known = {name: number for number, name in enumerate(self.class_names)}
        named = bool(known) and all(region.label in known for region in found)
        return Instances(
            shape,
            rles=tuple(region.rle for region in found),
            classes=np.array([known[region.label] for region in found]) if named else None,
            scores=None if np.isnan(scores).any() else np.array(scores),
        )

    def _works(self, task: Task) -> list[Work]:
        if self.source == "annotations":
            return list(task.annotations)
        wanted = self.model_version
        return [work for work in task.predictions if wanted in (None, work.model_version)]


def _only_annotated(tasks: Iterable[Task]) -> bool:
    """Whether people worked on some task, and a model on none."""
    works = [(bool(task.predictions), bool(task.annotations)) for task in tasks]
    return (False, True) in works and not any(predicted for predicted, _ in works)
