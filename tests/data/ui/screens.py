"""Small screenshots with elements, in the files of every kind of set."""

import json
from pathlib import Path
from typing import Any

import numpy as np

from tests.data.pictures import Array, photograph, save

WIDTH, HEIGHT = 40, 30
SHAPE = (HEIGHT, WIDTH)
NAMES = ("a", "b", "c")

BUTTON = {"id": "button", "bbox": [0.1, 0.1, 0.6, 0.4], "text": "Login", "type": "button"}
LABEL = {"id": "label", "bbox": [0.2, 0.2, 0.5, 0.3], "text": "Login", "type": "text"}
FIELD = {"id": "field", "bbox": [0.1, 0.5, 0.9, 0.9], "type": "field", "text": None}
SIGN = {
    "id": "sign", "bbox": [0.7, 0.1, 0.9, 0.4], "box_type": "polygon", "type": "icon",
    "polygon": [[0.8, 0.1], [0.9, 0.4], [0.7, 0.4]],
}  # fmt: skip
ABSENT = {"id": "absent", "bbox": None, "box_type": "refusal", "instruction": "press the bell"}


def element(given: dict[str, Any], **changed: Any) -> dict[str, Any]:
    """One of the above with other values; ``...`` for a key that it shall not have."""
    return {key: value for key, value in {**given, **changed}.items() if value is not ...}


def spoken(given: dict[str, Any], words: str) -> dict[str, Any]:
    """One of the above that can be asked for by words."""
    return element(given, instruction=words, refined_instruction=f"Click on {words}.")


def sample(name: str = "a", *elements: dict[str, Any], **changed: Any) -> dict[str, Any]:
    """One screenshot with a button, the label on it, a field and a sign; or with these elements."""
    own = {
        "id": name, "image": f"images/{name}.png", "width": WIDTH, "height": HEIGHT,
        "elements": [*(elements or (BUTTON, LABEL, FIELD, SIGN))],
    }  # fmt: skip
    return element(own, **changed)


def document(*samples: dict[str, Any], **changed: Any) -> dict[str, Any]:
    """The whole file."""
    own = {"version": "1.0", "dataset": "drawn", "samples": [*(samples or (sample(),))]}
    return element(own, **changed)


def write_document(home: Path, given: Any) -> Path:
    """The file alone."""
    home.mkdir(parents=True, exist_ok=True)
    file = home / "annotations.json"
    file.write_text(json.dumps(given), encoding="utf-8")
    return file


def write_pictures(home: Path, *names: str) -> None:
    """A screenshot each, of noise that differs by name."""
    for name in names:
        save(home / "images" / f"{name}.png", screenshot(name))


def screenshot(name: str) -> Array:
    """Pixels that differ by name."""
    return photograph(sum(name.encode()), (*SHAPE, 3))


def write_set(home: Path, *samples: dict[str, Any]) -> Path:
    """The file with a picture for every sample; gives the folder back."""
    given = document(*samples)
    write_pictures(home, *(one["id"] for one in given["samples"]))
    write_document(home, given)
    return home


def write(kind: str, home: Path) -> Path:
    """Three screenshots in the layout of a dataset."""
    write_pictures(home, *NAMES)
    if kind in ("ui", "ui_osworld_g"):
        write_document(home, document(*map(sample, NAMES)))
    elif kind == "ui_screenspot":
        tasks = [task(name, number) for name in NAMES for number in range(2)]
        (home / "ground_truth.json").write_text(json.dumps(tasks))
    elif kind == "ui_coco":
        (home / "annotations.json").write_text(json.dumps(coco(*NAMES)))
    elif kind == "ui_yolo":
        (home / "data.yaml").write_text("names: [button, text]\n")
        for name in NAMES:
            write_labels(home, name, "0 0.35 0.25 0.5 0.3", "1 0.35 0.25 0.3 0.1")
    return home


def task(image: str = "a", number: int = 0, **changed: Any) -> dict[str, Any]:
    """One task of a ScreenSpot set."""
    own = {
        "image": f"{image}.png", "id": f"{image}-{number}", "instruction": f"press key {number}",
        "bbox": [4 + 10 * number, 3, 12 + 10 * number, 9],
    }  # fmt: skip
    return element(own, **changed)


def coco(*names: str, **changed: Any) -> dict[str, Any]:
    """A COCO file with a button and a text on it on every screenshot."""
    boxes = {1: [4, 3, 20, 9], 2: [8, 6, 12, 3]}
    size = {"width": WIDTH, "height": HEIGHT}
    own = {
        "images": [{"id": n, "file_name": f"{name}.png", **size} for n, name in enumerate(names)],
        "annotations": [
            {"id": 10 * n + kind, "image_id": n, "category_id": kind, "bbox": box}
            for n in range(len(names))
            for kind, box in boxes.items()
        ],
        "categories": [{"id": 1, "name": "button"}, {"id": 2, "name": "text"}],
    }
    return element(own, **changed)


def write_labels(home: Path, name: str, *lines: str) -> Path:
    """The text file of a YOLO set."""
    file = home / "labels" / f"{name}.txt"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("\n".join(lines) + "\n")
    return file


def flat(colour: int = 255) -> Array:
    """A screenshot of one colour."""
    return np.full((*SHAPE, 3), colour, np.uint8)
