"""VOC's annotations: one XML file per picture."""

from pathlib import Path
from xml.etree import ElementTree

import numpy as np

from src.core import InputError
from src.data.files.foreign import read_text
from src.data.formats.boxes.listed import ListedBoxes

MOST = 2**22
SIDES = ("xmin", "ymin", "xmax", "ymax")


def read_voc(path: Path) -> tuple[ListedBoxes, tuple[int, int] | None]:
    """The objects of a file as they are written, and height and width where it tells them.

    Difficult ones do not count.
    """
    text = read_text(path, MOST)
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise InputError(f"{path}: entities of XML are not read: remove them")
    try:
        root = ElementTree.fromstring(text)  # noqa: S314 - it holds no entities
    except ElementTree.ParseError as error:
        raise InputError(f"{path} is no XML ({error}): correct it") from error
    objects = root.findall("object")
    corners = [[_number(one.find("bndbox"), side, path) for side in SIDES] for one in objects]
    boxes = np.array(corners, np.float64).reshape(-1, 4)
    if (boxes[:, 2:] < boxes[:, :2]).any():
        raise InputError(f"{path}: a box ends before it begins: correct it")
    names = tuple((one.findtext("name") or "").strip() for one in objects)
    scored = np.array([(one.findtext("difficult") or "0").strip() != "1" for one in objects], bool)
    return ListedBoxes(boxes, names, scored=scored), _size(root, path)


def _size(root: ElementTree.Element, path: Path) -> tuple[int, int] | None:
    size = root.find("size")
    if size is None:
        return None
    height, width = (int(_number(size, side, path)) for side in ("height", "width"))
    return (height, width) if height > 0 and width > 0 else None


def _number(parent: ElementTree.Element | None, name: str, path: Path) -> float:
    text = None if parent is None else parent.findtext(name)
    try:
        number = float(text or "")
    except ValueError as error:
        raise InputError(f"{path}: {name} must be a number, got {text!r:.40}") from error
    if not np.isfinite(number):
        raise InputError(f"{path}: {name} must be a number, got {text!r:.40}")
    return number
