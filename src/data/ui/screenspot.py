"""``dataset=ui_screenspot``: a list of tasks, each a screenshot, an instruction and a box."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from math import ceil
from pathlib import Path
from typing import Annotated, Any

from annotated_types import MinLen

from src.core import InputError
from src.data.files.foreign import is_file
from src.data.files.hashes import HashCache
from src.data.split import Split
from src.data.ui.asking import Asking
from src.data.ui.clicks import Clicks
from src.data.ui.dataset import Screens
from src.data.ui.document import loaded
from src.data.ui.elements import Element, Screen
from src.data.ui.pixels import box_in_pixels, entry_of, picture_size, refuse_layout
from src.data.ui.places import files_at, measured, name_of, pictures_beside, words_of
from src.data.ui.values import are_finite

BOXES = ("xyxy", "xywh")
ABSENT = ("error", "accept")

IMAGE, BOX, IDS = ("image", "img_filename", "image_path"), ("bbox",), ("id", "i")
TYPES = ("ui_type", "data_type")
OWN = (*IMAGE, *BOX, *IDS, "instruction", "img_size")
"""Keys of a task that are no tags."""


@dataclass(frozen=True)
class Task:
    """One task of a file and its place, for sentences."""

    given: Mapping[str, Any]
    place: str
    id: str


class ScreenSpot(Screens):
    """Tasks of the ScreenSpot family, gathered by screenshot.

    Args:
        root: the folder of the tasks, or a file of them.
        tasks: their file in ``root``; ``None`` for ``ground_truth.json``, the files of
            ``annotations/``, or the only JSON file.
        images: folder of the pictures, in ``root``; ``None`` for ``images`` where there is such.
        boxes: ``xyxy`` or ``xywh``, in pixels.
        absent_pictures: ``error``, or ``accept`` for a replay of points, which needs none.
        ask, click, targets, types, without: see ``Asking``.
        tags: see ``FileDataset``; what all tasks of a screenshot say alike are tags as well.
    """

    def __init__(
        self,
        root: Annotated[str, MinLen(1)],
        tasks: str | None = None,
        images: str | None = None,
        boxes: str = "xyxy",
        absent_pictures: str = "error",
        ask: str = "instruction",
        click: Clicks | None = None,
        targets: str = "all",
        types: Sequence[str] | None = None,
        without: Sequence[str] = (),
        tags: str | None = None,
        split: Split | None = None,
        on_error: str = "stop",
    ) -> None:
        asking = Asking(ask, click or Clicks(), "original", targets, types, without)
        super().__init__(asking, tags, split, on_error)
        for key, value, allowed in (
            ("boxes", boxes, BOXES), ("absent_pictures", absent_pictures, ABSENT),
        ):  # fmt: skip
            if value not in allowed:
                raise InputError(f"dataset.{key} must be one of {allowed}, got {value!r}")
        self.boxes, self.absent_pictures = boxes, absent_pictures
        files = files_at(root, tasks, "dataset.tasks", _guess)
        self.images = pictures_beside(_home(files[0]), images)
        every = list(chain.from_iterable(_tasks(file, len(files) > 1) for file in files))
        self._refuse_layout(every)
        self._list_screens(files[0], _by_screen(every), [self.images])

    def _screen(self, name: str, item: Any, cache: HashCache) -> Screen:
        tasks: Sequence[Task] = item
        image = self.images / str(entry_of(tasks[0].given, IMAGE, tasks[0].place))
        size, picture_id, declared = None, "", _declared(tasks)
        if self.absent_pictures == "error" and not is_file(image):
            raise InputError(
                f"{tasks[0].place}: {image} is missing: copy it, set dataset.images, or set "
                "dataset.absent_pictures=accept for a replay of points"
            )
        if is_file(image):
            picture = measured(
                image, self.images, tasks[0].place, cache, declared and declared[::-1]
            )
            size, picture_id = (picture.shape[1], picture.shape[0]), picture.id
        elements = tuple(self._element(task, size or declared) for task in tasks)
        _refuse_twins(elements, tasks)
        width, height = size or declared or _least(elements)
        tags = _common([words_of(task.given, (*OWN, *TYPES)) for task in tasks])
        at_hand = image if picture_id else None
        return Screen(name, at_hand, (height, width), elements, tags, tasks[0].place, picture_id)

    def _element(self, task: Task, size: tuple[int, int] | None) -> Element:
        given = task.given
        value = entry_of(given, BOX, task.place)
        box = None if value is None else box_in_pixels(value, self.boxes, size, task.place)
        instruction = given.get("instruction", "")
        if not isinstance(instruction, str):
            raise InputError(f"{task.place}: instruction must be a text, got {instruction!r}")
        kind = next((str(given[key]) for key in TYPES if key in given), "")
        columns = words_of(given, OWN)
        return Element(task.id, box, type=kind, instruction=instruction, columns=columns)

    def _refuse_layout(self, tasks: Sequence[Task]) -> None:
        boxes = []
        for task in tasks:
            image = next((task.given[key] for key in IMAGE if key in task.given), "")
            size = _declared([task]) or picture_size(self.images / str(image), self.images)
            boxes.append((task.place, task.given.get("bbox"), size))
        refuse_layout(boxes, self.boxes, "set dataset.boxes")


def task_places(root: str, tasks: str | None = None) -> list[tuple[str, str]]:
    """Screenshot and id of every task in the order of the files, for logs that go by it."""
    files = files_at(root, tasks, "dataset.tasks", _guess)
    every = chain.from_iterable(_tasks(file, len(files) > 1) for file in files)
    return [(name_of(str(entry_of(task.given, IMAGE, task.place))), task.id) for task in every]


def _guess(folder: Path) -> list[Path]:
    """``ground_truth.json``, else all files of ``annotations``, else the only file."""
    if is_file(folder / "ground_truth.json"):
        return [folder / "ground_truth.json"]
    several, beside = (sorted(home.glob("*.json")) for home in (folder / "annotations", folder))
    return several or (beside if len(beside) == 1 else [])


def _home(file: Path) -> Path:
    """A file in the folder of the set, whether it lies in ``annotations`` or not."""
    return file.parent if file.parent.name == "annotations" else file


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


def _by_screen(tasks: Sequence[Task]) -> dict[str, list[Task]]:
    screens: dict[str, list[Task]] = {}
    for task in tasks:
        image = entry_of(task.given, IMAGE, task.place)
        if not isinstance(image, str) or not image:
            raise InputError(f"{task.place}: image must be the path of a picture, got {image!r}")
        screens.setdefault(name_of(image), []).append(task)
    return screens


def _refuse_twins(elements: Sequence[Element], tasks: Sequence[Task]) -> None:
    seen: set[str] = set()
    for element, task in zip(elements, tasks, strict=True):
        if element.id in seen:
            raise InputError(f"{task.place}: another task of its screenshot has the same id")
        seen.add(element.id)


def _declared(tasks: Sequence[Task]) -> tuple[int, int] | None:
    """Width and height by ``img_size``, where the tasks give it."""
    size = tasks[0].given.get("img_size")
    return (int(size[0]), int(size[1])) if are_finite(size, 2) else None


def _least(elements: Sequence[Element]) -> tuple[int, int]:
    """The smallest picture that has room for the boxes, where nobody tells its size."""
    boxes = [element.box for element in elements if element.box is not None] or [(0, 0, 1, 1)]
    return max(ceil(box[2]) for box in boxes), max(ceil(box[3]) for box in boxes)


def _common(words: Sequence[Mapping[str, str]]) -> dict[str, str]:
    """What all of them say alike."""
    first, *others = words
    return {key: own for key, own in first.items() if all(one.get(key) == own for one in others)}
