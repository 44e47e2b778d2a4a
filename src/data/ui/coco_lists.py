"""The three lists of a COCO file of screenshots, with values of the kinds that they must be."""

from collections.abc import Mapping
from math import isfinite
from pathlib import Path
from typing import Any

from src.core import InputError
from src.data.ui.values import is_size

NEEDED = {"images": ("id", "file_name"), "annotations": ("id",), "categories": ("id", "name")}
IDS = ("id", "image_id", "category_id")
TEXTS = ("text", "instruction", "refined_instruction")

Object = Mapping[str, Any]


def objects_of(given: Any, part: str, file: Path) -> list[Object]:
    """One of the three lists of the file, whose objects can be told from one another."""
    own = given.get(part) if isinstance(given, dict) else None
    if not isinstance(own, list):
        raise InputError(f"{file} has no list {part!r}: COCO has images, annotations, categories")
    for number, one in enumerate(own):
        place = f"{file}, {part} number {number}"
        missing = [key for key in NEEDED[part] if not isinstance(one, dict) or key not in one]
        if missing:
            raise InputError(f"{place}: has no {missing[0]!r}: add it")
        for key in IDS:
            if key in one and not _is_id(one[key]):
                raise InputError(f"{place}: {key} must be a number, got {one[key]!r:.80}")
        name = one.get("file_name", "-")
        if not isinstance(name, str) or not name:
            raise InputError(f"{place}: file_name must be the path of a picture, got {name!r:.80}")
        if part == "categories" and not (isinstance(one["name"], str) or _is_id(one["name"])):
            raise InputError(f"{place}: name must be a text, got {one['name']!r:.80}")
    return own


def categories_of(given: Any, file: Path) -> dict[Any, str]:
    """Id to name of each type of element."""
    listed = objects_of(given, "categories", file)
    categories: dict[Any, str] = {}
    for one in listed:
        if one["id"] in categories:
            raise InputError(f"{file}: two categories have the id {one['id']!r}: give each its own")
        categories[one["id"]] = str(one["name"])
    return categories


def refuse_values(annotation: Object, place: str) -> None:
    """Stop at words that are no texts, and at a crowd that is neither one nor none."""
    for key in TEXTS:
        if not isinstance(annotation.get(key), str | None):
            raise InputError(f"{place}: {key} must be a text, got {annotation[key]!r:.80}")
    crowd = annotation.get("iscrowd")
    if crowd not in (None, 0, 1):
        raise InputError(f"{place}: iscrowd must be 0 or 1, got {crowd!r:.80}")


def declared_size(image: Object, place: str) -> tuple[Any, Any]:
    """Height and width of a picture, ``None`` where the file does not tell."""
    for key in ("height", "width"):
        if image.get(key) is not None and not is_size(image[key]):
            raise InputError(f"{place}: {key} must be a number of pixels, got {image[key]!r:.80}")
    return image.get("height"), image.get("width")


def _is_id(value: Any) -> bool:
    """Numbers as COCO has them, or texts as some exporters write them."""
    if isinstance(value, float):
        return isfinite(value)
    return bool(value) if isinstance(value, str) else type(value) is int
