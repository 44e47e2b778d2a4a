"""The text files of boxes from which YOLO is taught: a class, then middle and size in fractions."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path

from src.core import InputError
from src.data.files.foreign import read_text
from src.data.ui.conversion import box_around
from src.data.ui.elements import Box, Point
from src.data.ui.flatness import is_flat
from src.data.ui.layouts import ROUNDING, backwards, corners, outside, suspicion

UNIT = (1, 1)


@dataclass(frozen=True)
class Label:
    """One line of a file.

    Args:
        kind: number of the class.
        values: middle and size of a box, or the corners of a polygon, in fractions.
        place: file and line, for sentences.
    """

    kind: int
    values: tuple[float, ...]
    place: str

    @property
    def polygon(self) -> tuple[Point, ...] | None:
        """Corners, where the line has no box."""
        if len(self.values) == 4:
            return None
        return tuple(zip(self.values[::2], self.values[1::2], strict=True))

    def box(self) -> Box:
        """xyxy in fractions, or one sentence about what is wrong with it."""
        polygon = self.polygon
        box = corners(self.values, "cxcywh") if polygon is None else box_around(polygon)
        if backwards(box):
            raise InputError(f"{self.place}: its box has no size: correct it")
        if polygon is not None and is_flat(polygon, ROUNDING):
            raise InputError(f"{self.place}: its polygon has no area: correct it")
        if outside(box, UNIT):
            raise InputError(f"{self.place}: its box leaves the picture: give fractions of it")
        return box


def read_labels(file: Path) -> list[Label]:
    """The lines of a file; a picture without one has nothing on it."""
    # Whatever else has the place of such a file is no picture without labels.
    return [*_labels(file)] if os.path.lexists(file) else []


def refuse_layout(files: Sequence[Path]) -> None:
    """Stop where more than half of the boxes tell that they are in another layout."""
    labels = [label for file in files for label in _readable(file) if len(label.values) == 4]
    suspected = suspicion([(label.values, UNIT) for label in labels], "cxcywh")
    for label in labels if suspected else ():
        try:
            label.box()
        except InputError as error:
            raise InputError(
                f"{error}; {suspected}: YOLO writes middle and size in fractions"
            ) from error


def _readable(file: Path) -> list[Label]:
    """The lines of a file, none where one is wrong: that is told when its picture's turn comes."""
    try:
        return read_labels(file)
    except InputError:
        return []


def _labels(file: Path) -> Iterator[Label]:
    for number, line in enumerate(read_text(file).splitlines(), 1):
        if line.strip():
            yield _label(line, f"{file}, line {number}")


def _label(line: str, place: str) -> Label:
    kind, *words = line.split()
    try:
        values = tuple(float(word) for word in words)
    except ValueError:
        values = ()
    count = len(values)
    fits = count == 4 or (count >= 6 and count % 2 == 0)
    if not (kind.isdecimal() and fits and all(isfinite(value) for value in values)):
        raise InputError(
            f"{place}: {line.strip()!r} is not a class and four numbers, nor a class and the "
            "corners of a polygon"
        )
    return Label(int(kind), values, place)
