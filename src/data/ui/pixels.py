"""Elements that a file gives in pixels, one screenshot after another."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from PIL import Image

from src.core import InputError
from src.data.files.foreign import is_file
from src.data.files.inside import is_inside
from src.data.ui.elements import Box
from src.data.ui.layouts import LAYOUTS, Four, backwards, corners, outside, suspicion
from src.data.ui.values import are_finite

FORMATS = ("PNG", "TIFF", "JPEG")


def box_in_pixels(value: Any, layout: str, size: Four | None, place: str, key: str = "bbox") -> Box:
    """A box of a file as xyxy pixels, or one sentence about what is wrong with it.

    Args:
        size: width and height of the picture; ``None`` where it is not at hand.
        place: file and element, with which the sentence begins.
        key: what the file calls the box.
    """
    if not are_finite(value, 4):
        raise InputError(f"{place}: {key} must be four finite numbers, got {value!r}")
    if backwards(value, layout):
        raise InputError(
            f"{place}: {key} {list(value)} ends before it begins when read as {LAYOUTS[layout]}: "
            "correct it"
        )
    if outside(value, size, layout):
        raise leaving(value, size, place, key, f", read as {LAYOUTS[layout]},")
    return corners(value, layout)


def leaving(
    value: Sequence[Any], size: Four | None, place: str, key: str, reading: str = ""
) -> InputError:
    """What is said of an element that is partly beyond its picture."""
    extent = "" if size is None else f" of {size[0]:g}×{size[1]:g} pixels"
    return InputError(
        f"{place}: {key} {list(value)}{reading} leaves its picture{extent}: correct it"
    )


def refuse_layout(
    boxes: Sequence[tuple[str, Any, Four | None]], layout: str, advice: str, key: str = "bbox"
) -> None:
    """Stop where more than half of the boxes tell that they are in another layout.

    Args:
        boxes: place, four numbers and size of the picture, as ``box_in_pixels`` takes them.
        key: what the file calls the boxes.
    """
    known = [(box, size) for _, box, size in boxes if are_finite(box, 4)]
    suspected = suspicion(known, layout)
    for place, box, size in boxes if suspected else ():
        try:
            box_in_pixels(box, layout, size, place, key)
        except InputError as error:
            raise InputError(f"{error}; {suspected}: {advice}") from error


def picture_size(image: Path, root: Path) -> tuple[int, int] | None:
    """Width and height by the first bytes of a picture; ``None`` where they tell nothing.

    Args:
        root: below which the user has the pictures of this set.
    """
    if not is_file(image) or not is_inside(image, root):
        return None
    try:
        with Image.open(image, formats=FORMATS) as opened:
            return opened.size
    except Exception:  # decoders raise nearly anything on damaged bytes
        return None


def entry_of(task: Mapping[str, Any], keys: Sequence[str], place: str) -> Any:
    """The value of the first of these keys that is there."""
    for key in keys:
        if key in task:
            return task[key]
    raise InputError(f"{place} has no {' or '.join(map(repr, keys))}: add it")
