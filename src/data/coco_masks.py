"""A folder of COCO's, CVAT's export among them, as pictures with masks."""

from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Annotated

from annotated_types import MinLen

from src.core import InputError
from src.data.files import finding
from src.data.files.foreign import is_file, spoken
from src.data.formats.boxes.coco import CocoFile, read_coco
from src.data.formats.raster import EXTENSIONS
from src.data.outlined import Drawn, Masks, Outlined
from src.data.split import Split


class CocoMasks(Outlined):
    """``annotations/*.json`` or one JSON file, and pictures anywhere below the folder.

    Polygons and run lengths are masks; what COCO calls a crowd is not scored. A picture without
    annotations is one without objects.

    Args:
        annotations: the JSON file, from the folder on; ``None`` where there is one alone.
        labels: only objects of these categories; ``None`` for all.
        tags: see ``FileDataset``.
    """

    def __init__(
        self,
        root: Annotated[str, MinLen(1)],
        annotations: Annotated[str, MinLen(1)] | None = None,
        labels: Sequence[str] | None = None,
        tags: str | None = None,
        split: Split | None = None,
        on_error: str = "stop",
    ) -> None:
        self.annotations = annotations
        super().__init__(root, labels, tags, split, on_error)

    def _listed(self) -> tuple[Mapping[str, Drawn], Sequence[str]]:
        file = self._file()
        self._coco: CocoFile = read_coco(file, masks=True)
        pictures = by_name(self.folder)
        drawn = {
            name: Drawn(_found(pictures, given, file), f"{file}, image {name}")
            for name, given in self._coco.files.items()
        }
        self._names = {own.place: name for name, own in drawn.items()}
        return drawn, tuple(dict.fromkeys(self._coco.categories.values()))

    def _masks(self, drawn: Drawn, shape: tuple[int, int]) -> Masks:
        name = self._names[drawn.place]
        declared = self._coco.shapes[name]
        if declared != shape:
            raise InputError(
                f"{drawn.place} is {declared[1]}×{declared[0]} there, and {drawn.image} is "
                f"{shape[1]}×{shape[0]} (width×height): give the pictures that were annotated"
            )
        boxes = self._coco.boxes.get(name)
        if boxes is None or boxes.rles is None:
            return Masks((), (), ())
        scored = [True] * len(boxes.names) if boxes.scored is None else boxes.scored.tolist()
        return Masks(boxes.rles, boxes.names, tuple(scored))

    def _file(self) -> Path:
        if self.annotations is not None:
            file = self.folder / finding.expanded(self.annotations, "dataset.annotations")
            if not is_file(file):
                raise InputError(f"dataset.annotations: {spoken(file):.300} does not exist")
            return file
        files = sorted([*self.folder.glob("*.json"), *self.folder.glob("annotations/*.json")])
        if len(files) != 1:
            there = ", ".join(str(file.relative_to(self.folder)) for file in files[:10]) or "none"
            raise InputError(
                f"{self.folder} must hold one JSON file, there or in annotations/; it holds "
                f"{there}: set dataset.annotations"
            )
        return files[0]


def by_name(folder: Path) -> dict[str, list[Path]]:
    """File name to the pictures below a folder that have it, in natural order."""
    found: dict[str, list[Path]] = {}
    for place in [folder, *sorted(path for path in folder.rglob("*") if path.is_dir())]:
        for file in finding.image_files(place):
            found.setdefault(file.name, []).append(file)
    return found


def _found(pictures: Mapping[str, list[Path]], given: str, file: Path) -> Path:
    """The picture that a file names, wherever the program that wrote it has put it."""
    wanted = PurePosixPath(given.replace("\\", "/"))
    if not wanted.name.lower().endswith(EXTENSIONS):
        raise InputError(f"{file}: {given!r:.200} is no PNG, TIFF or JPEG: convert it")
    candidates = pictures.get(wanted.name, [])
    exact = [path for path in candidates if path.as_posix().endswith(f"/{wanted}")]
    left = exact or candidates
    if len(left) != 1:
        what = "is not below its folder: copy it there" if not left else "is there twice: keep one"
        raise InputError(f"{file}: the picture {given!r:.200} {what}")
    return left[0]
