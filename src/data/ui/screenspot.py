"""``dataset=ui_screenspot``: a list of tasks, each a screenshot, an instruction and a box."""

from collections.abc import Mapping, Sequence
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
from src.data.ui.elements import Element, Screen
from src.data.ui.pixels import box_in_pixels, entry_of, picture_size, refuse_layout
from src.data.ui.places import measured, name_of, pictures_beside, words_of
from src.data.ui.screenspot_tasks import (
    IDS,
    IMAGE,
    SIZE,
    Task,
    by_screen,
    folder_of,
    least_size,
    read_tasks,
    size_by,
    size_by_all,
    task_files,
)

BOXES = ("xyxy", "xywh")
ABSENT = ("error", "accept")

BOX, TYPES = ("bbox",), ("ui_type", "data_type")
WORDS = ("instruction", "refined_instruction")
OWN = (*IMAGE, *BOX, *IDS, *WORDS, SIZE)
"""Keys of a task that are no tags."""


class ScreenSpot(Screens):
    """Tasks of the ScreenSpot family, gathered by screenshot.

    Args:
        root: the folder of the tasks, or a file of them.
        tasks: their file in ``root``; ``None`` for ``ground_truth.json``, the files of
            ``annotations/``, or the only JSON file.
        images: folder of the pictures, in ``root``; ``None`` for ``images`` where there is such.
        boxes: ``xyxy`` or ``xywh``, in pixels.
        absent_pictures: ``error``, or ``accept`` for a replay of points, which needs none.
        ask, click, instructions, targets, types, without: see ``Asking``.
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
        instructions: str = "original",
        targets: str = "all",
        types: Sequence[str] | None = None,
        without: Sequence[str] = (),
        tags: str | None = None,
        split: Split | None = None,
        on_error: str = "stop",
    ) -> None:
        asking = Asking(ask, click or Clicks(), instructions, targets, types, without)
        super().__init__(asking, tags, split, on_error)
        for key, value, allowed in (
            ("boxes", boxes, BOXES), ("absent_pictures", absent_pictures, ABSENT),
        ):  # fmt: skip
            if value not in allowed:
                raise InputError(f"dataset.{key} must be one of {allowed}, got {value!r}")
        self.boxes, self.absent_pictures = boxes, absent_pictures
        files = task_files(root, tasks)
        self.images = pictures_beside(folder_of(files[0]), images)
        every = read_tasks(files)
        self._refuse_layout(every)
        self._list_screens(files[0], by_screen(every), [self.images])

    def _screen(self, name: str, item: Any, cache: HashCache) -> Screen:
        tasks: Sequence[Task] = item
        image = self.images / str(entry_of(tasks[0].given, IMAGE, tasks[0].place))
        if self.absent_pictures == "error" and not is_file(image):
            raise InputError(
                f"{tasks[0].place}: {image} is missing: copy it, set dataset.images, or set "
                "dataset.absent_pictures=accept for a replay of points"
            )
        picture_id, size = self._picture(image, tasks, cache)
        elements = tuple(self._element(task, size) for task in tasks)
        _refuse_twins(elements, tasks)
        width, height = size or least_size(elements, tasks)
        tags = _common([words_of(task.given, (*OWN, *TYPES)) for task in tasks])
        at_hand = image if picture_id else None
        return Screen(name, at_hand, (height, width), elements, tags, tasks[0].place, picture_id)

    def _picture(
        self, image: Path, tasks: Sequence[Task], cache: HashCache
    ) -> tuple[str, tuple[int, int] | None]:
        """Hash of a picture, and its width and height, which are those that every task gives it.

        Of a picture that is not at hand the hash is empty, and the size what the tasks say.
        """
        if not is_file(image):
            return "", size_by_all(tasks)
        for task in tasks:
            told = size_by(task)
            declared = told and told[::-1]
            picture = measured(image, self.images, task.place, cache, declared, f"{SIZE} is")
        return picture.id, (picture.shape[1], picture.shape[0])

    def _element(self, task: Task, size: tuple[int, int] | None) -> Element:
        given = task.given
        value = entry_of(given, BOX, task.place)
        box = None if value is None else box_in_pixels(value, self.boxes, size, task.place)
        words = {key: given.get(key, "") for key in WORDS}
        for key, own in words.items():
            if not isinstance(own, str):
                raise InputError(f"{task.place}: {key} must be a text, got {own!r}")
        kind = next((str(given[key]) for key in TYPES if key in given), "")
        return Element(task.id, box, type=kind, columns=words_of(given, OWN), **words)

    def _refuse_layout(self, tasks: Sequence[Task]) -> None:
        boxes = []
        for task in tasks:
            image = next((task.given[key] for key in IMAGE if key in task.given), "")
            size = picture_size(self.images / str(image), self.images) or _size_if_any(task)
            boxes.append((task.place, task.given.get("bbox"), size))
        refuse_layout(boxes, self.boxes, "set dataset.boxes")


def task_places(root: str, tasks: str | None = None) -> list[tuple[str, str]]:
    """Screenshot and id of every task in the order of the files, for logs that go by it."""
    every = read_tasks(task_files(root, tasks))
    return [(name_of(str(entry_of(task.given, IMAGE, task.place))), task.id) for task in every]


def _size_if_any(task: Task) -> tuple[int, int] | None:
    """The size that a task gives; none where it is wrong, which is told when its turn comes."""
    try:
        return size_by(task)
    except InputError:
        return None


def _refuse_twins(elements: Sequence[Element], tasks: Sequence[Task]) -> None:
    seen: set[str] = set()
    for element, task in zip(elements, tasks, strict=True):
        if element.id in seen:
            raise InputError(f"{task.place}: another task of its screenshot has the same id")
        seen.add(element.id)


def _common(words: Sequence[Mapping[str, str]]) -> dict[str, str]:
    """What all of them say alike."""
    first, *others = words
    return {key: own for key, own in first.items() if all(one.get(key) == own for one in others)}
