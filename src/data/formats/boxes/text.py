"""One text file per picture, one line per box: class, score if it is predicted, four numbers."""

from dataclasses import dataclass
from math import isfinite
from pathlib import Path

import numpy as np

from src.core import InputError
from src.data.files.finding import expanded
from src.data.files.foreign import is_file, read_text, spoken
from src.data.formats.boxes.listed import ListedBoxes, Numbers

COORDINATES = ("xywh", "xyxy", "cxcywh")
"""Near corner and size; both corners; middle and size."""


@dataclass(frozen=True)
class TextBoxes:
    """How lines are to be read.

    Args:
        coordinates: one of ``COORDINATES``.
        relative: whether they are shares of the picture's width and height.
        rounded: whether near corners and sizes are whole pixels, as Padilla's tool has them where
            coordinates are relative.
        classes: file with one name per line, which numbers in the lines are places in, from 0.
    """

    coordinates: str = "xywh"
    relative: bool = False
    rounded: bool = False
    classes: str | None = None

    def __post_init__(self) -> None:
        if self.coordinates not in COORDINATES:
            raise InputError(
                f"text.coordinates must be one of {COORDINATES}, got {self.coordinates!r:.80}"
            )
        if self.classes is not None:
            place = expanded(self.classes, "text.classes").absolute()
            if not is_file(place):
                raise InputError(f"text.classes: {spoken(place):.300} does not exist")
            # Another process may work in another folder.
            object.__setattr__(self, "classes", str(place))

    def names(self) -> tuple[str, ...]:
        """The names of the file of classes, in its order."""
        if self.classes is None:
            return ()
        lines = read_text(Path(self.classes)).splitlines()
        return tuple(line.strip() for line in lines if line.strip())

    def read(self, path: Path, shape: tuple[int, int] | None, *, predicted: bool) -> ListedBoxes:
        """The boxes of one file.

        Args:
            shape: height and width of the picture; needed where coordinates are relative.
            predicted: whether a score follows the class.
        """
        if self.relative and shape is None:
            raise InputError(
                f"text.relative: {path} has shares of a picture whose size is not known: set "
                "dataset.images, too"
            )
        known, names, numbers = self.names(), [], []
        for line, text in enumerate(read_text(path).splitlines(), start=1):
            words = text.split()
            if words:
                name, own = _line(words, f"{path}, line {line}", predicted)
                names.append(_named(name, known, f"{path}, line {line}"))
                numbers.append(own)
        columns = np.array(numbers, np.float64).reshape(-1, 5)
        boxes = corners(columns[:, 1:], self.coordinates)
        if self.relative and shape is not None:
            boxes = boxes * np.array([shape[1], shape[0], shape[1], shape[0]])
        _check(boxes, path)
        if self.rounded:
            near = np.rint(boxes[:, :2])
            boxes = np.hstack([near, near + np.rint(boxes[:, 2:] - boxes[:, :2])])
        return ListedBoxes(boxes, tuple(names), columns[:, 0] if predicted else None)


def corners(numbers: Numbers, coordinates: str) -> Numbers:
    """(n, 4) any of ``COORDINATES`` as xyxy."""
    first, second = numbers[:, :2], numbers[:, 2:]
    if coordinates == "cxcywh":
        return np.hstack([first - second / 2, first + second / 2])
    return np.hstack([first, first + second if coordinates == "xywh" else second])


def _line(words: list[str], place: str, predicted: bool) -> tuple[str, list[float]]:
    expected = "class score and four numbers" if predicted else "class and four numbers"
    count = 5 if predicted else 4
    try:
        numbers = [float(word) for word in words[-count:]]
    except ValueError as error:
        raise InputError(f"{place}: must be {expected}, got {' '.join(words)!r:.80}") from error
    if len(words) <= count or not all(map(isfinite, numbers)):
        raise InputError(f"{place}: must be {expected}, got {' '.join(words)!r:.80}")
    return " ".join(words[:-count]), numbers if predicted else [0.0, *numbers]


def _named(name: str, known: tuple[str, ...], place: str) -> str:
    if not known or name in known:
        return name
    if not name.isdecimal() or int(name) >= len(known):
        raise InputError(
            f"{place}: class {name!r} is none of the {len(known)} of the file of names"
        )
    return known[int(name)]


def _check(boxes: Numbers, path: Path) -> None:
    backwards = np.flatnonzero((boxes[:, 2:] < boxes[:, :2]).any(axis=1))
    if len(backwards):
        raise InputError(
            f"{path}: box {backwards[0] + 1} ends before it begins: are its coordinates another "
            f"one of {COORDINATES}?"
        )
