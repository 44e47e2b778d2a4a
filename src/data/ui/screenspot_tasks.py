"""The lists of tasks that the ScreenSpot sets are, and the sizes that they give their pictures."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from math import ceil
from pathlib import Path
from typing import Any

from src.core import InputError
from src.data.files.foreign import is_file
from src.data.ui.document import loaded
from src.data.ui.elements import Element
from src.data.ui.pixels import entry_of
from src.data.ui.places import files_at, name_of
from src.data.ui.values import is_size

IMAGE, IDS, SIZE = ("image", "img_filename", "image_path"), ("id", "i"), "img_size"

MOST_PIXELS = 2**28
"""Pixels of a picture; one of more cannot be read, so a place beyond is a mistake."""


@dataclass(frozen=True)
class Task:
    """One task of a file and its place, for sentences."""

    given: Mapping[str, Any]
    place: str
    id: str


def task_files(root: str, tasks: str | None) -> list[Path]:
    """The files of a set: the named one, or those that its folder stands for."""
    return files_at(root, tasks, "dataset.tasks", _guess)


def read_tasks(files: Sequence[Path]) -> list[Task]:
    """Every task in the order of the files."""
    return list(chain.from_iterable(_tasks(file, len(files) > 1) for file in files))


def folder_of(file: Path) -> Path:
    """A file in the folder of the set, whether it lies in ``annotations`` or not."""
    return file.parent if file.parent.name == "annotations" else file


def by_screen(tasks: Sequence[Task]) -> dict[str, list[Task]]:
    """The tasks of each screenshot."""
    screens: dict[str, list[Task]] = {}
    for task in tasks:
        image = entry_of(task.given, IMAGE, task.place)
        if not isinstance(image, str) or not image:
            raise InputError(f"{task.place}: image must be the path of a picture, got {image!r}")
        screens.setdefault(name_of(image), []).append(task)
    return screens


def size_by(task: Task) -> tuple[int, int] | None:
    """Width and height that a task gives its picture; ``None`` where it gives none."""
    size = task.given.get(SIZE)
    if size is None:
        return None
    if not (isinstance(size, list) and len(size) == 2 and all(map(is_size, size))):
        raise InputError(
            f"{task.place}: {SIZE} must be width and height in pixels, got {size!r:.80}"
        )
    width, height = map(int, size)
    if width * height > MOST_PIXELS:
        raise InputError(
            f"{task.place}: {SIZE} is {width}×{height}, and no picture has more than "
            f"{MOST_PIXELS} pixels: correct it"
        )
    return width, height


def size_by_all(tasks: Sequence[Task]) -> tuple[int, int] | None:
    """The size of a picture that is not at hand, by those of its tasks that give one."""
    known: tuple[int, int] | None = None
    for task in tasks:
        size = size_by(task)
        if known is not None and size not in (None, known):
            raise InputError(
                f"{task.place}: {SIZE} is {list(size or ())}, but {list(known)} for another task "
                "on the same picture: correct one"
            )
        known = known or size
    return known


def least_size(elements: Sequence[Element], tasks: Sequence[Task]) -> tuple[int, int]:
    """The smallest picture that has room for the boxes, where nobody tells its size."""
    width = height = 1
    for element, task in zip(elements, tasks, strict=True):
        if element.box is None:
            continue
        width, height = max(width, ceil(element.box[2])), max(height, ceil(element.box[3]))
        if width * height > MOST_PIXELS:
            raise InputError(
                f"{task.place}: bbox {task.given['bbox']} would need a picture of more than "
                f"{MOST_PIXELS} pixels: correct it"
            )
    return width, height


def _guess(folder: Path) -> list[Path]:
    """``ground_truth.json``, else all files of ``annotations``, else the only file."""
    if is_file(folder / "ground_truth.json"):
        return [folder / "ground_truth.json"]
    several, beside = (sorted(home.glob("*.json")) for home in (folder / "annotations", folder))
    return several or (beside if len(beside) == 1 else [])


def _tasks(file: Path, several: bool) -> list[Task]:
    given = loaded(file)
    if not isinstance(given, list) or not all(isinstance(one, dict) for one in given):
        raise InputError(
            f"{file} must hold a list of tasks, each an object: see dataset=ui_screenspot"
        )
    before = f"{file.stem}-" if several else ""
    tasks = []
    for number, task in enumerate(given):
        own = next((task[key] for key in IDS if key in task), f"{before}{number}")
        tasks.append(Task(task, f"{file}, task {own}", str(own)))
    return tasks
