"""``dataset=ui_osworld_g``: desktop screenshots of which only the targets are annotated."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from src.core import InputError
from src.data.files.finding import expanded
from src.data.files.foreign import is_file, is_folder
from src.data.ui.annotated import AnnotatedScreens
from src.data.ui.conversion import box_around, in_pixels
from src.data.ui.document import FILE, loaded
from src.data.ui.elements import BBOX, BOX_TYPES, POLYGON, REFUSAL, Box, Element
from src.data.ui.layouts import corners
from src.data.ui.places import name_of
from src.data.ui.records import VERSION, ElementRecord, ScreenshotRecord
from src.data.ui.values import are_finite, corners_of

TASKS, REFINED = "OSWorld-G.json", "OSWorld-G_refined.json"
"""The lists of tasks as they were published; the second has the same ids and other words."""

KEYS = ("id", "image_path", "image_size", "instruction", "box_type", "box_coordinates")


class OsworldG(AnnotatedScreens):
    """``annotations.json`` with ``raw_box_coordinates``, the pixels that people drew; or TASKS.

    What else is on the screen nobody wrote down, so no level of an element can be told.
    """

    def _document(self, root: str) -> tuple[Path, Any]:
        folder = expanded(root, "dataset.root").absolute()
        if not is_file(folder / TASKS) or is_file(folder / FILE):
            return super()._document(root)
        refined = folder / REFINED
        words = _instructions(loaded(refined), refined) if is_file(refined) else {}
        return folder / TASKS, _as_document(loaded(folder / TASKS), folder / TASKS, words)

    def _elements(self, record: ScreenshotRecord) -> tuple[Element, ...]:
        shape = record.height, record.width
        return tuple(_drawn(element, shape) for element in record.elements)


def _drawn(record: ElementRecord, shape: tuple[int, int]) -> Element:
    """The element where it was drawn; its fractions were rounded."""
    element, raw = in_pixels(record, shape), record.raw_box_coordinates
    if record.box_type != BBOX or raw is None or len(raw) != 4:
        return element
    return replace(element, box=corners(raw, "xywh"))


def _as_document(tasks: Any, file: Path, refined: Mapping[str, str]) -> dict[str, Any]:
    """The published list in the form of ``annotations.json``."""
    home = "images/" if is_folder(file.parent / "images") else ""
    samples: dict[str, dict[str, Any]] = {}
    for task in _checked(tasks, file):
        (width, height), image = task["image_size"], str(task["image_path"])
        sample = samples.setdefault(
            image,
            {"id": name_of(image), "image": home + image, "width": width, "height": height,
             "elements": []},
        )  # fmt: skip
        place = f"{file}, task {task['id']}"
        words = {"refined_instruction": refined.get(str(task["id"]))} if refined else {}
        besides = {key: own for key, own in task.items() if key not in KEYS[1:]}
        instruction = {"instruction": task["instruction"], **words}
        sample["elements"].append({**besides, **instruction, **_place(task, place)})
    return {"version": VERSION, "dataset": file.stem, "samples": list(samples.values())}


def _place(task: Mapping[str, Any], place: str) -> dict[str, Any]:
    kind, raw = task["box_type"], task["box_coordinates"]
    if kind == REFUSAL:
        return {"box_type": REFUSAL, "bbox": None}
    if kind not in BOX_TYPES:
        raise InputError(f"{place}: box_type must be one of {BOX_TYPES}, got {kind!r}")
    points = corners_of(raw)
    if points is None or (kind == BBOX and not are_finite(raw, 4)):
        raise InputError(f"{place}: box_coordinates must be numbers of pixels, got {raw!r}")
    box = box_around(points) if kind == POLYGON else corners(raw, "xywh")
    return {
        "box_type": kind, "bbox": _fractions(box, task["image_size"]), "raw_box_coordinates": raw,
    }  # fmt: skip


def _fractions(box: Box, size: Any) -> list[float]:
    """Fractions of a picture; what was drawn a little beyond its border ends there."""
    sides = (*size, *size)
    return [min(max(value / side, 0.0), 1.0) for value, side in zip(box, sides, strict=True)]


def _instructions(tasks: Any, file: Path) -> dict[str, str]:
    return {str(task["id"]): str(task["instruction"]) for task in _checked(tasks, file)}


def _checked(tasks: Any, file: Path) -> list[Mapping[str, Any]]:
    """The tasks of a list, each with all its keys."""
    if not isinstance(tasks, list):
        raise InputError(f"{file} must hold a list of tasks")
    for number, task in enumerate(tasks):
        missing = [key for key in KEYS if not isinstance(task, Mapping) or key not in task]
        if missing:
            raise InputError(f"{file}, task number {number}: has no {missing[0]!r}: add it")
        if not are_finite(task["image_size"], 2) or min(task["image_size"]) < 1:
            raise InputError(f"{file}, task {task['id']}: image_size must be width and height")
    return tasks
