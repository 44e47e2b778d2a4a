"""A folder of YOLO's for segmentation as pictures with masks."""

from collections.abc import Mapping, Sequence
from math import isfinite
from pathlib import Path
from typing import Annotated

from annotated_types import MinLen
from pycocotools import mask as coco

from src.core import InputError
from src.core.instances import Rle
from src.data.files.finding import image_files
from src.data.files.foreign import is_file, read_text, read_yaml
from src.data.outlined import Drawn, Masks, Outlined
from src.data.pairing import stem_of
from src.data.split import Split

NAMES = ("data.yaml", "dataset.yaml")


class YoloMasks(Outlined):
    """``images/**`` with ``labels/**`` of the same names beside: a class and an outline per line.

    A picture without a file of labels is one without objects.

    Args:
        labels: only objects of these classes; ``None`` for all.
        tags: see ``FileDataset``.
    """

    def __init__(
        self,
        root: Annotated[str, MinLen(1)],
        labels: Sequence[str] | None = None,
        tags: str | None = None,
        split: Split | None = None,
        on_error: str = "stop",
    ) -> None:
        super().__init__(root, labels, tags, split, on_error)

    def _listed(self) -> tuple[Mapping[str, Drawn], Sequence[str]]:
        home = self.folder / "images"
        if not home.is_dir() or not (self.folder / "labels").is_dir():
            raise InputError(f"{self.folder} must hold images/ and labels/, as YOLO has them")
        self._known = _names(self.folder)
        drawn = {}
        for place in [home, *sorted(path for path in home.rglob("*") if path.is_dir())]:
            for image in image_files(place):
                below = image.relative_to(home).with_name(stem_of(image))
                lines = self.folder / "labels" / f"{below}.txt"
                drawn["_".join(below.parts)] = Drawn(image, str(lines))
        return drawn, tuple(self._known.values())

    def _masks(self, drawn: Drawn, shape: tuple[int, int]) -> Masks:
        file = Path(drawn.place)
        if not is_file(file):
            return Masks((), (), ())
        rles: list[Rle] = []
        names: list[str] = []
        for number, line in enumerate(read_text(file).splitlines(), 1):
            if not line.strip():
                continue
            kind, corners = _line(line, f"{file}, line {number}")
            if kind not in self._known:
                raise InputError(f"{file}, line {number}: there is no class {kind} in {NAMES[0]}")
            sides = (shape[1], shape[0])
            points = [share * sides[place % 2] for place, share in enumerate(corners)]
            rles.append(coco.frPyObjects([points], *shape)[0])
            names.append(self._known[kind])
        return Masks(tuple(rles), tuple(names), (True,) * len(names))


def _line(line: str, place: str) -> tuple[int, list[float]]:
    """The class and the corners of one outline, x and y in turns, as shares of the picture."""
    first, *words = line.split()
    try:
        kind, corners = int(first), [float(word) for word in words]
    except ValueError as error:
        raise InputError(f"{place}: {line!r:.60} is no class and numbers: correct it") from error
    if len(corners) == 4:
        raise InputError(f"{place} is a box, no outline: take dataset=boxes, or export segments")
    if len(corners) < 6 or len(corners) % 2 or not all(map(isfinite, corners)):
        raise InputError(f"{place}: an outline has three corners or more, x and y each")
    if min(corners) < -1 or max(corners) > 2:
        raise InputError(f"{place}: corners are shares of the picture, from 0 to 1")
    return kind, corners


def _names(folder: Path) -> dict[int, str]:
    """Number of a class to its name."""
    file = next((folder / name for name in NAMES if is_file(folder / name)), None)
    if file is None:
        raise InputError(f"{folder} has no {NAMES[0]}, which names the classes: add it")
    told = read_yaml(file, "give YOLO's data.yaml")
    names = told.get("names") if isinstance(told, dict) else None
    if isinstance(names, list):
        names = dict(enumerate(names))
    if not isinstance(names, dict) or not all(isinstance(number, int) for number in names):
        raise InputError(f"{file} has no names: give a list, or numbers with names")
    return {number: str(name) for number, name in names.items()}
