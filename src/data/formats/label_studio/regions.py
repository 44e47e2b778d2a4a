"""From the results of a Label Studio task to masks: brush, COCO run lengths and polygons."""

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from pycocotools import mask as coco

from src.core import InputError
from src.core.instances import Rle
from src.data.files.foreign import spoken
from src.data.formats.label_studio.decode import Bytes, decode_alpha
from src.data.formats.label_studio.shades import plain_name
from src.data.formats.label_studio.tasks import Result, Task, Work, number_of
from src.geometry.masks import encode
from src.geometry.rle import decompressed

log = logging.getLogger(__name__)

OPAQUE = 128
"""Alpha from which on a pixel is painted: a stroke has soft edges, a fifth of its area."""

WORDLESS = ("labels", "choices", "relation", "textarea", "rating", "taxonomy")
"""Kinds of results that name or judge a region and draw none."""


@dataclass(frozen=True, eq=False)
class Region:
    """One mask with what it is called and how sure its maker was."""

    rle: Rle
    label: str = ""
    score: float | None = None


def regions(
    task_place: str, work: Work, shape: tuple[int, int], alpha: int = OPAQUE
) -> list[Region]:
    """The masks of one piece of work on a picture of this height and width.

    Args:
        task_place: file and number of the task, for sentences.
        alpha: of 255, from which on a pixel of a brush belongs to its mask.
    """
    masks: list[Region] = []
    for group in _grouped(work.results):
        drawings = [result for result in group if _draws(result)]
        if not drawings:
            _tell(task_place, group)
            continue
        drawn = drawings[0]
        place = f"{task_place}, result {spoken(drawn.get('id', len(masks) + 1)):.80}"
        if any(_drawing(other) != _drawing(drawn) for other in drawings[1:]):
            raise InputError(f"{place} is drawn twice and differently: give each mask its own id")
        _check_place(drawn, shape, place)
        try:
            rle = _mask(drawn["value"], shape, alpha)
        except (ValueError, TypeError, KeyError, IndexError, OverflowError) as error:
            reason = spoken(" ".join(str(error).split()))
            raise InputError(f"{place}: {reason:.300}; export the task again") from error
        if rle is None:
            log.warning("%s is fainter than alpha=%d everywhere and is left out", place, alpha)
            continue
        label = next(filter(None, map(_label, group)), "")
        masks.append(Region(rle, label, _score(group, work)))
    return masks


def declared_shape(task: Task) -> tuple[int, int] | None:
    """Height and width that the results of a task give; ``None`` where none does."""
    works = (*task.predictions, *task.annotations)
    given = {_shape(result, task.place) for work in works for result in work.results} - {None}
    if len(given) > 1:
        sizes = " and ".join(f"{shape[1]}×{shape[0]}" for shape in given if shape)
        raise InputError(f"{task.place} gives its image the sizes {sizes}: export it again")
    return next(iter(given), None)


def labels_of(works: Iterable[Work]) -> set[str]:
    """Every name that a region has."""
    return {_label(result) for work in works for result in work.results} - {""}


def _grouped(results: Sequence[Result]) -> list[list[Result]]:
    """Results of one region together: its brush and its labels may be told one by one."""
    groups: dict[str, list[Result]] = {}
    for number, result in enumerate(results):
        named = result.get("id")
        groups.setdefault(f"id {named}" if named else f"number {number}", []).append(result)
    return list(groups.values())


def _draws(result: Result) -> bool:
    value = result.get("value")
    if not isinstance(value, dict):
        return False
    polygon = str(result.get("type", "")).startswith("polygon") and "points" in value
    return polygon or "rle" in value or {"counts", "size"} <= value.keys()


def _drawing(result: Result) -> list[Any]:
    """What a result draws, apart from what it is called."""
    return [result["value"].get(key) for key in ("rle", "counts", "size", "points")]


def _tell(task_place: str, group: Sequence[Result]) -> None:
    kinds = sorted({str(result.get("type")) for result in group} - set(WORDLESS))
    if kinds:
        log.warning("%s: %s is no mask and is left out", task_place, ", ".join(kinds))


def _check_place(result: Result, shape: tuple[int, int], place: str) -> None:
    turn = result.get("image_rotation") or 0
    if not isinstance(turn, int | float) or turn % 360:
        raise InputError(
            f"{place} is on an image turned by {turn!r:.40}°: turn the image file itself, then "
            "label it"
        )
    given = _shape(result, place)
    if given not in (None, shape):
        raise InputError(
            f"{place} is for {_words(given)} but the picture is {_words(shape)} (width×height): "
            "give the picture that was labelled"
        )


def _shape(result: Result, place: str) -> tuple[int, int] | None:
    height, width = result.get("original_height"), result.get("original_width")
    if height is None and width is None:
        return None
    if not (isinstance(height, int) and isinstance(width, int) and min(height, width) > 0):
        raise InputError(
            f"{place}: original_width {width!r:.40} and original_height {height!r:.40} must be "
            "whole pixels"
        )
    return height, width


def _words(shape: tuple[int, int] | None) -> str:
    return f"{shape[1]}×{shape[0]}" if shape else "nothing"


def _mask(value: Mapping[str, Any], shape: tuple[int, int], alpha: int) -> Rle | None:
    rle = value.get("rle", value)
    if isinstance(rle, dict) and "counts" in rle:
        return _coco(rle, shape)
    if "rle" in value:
        return _brush(decode_alpha(value["rle"], shape), alpha)
    return _polygon(value["points"], shape)


def _brush(paint: Bytes, alpha: int) -> Rle | None:
    """What was painted; ``None`` for the faint rest that an eraser leaves."""
    most = int(paint.max(initial=0))
    if most == 1 < alpha:
        raise InputError(
            "its paint is 0 and 1, not 0 and 255: set alpha=1, or write the mask times 255"
        )
    return encode(paint >= alpha) if most >= alpha or most == 0 else None


def _coco(rle: Mapping[str, Any], shape: tuple[int, int]) -> Rle:
    """COCO's own run lengths, plain or compressed, checked."""
    size, counts = tuple(rle["size"]), rle["counts"]
    if size != shape:
        raise InputError(f"its COCO mask is of size {list(size)}, the picture {list(shape)}")
    if isinstance(counts, list):
        # Fractions and runs below 0 would leave pycocotools counting without an end.
        if not all(isinstance(count, int) and count >= 0 for count in counts):
            raise InputError("its COCO counts must be whole numbers of 0 or more")
        if sum(counts) != shape[0] * shape[1]:
            raise InputError(f"its COCO counts sum to {sum(counts)}, not {shape[0] * shape[1]}")
        packed: Rle = coco.frPyObjects({"size": list(shape), "counts": counts}, *shape)
        return packed
    text = counts.encode() if isinstance(counts, str) else bytes(counts)
    whole: Rle = {"size": list(shape), "counts": text}
    decompressed([whole])
    return whole


def _polygon(points: Any, shape: tuple[int, int]) -> Rle:
    """A polygon in percent of the picture's sides, filled by COCO's rule."""
    corners = np.asarray(points, np.float64)
    if corners.ndim != 2 or corners.shape[1] != 2 or len(corners) < 3:
        raise InputError(f"a polygon needs three points or more, got {len(corners)}")
    if not np.isfinite(corners).all():
        raise InputError("a polygon has a point that is no number")
    pixels = corners.clip(0, 100) / 100 * (shape[1], shape[0])
    filled: Rle = coco.frPyObjects([pixels.ravel().tolist()], *shape)[0]
    return filled


def _label(result: Result) -> str:
    value = result.get("value")
    if not isinstance(value, dict):
        return ""
    names = value.get(str(result.get("type"))) or value.get("labels")
    return plain_name(str(names[0])) if isinstance(names, list) and names else ""


def _score(group: Sequence[Result], work: Work) -> float | None:
    scores = (number_of(result.get("score")) for result in group)
    return next((score for score in scores if score is not None), work.score)
