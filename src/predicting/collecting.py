"""What was noted of all pictures, as tables and as the one file that other programs read."""

import csv
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

import numpy as np
import yaml

from src.data.files.whole import becoming, write_whole
from src.data.formats.label_studio.write import label_config
from src.predicting.looking import OBJECT as OBJECT_NAME
from src.predicting.writing import COCO, LABEL_STUDIO, YOLO, YOLO_OUTLINES, Noted

IMAGES_TABLE, OBJECTS_TABLE, COCO_FILE = "images.csv", "objects.csv", "coco.json"

Notes = Callable[[], Iterator[Noted]]
"""All notes, read again each time: they need not fit into memory."""


def collect(notes: Notes, folder: Path, kinds: Sequence[str]) -> None:
    """Write everything that is about all pictures together."""
    write_tables(notes, folder)
    names = sorted({name for note in notes() for name in note.objects["name"]})
    if COCO in kinds:
        write_coco(notes, folder / COCO_FILE, names)
    if YOLO in kinds:
        write_yolo(notes, folder / YOLO, names)
    if YOLO_OUTLINES in kinds:
        write_yolo(notes, folder / YOLO_OUTLINES, names, outlines=True)
    if LABEL_STUDIO in kinds:
        write_tasks(notes, folder / LABEL_STUDIO)


def write_tables(notes: Notes, folder: Path) -> None:
    """A line per picture, and a line per object."""
    with _whole(folder / IMAGES_TABLE) as images, _whole(folder / OBJECTS_TABLE) as objects:
        pictures, things = csv.writer(images), csv.writer(objects)
        pictures.writerow([*SUMMARY, "file"])
        things.writerow(OBJECT)
        for note in notes():
            pictures.writerow([*summary(note).values(), note.file])
            things.writerows(_lines(note))


SUMMARY = (
    "image", "width", "height", "objects", "area", "share", "mean_area", "median_area", "length",
)  # fmt: skip
OBJECT = (
    "image", "object", "class", "score", "area", "length", "left", "top", "right", "bottom",
)  # fmt: skip


def summary(note: Noted) -> dict[str, Any]:
    """How many things are on a picture and how large they are, in pixels."""
    areas = np.array(note.objects["area"], np.float64)
    known = [length for length in note.objects["length"] if length is not None]
    middle = ("", "") if not len(areas) else (_short(areas.mean()), _short(np.median(areas)))
    share = areas.sum() / max(note.width * note.height, 1)
    length = _short(sum(known)) if known or not len(areas) else ""
    values = (note.name, note.width, note.height, len(areas), int(areas.sum()), f"{share:.6f}")
    return dict(zip(SUMMARY, (*values, *middle, length), strict=True))


def _lines(note: Noted) -> Iterator[list[Any]]:
    scores = note.objects.get("score") or [""] * len(note)
    columns = (note.objects[name] for name in ("name", "area", "length", "box"))
    for number, (score, (name, area, length, box)) in enumerate(
        zip(scores, zip(*columns, strict=True), strict=True), 1
    ):
        sides = [_short(side) for side in box]
        yield [note.name, number, name, score, area, "" if length is None else length, *sides]


def _short(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")


def write_coco(notes: Notes, path: Path, names: Sequence[str]) -> None:
    """One file of images, annotations and categories; masks as run lengths."""
    numbers = {name: number for number, name in enumerate(names, 1)}
    with _whole(path) as file:
        categories = [{"id": number, "name": name} for name, number in numbers.items()]
        file.write('{"categories": ' + _json(categories) + ',\n"images": [')
        for image, note in enumerate(notes(), 1):
            said = {
                "id": image, "file_name": note.file, "width": note.width, "height": note.height,
            }  # fmt: skip
            file.write(("" if image == 1 else ",") + "\n" + _json(said))
        file.write('],\n"annotations": [')
        count = 0
        for image, note in enumerate(notes(), 1):
            for said in _annotations(note, image, numbers):
                count += 1
                file.write(("" if count == 1 else ",") + "\n" + _json({"id": count, **said}))
        file.write("]}\n")


def _annotations(note: Noted, image: int, numbers: dict[str, int]) -> Iterator[dict[str, Any]]:
    columns = note.objects
    for place, name in enumerate(columns["name"]):
        left, top, right, bottom = columns["box"][place]
        said = {
            "image_id": image,
            "category_id": numbers[name],
            "bbox": [left, top, right - left, bottom - top],
            "area": columns["area"][place],
            "iscrowd": 0,
        }
        if "counts" in columns:
            size = [note.height, note.width]
            said["segmentation"] = {"size": size, "counts": columns["counts"][place]}
        if "score" in columns:
            said["score"] = columns["score"][place]
        yield said


def write_yolo(notes: Notes, folder: Path, names: Sequence[str], *, outlines: bool = False) -> None:
    """``labels/NAME.txt`` with a line per box or outline, and ``data.yaml`` with the classes."""
    numbers = {name: number for number, name in enumerate(names)}
    for note in notes():
        sides = (note.width, note.height)
        boxes = map(_middle_and_size, note.objects["box"])
        places: Iterable[Sequence[float]] = note.objects["outline"] if outlines else boxes
        lines = []
        for name, place in zip(note.objects["name"], places, strict=True):
            shares = (value / sides[at % 2] for at, value in enumerate(place))
            lines.append(f"{numbers[name]} {' '.join(f'{share:.12g}' for share in shares)}\n")
        write_whole(folder / "labels" / f"{note.name}.txt", "".join(lines).encode())
    said = {"path": ".", "train": "images", "val": "images", "names": dict(enumerate(names))}
    write_whole(folder / "data.yaml", yaml.safe_dump(said, sort_keys=False).encode())


def _middle_and_size(box: Sequence[float]) -> tuple[float, float, float, float]:
    left, top, right, bottom = box
    return (left + right) / 2, (top + bottom) / 2, right - left, bottom - top


def write_tasks(notes: Notes, folder: Path) -> None:
    """What Label Studio imports, and the labelling configuration in which it is corrected."""
    used: dict[str, None] = {}
    with _whole(folder / "tasks.json") as file:
        file.write("[")
        for number, note in enumerate(notes()):
            file.write((",\n" if number else "\n") + _json(note.task))
            used |= dict.fromkeys(_labels(note))
        file.write("]\n")
    # Of all tasks the configuration needs the names of the labels alone.
    regions = [{"value": {"brushlabels": [label]}} for label in used]
    configuration = label_config([{"predictions": [{"result": regions}]}], OBJECT_NAME)
    write_whole(folder / "label_config.xml", configuration.encode())


def _labels(note: Noted) -> Iterator[str]:
    for prediction in (note.task or {}).get("predictions", ()):
        yield from (region["value"]["brushlabels"][0] for region in prediction["result"])


def _json(said: Any) -> str:
    return json.dumps(said, ensure_ascii=False)


@contextmanager
def _whole(path: Path) -> Iterator[TextIO]:
    """A text that takes the place of the file when it is whole."""
    with becoming(path) as partial, partial.open("w", encoding="utf-8", newline="") as file:
        yield file
