"""Folders as COCO, CVAT and YOLO write them: one square object per picture."""

import json
from pathlib import Path
from typing import Any

from tests.data.pictures import photograph, save

SHAPE = (24, 32)
NAMES = ("a", "b", "c")


def square(number: int) -> list[float]:
    """Corners of a square of 8 px, x and y in turns; each picture has its own."""
    left = 4.0 + number
    return [left, 6.0, left + 8, 6.0, left + 8, 14.0, left, 14.0]


def coco(folder: str = "") -> dict[str, Any]:
    """As CVAT exports: every label is a category, attributes beside what COCO has."""
    height, width = SHAPE
    return {
        "licenses": [{"name": "", "id": 0, "url": ""}],
        "categories": [
            {"id": 1, "name": "root", "supercategory": ""},
            {"id": 2, "name": "stone", "supercategory": ""},
        ],
        "images": [
            {"id": number + 1, "file_name": f"{folder}{name}.png", "width": width, "height": height}
            for number, name in enumerate(NAMES)
        ],
        "annotations": [
            {
                "id": number + 1, "image_id": number + 1, "category_id": 1 + number % 2,
                "segmentation": [square(number)], "area": 64.0, "iscrowd": 0,
                "bbox": [4.0 + number, 6.0, 8.0, 8.0], "attributes": {"occluded": False},
            }
            for number in range(len(NAMES))
        ],
    }  # fmt: skip


def write(kind: str, home: Path) -> Path:
    """The files of three samples."""
    for number, name in enumerate(NAMES):
        save(home / "images" / f"{name}.png", photograph(number, SHAPE))
    if kind == "coco":
        (home / "annotations").mkdir()
        (home / "annotations" / "instances_default.json").write_text(json.dumps(coco()))
        return home
    (home / "labels").mkdir()
    (home / "data.yaml").write_text("path: .\ntrain: images\nnames: [root, stone]\n")
    for number, name in enumerate(NAMES):
        sides = (SHAPE[1], SHAPE[0])
        shares = [f"{one / sides[place % 2]:.6f}" for place, one in enumerate(square(number))]
        (home / "labels" / f"{name}.txt").write_text(f"{number % 2} {' '.join(shares)}\n")
    return home
