"""The lists of tasks as which OSWorld-G was published, in the form of ``annotations.json``."""

from collections.abc import Mapping, Sequence
from math import isfinite
from pathlib import Path
from typing import Any

from src.core import InputError
from src.data.files.foreign import is_file, is_folder
from src.data.ui.conversion import box_around
from src.data.ui.document import loaded
from src.data.ui.elements import BBOX, BOX_TYPES, REFUSAL, Box
from src.data.ui.flatness import PIXEL_SLACK, is_flat
from src.data.ui.layouts import backwards, outside
from src.data.ui.pixels import box_in_pixels, leaving, picture_size, refuse_layout
from src.data.ui.places import name_of
from src.data.ui.records import VERSION
from src.data.ui.values import corners_of, is_size

TASKS, REFINED = "OSWorld-G.json", "OSWorld-G_refined.json"
"""The second has the same ids and other words."""

PLACE, SIZE = "box_coordinates", "image_size"
KEYS = ("id", "image_path", SIZE, "instruction", "box_type", PLACE)

Task = Mapping[str, Any]


def published(folder: Path) -> dict[str, Any]:
    """The tasks by screenshot, as a document whose samples have ``tasks`` and no elements yet.

    What is wrong with one task is told by ``as_elements``, when the turn of its screenshot comes.
    """
    file, refined = folder / TASKS, folder / REFINED
    words = _instructions(loaded(refined), refined) if is_file(refined) else {}
    home = "images/" if is_folder(folder / "images") else ""
    tasks = _checked(loaded(file), file)
    _refuse_layout(tasks, folder / home, file)
    samples: dict[str, dict[str, Any]] = {}
    for task in tasks:
        (width, height), image = task[SIZE], task["image_path"]
        sample = samples.setdefault(
            name_of(image),
            {"id": name_of(image), "image": home + image, "width": width, "height": height,
             "elements": [], "tasks": []},
        )  # fmt: skip
        if sample["image"] != home + image:
            raise InputError(
                f"{place_of(task, file)}: image_path {image!r} differs from that of another task "
                "by its ending alone: rename one of the pictures"
            )
        besides = {"refined_instruction": words.get(str(task["id"]))} if words else {}
        sample["tasks"].append({**task, **besides})
    return {"version": VERSION, "dataset": file.stem, "samples": list(samples.values())}


def as_elements(sample: Mapping[str, Any], file: Path) -> dict[str, Any]:
    """A sample whose tasks have become its elements."""
    kept = {key: own for key, own in sample.items() if key != "tasks"}
    return {**kept, "elements": [_element(task, file) for task in sample["tasks"]]}


def place_of(task: Task, file: Path) -> str:
    """File and task, with which a sentence begins."""
    return f"{file}, task {task['id']}"


def _element(task: Task, file: Path) -> dict[str, Any]:
    place, kind = place_of(task, file), task["box_type"]
    besides = {key: own for key, own in task.items() if key not in (SIZE, PLACE, "image_path")}
    if kind == REFUSAL:
        return {**besides, "bbox": None}
    if kind not in BOX_TYPES:
        raise InputError(f"{place}: box_type must be one of {BOX_TYPES}, got {kind!r}")
    raw, size = task[PLACE], task[SIZE]
    drawn = box_in_pixels if kind == BBOX else _box_around
    box = drawn(raw, "xywh", size, place, PLACE)
    # What was drawn a little beyond the border ends there.
    sides = (*size, *size)
    bbox = [min(max(value / side, 0.0), 1.0) for value, side in zip(box, sides, strict=True)]
    if backwards(bbox):
        raise leaving(raw, size, place, PLACE)
    return {**besides, "bbox": bbox, "raw_box_coordinates": raw}


def _box_around(raw: Any, _: str, size: Sequence[float], place: str, key: str) -> Box:
    """The box round the corners of a polygon, or one sentence about what is wrong with them."""
    points = corners_of(raw)
    if points is None or not all(isfinite(value) for corner in points for value in corner):
        raise InputError(f"{place}: {key} must be corners of two finite numbers each, got {raw!r}")
    if len(points) < 3:
        raise InputError(f"{place}: {key} has {len(points)} corners: give three or more")
    if is_flat(points, PIXEL_SLACK):
        raise InputError(f"{place}: {key} has no area, its corners enclose nothing: correct it")
    box = box_around(points)
    if outside(box, size):
        raise leaving(raw, size, place, key)
    return box


def _refuse_layout(tasks: Sequence[Task], images: Path, file: Path) -> None:
    boxes = []
    for task in tasks:
        if task["box_type"] == BBOX:
            size = picture_size(images / task["image_path"], images) or task[SIZE]
            boxes.append((place_of(task, file), task[PLACE], size))
    refuse_layout(boxes, "xywh", "OSWorld-G has x, y, width, height in pixels", PLACE)


def _instructions(tasks: Any, file: Path) -> dict[str, str]:
    return {str(task["id"]): str(task["instruction"]) for task in _checked(tasks, file)}


def _checked(tasks: Any, file: Path) -> list[Task]:
    """The tasks of a list, each with all its keys."""
    if not isinstance(tasks, list):
        raise InputError(f"{file} must hold a list of tasks")
    for number, task in enumerate(tasks):
        missing = [key for key in KEYS if not isinstance(task, Mapping) or key not in task]
        if missing:
            raise InputError(f"{file}, task number {number}: has no {missing[0]!r}: add it")
        place, size, image = place_of(task, file), task[SIZE], task["image_path"]
        if not (isinstance(size, list) and len(size) == 2 and all(map(is_size, size))):
            raise InputError(
                f"{place}: {SIZE} must be width and height in pixels, got {size!r:.80}"
            )
        if not isinstance(image, str) or not image:
            raise InputError(f"{place}: image_path must be the path of a picture, got {image!r}")
    return tasks
