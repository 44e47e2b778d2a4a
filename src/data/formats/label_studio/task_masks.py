"""The masks that Label Studio tasks carry, by the name of their picture."""

from collections.abc import Iterable, Sequence
from typing import Annotated

import numpy as np
from annotated_types import Ge, Le, MinLen

from src.core import InputError, Instances, Picture
from src.data.files.finding import expanded
from src.data.files.foreign import is_file, is_folder, spoken
from src.data.formats.label_studio.regions import OPAQUE, Region, labels_of, regions
from src.data.formats.label_studio.tasks import Task, Work, by_name, read_tasks

SOURCES = ("predictions", "annotations")
SEVERAL = ("error", "newest")


class TaskMasks:
    """Reads the tasks when made, and the masks of a picture when asked.

    Args:
        path: a task file, or a folder with ``tasks.json`` or ``*_tasks.json``.
        source: ``predictions`` of a model, or ``annotations`` of people.
        model_version: only predictions of this version; ``None`` for any.
        several: ``error``, or ``newest`` where a task carries more than one.
        alpha: of 255, from which on a pixel of a brush belongs to its mask.
    """

    def __init__(
        self,
        path: Annotated[str, MinLen(1)] | None,
        source: str = "predictions",
        model_version: str | None = None,
        several: str = "error",
        alpha: Annotated[int, Ge(1), Le(255)] = OPAQUE,
    ) -> None:
        if source not in SOURCES:
            raise InputError(f"source must be one of {SOURCES}, got {source!r}")
        if several not in SEVERAL:
            raise InputError(f"several must be one of {SEVERAL}, got {several!r}")
        check_alpha("alpha", alpha)
        self.path = expanded(path or "", "path")
        if not path or not (is_file(self.path) or is_folder(self.path)):
            named = "no path" if not path else f"{spoken(self.path):.300} does not exist"
            raise InputError(f"{named}: give a task file, or the folder that holds it")
        self.source, self.model_version, self.several = source, model_version, several
        self.alpha = alpha
        self.tasks = by_name(read_tasks(self.path))
        if source == "predictions" and _only_annotated(self.tasks.values()):
            raise InputError(
                f"{self.path} has annotations but no predictions: set source=annotations to take "
                "those, or export the tasks with their predictions"
            )
        works = (work for task in self.tasks.values() for work in self.works(task))
        self.class_names = tuple(sorted(labels_of(works)))

    def __str__(self) -> str:
        return f"looked for {self.source} in {self.path}"

    def __call__(self, picture: Picture) -> Instances | None:
        """The masks of this picture; ``None`` where no task is about it."""
        task = self.tasks.get(picture.entry.name)
        if task is None:
            return None
        drawn: list[Region] = []
        if self.works(task):
            drawn = regions(task.place, self.work(task), picture.shape, self.alpha)
        return to_instances(drawn, picture.shape, self.class_names)

    def works(self, task: Task) -> list[Work]:
        """All work on a task of the source and the version that were asked for."""
        if self.source == "annotations":
            return list(task.annotations)
        if task.numbered:
            raise InputError(
                f"{task.place}: its {task.numbered} predictions are only numbered, as Label "
                "Studio's JSON export has them: give the tasks that were imported there, or set "
                "source=annotations"
            )
        wanted = self.model_version
        return [work for work in task.predictions if wanted in (None, work.model_version)]

    def work(self, task: Task) -> Work:
        """The one piece of work that counts, of a task that has some."""
        works = self.works(task)
        if len(works) > 1 and self.several == "error":
            versions = sorted({spoken(work.model_version or "unnamed")[:100] for work in works})
            ways = "several=newest"
            if self.source == "predictions":
                ways = f"model_version to one of {', '.join(versions[:10])}, or {ways}"
            raise InputError(f"{task.place} has {len(works)} {self.source}: set {ways}")
        # Of equal times the later in the file, since Label Studio appends; max takes the first.
        return max(reversed(works), key=lambda work: work.updated)


def check_alpha(key: str, alpha: int) -> None:
    """Refuses what no pixel can have."""
    if not 1 <= alpha <= 255:
        raise InputError(f"{key} must be from 1 to 255, got {alpha!r}")


def to_instances(
    regions: Sequence[Region], shape: tuple[int, int], class_names: Sequence[str]
) -> Instances:
    """Regions as instances: masks that may overlap, classes by name, scores where known.

    Args:
        class_names: what was looked for; empty where regions have no names.
    """
    scores = [np.nan if region.score is None else region.score for region in regions]
    numbers = {name: number for number, name in enumerate(class_names)}
    named = bool(numbers) and all(region.label in numbers for region in regions)
    return Instances(
        shape,
        rles=tuple(region.rle for region in regions),
        classes=np.array([numbers[region.label] for region in regions]) if named else None,
        scores=None if np.isnan(scores).any() else np.array(scores),
        class_names=tuple(class_names) or None,
    )


def _only_annotated(tasks: Iterable[Task]) -> bool:
    """Whether people worked on some task, and a model on none."""
    works = [(bool(task.predictions or task.numbered), bool(task.annotations)) for task in tasks]
    return (False, True) in works and not any(predicted for predicted, _ in works)
