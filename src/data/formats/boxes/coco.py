"""COCO's JSON: annotations of pictures and categories, or a list of results."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

import numpy as np
from pycocotools import mask as coco

from src.core import InputError
from src.core.instances import Rle
from src.data.files.foreign import read_json
from src.data.formats.boxes.listed import ListedBoxes

ADVICE = "give COCO's annotations or results"
Object = Mapping[str, Any]


@dataclass(frozen=True, eq=False)
class CocoFile:
    """Pictures by name, what is in them, and the names of the categories.

    Args:
        shapes: height and width of each picture.
        files: name to the path that the file gives the picture.
        numbers: id of a picture to its name.
        categories: id of a category to its name.
        boxes: of each picture that has any.
    """

    shapes: Mapping[str, tuple[int, int]]
    files: Mapping[str, str]
    numbers: Mapping[Any, str]
    categories: Mapping[Any, str]
    boxes: Mapping[str, ListedBoxes]


def read_coco(path: Path, *, masks: bool = False) -> CocoFile:
    """Annotations; those with a score are predictions.

    Args:
        masks: whether segmentations are read, too.
    """
    given = read_json(path, ADVICE)
    parts = {key: _objects(given, key, path) for key in ("images", "annotations", "categories")}
    numbers = {_key(one, "id", path): _name(one, path) for one in parts["images"]}
    if len(set(numbers.values())) < len(parts["images"]):
        raise InputError(f"{path}: two images have one id or one name: give each its own")
    named = dict(zip(numbers.values(), parts["images"], strict=True))
    shapes = {name: _shape(one, path) for name, one in named.items()}
    categories = {_key(one, "id", path): str(one.get("name")) for one in parts["categories"]}
    files = {name: str(one["file_name"]) for name, one in named.items()}
    boxes = _by_picture(parts["annotations"], numbers, categories, shapes, path, masks)
    return CocoFile(shapes, files, numbers, categories, boxes)


def read_results(path: Path, truth: CocoFile, *, masks: bool = False) -> Mapping[str, ListedBoxes]:
    """Predictions: a list of results for the pictures of a truth, or annotations with scores."""
    given = read_json(path, ADVICE)
    if isinstance(given, dict):
        return read_coco(path, masks=masks).boxes
    results = _objects({"results": given}, "results", path)
    return _by_picture(results, truth.numbers, truth.categories, truth.shapes, path, masks)


def _by_picture(
    annotations: Sequence[Object],
    numbers: Mapping[Any, str],
    categories: Mapping[Any, str],
    shapes: Mapping[str, tuple[int, int]],
    path: Path,
    masks: bool,
) -> dict[str, ListedBoxes]:
    drawn: defaultdict[str, list[Object]] = defaultdict(list)
    for number, one in enumerate(annotations):
        for key, known in (("image_id", numbers), ("category_id", categories)):
            if _key(one, key, path) not in known:
                raise InputError(f"{path}, number {number}: there is no {key} {one.get(key)!r}")
        drawn[numbers[one["image_id"]]].append(one)
    return {
        name: _listed(own, categories, shapes[name], f"{path}, image {name}", masks)
        for name, own in drawn.items()
    }


def _listed(
    drawn: Sequence[Object],
    categories: Mapping[Any, str],
    shape: tuple[int, int],
    place: str,
    masks: bool,
) -> ListedBoxes:
    rles = tuple(_mask(one, shape, place) for one in drawn) if masks else None
    around = rles or [None] * len(drawn)
    boxes = np.array([_box(one, place, rle) for one, rle in zip(drawn, around, strict=True)])
    boxes = np.hstack([boxes[:, :2], boxes[:, :2] + boxes[:, 2:]])
    scores = [one.get("score") for one in drawn]
    predicted = any(score is not None for score in scores)
    areas = [one.get("area") for one in drawn]
    return ListedBoxes(
        boxes,
        tuple(categories[one["category_id"]] for one in drawn),
        scores=np.array([_real(score, "score", place) for score in scores]) if predicted else None,
        scored=np.array([not one.get("iscrowd") for one in drawn], bool),
        areas=None
        if predicted or None in areas
        else np.array([_real(own, "area", place) for own in areas]),
        rles=rles,
    )


def _box(one: Object, place: str, rle: Rle | None) -> list[float]:
    given = one.get("bbox")
    if given is None and rle is not None:
        return [float(side) for side in coco.toBbox(dict(rle))]
    if not isinstance(given, list) or len(given) != 4:
        raise InputError(f"{place}: bbox must be [x, y, width, height], got {given!r:.60}")
    box = [_real(number, "bbox", place) for number in given]
    if min(box[2:]) < 0:
        raise InputError(f"{place}: a bbox has a negative width or height: {box}")
    return box


def _mask(one: Object, shape: tuple[int, int], place: str) -> Rle:
    given = one.get("segmentation")
    try:
        if isinstance(given, list):
            return coco.merge(coco.frPyObjects(given, *shape))  # type: ignore[no-any-return]
        if isinstance(given, dict) and tuple(given["size"]) == shape:
            counts = given["counts"]
            if isinstance(counts, list):
                return coco.frPyObjects(dict(given), *shape)  # type: ignore[no-any-return]
            return {"size": list(shape), "counts": str(counts).encode()}
    except (TypeError, ValueError, KeyError, IndexError) as error:
        raise InputError(f"{place}: a segmentation cannot be read ({error})") from error
    raise InputError(f"{place}: there is no segmentation of {shape[1]}×{shape[0]} px: add it")


def _objects(given: Any, part: str, path: Path) -> list[Object]:
    own = given.get(part) if isinstance(given, dict) else None
    if not isinstance(own, list) or not all(isinstance(one, dict) for one in own):
        raise InputError(f"{path} has no list {part!r} of objects: {ADVICE}")
    return own


def _key(one: Object, key: str, path: Path) -> Any:
    value = one.get(key)
    if not isinstance(value, str | int):
        raise InputError(f"{path}: {key} must be a number, got {value!r:.40}")
    return value


def _name(one: Object, path: Path) -> str:
    given = one.get("file_name")
    if not isinstance(given, str) or not given:
        raise InputError(f"{path}: an image has no file_name: add it")
    return str(PurePosixPath(given.replace("\\", "/")).with_suffix("")).strip("/").replace("/", "_")


def _shape(one: Object, path: Path) -> tuple[int, int]:
    sides = [_real(one.get(side), side, str(path)) for side in ("height", "width")]
    if min(sides) < 1:
        raise InputError(f"{path}: an image is {sides[1]:g}×{sides[0]:g}: correct its size")
    return int(sides[0]), int(sides[1])


def _real(value: Any, key: str, place: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not np.isfinite(value):
        raise InputError(f"{place}: {key} must be a number, got {value!r:.40}")
    return float(value)
