"""A project of RootPainter: photographs, what people painted, what a model suggests."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

from src.data.files.finding import image_files, images_by_stem, only
from src.data.files.whole import make_folder, write_whole
from src.data.formats.images import read_pixels
from src.data.formats.painter import segmentation_png
from src.data.refsets.exchange.coming import Coming
from src.data.refsets.exchange.leaving import Leaving
from src.data.refsets.exchange.losses import Losses
from src.data.refsets.exchange.painting import Mask, painted, painting_png, suggested
from src.data.refsets.exchange.pictures import Pictures
from src.data.refsets.ghosts import Source
from src.data.refsets.ghosts.painted import SHOWN
from src.data.refsets.labels import Masks
from src.data.refsets.reference_set import ReferenceSet
from src.data.refsets.words import MASKS
from src.data.rootpainter_layout import images_of, project_of

DATASETS, SEGMENTATIONS, ANNOTATIONS = "datasets", "segmentations", "annotations"
SPLITS = ("train", "val")
EVERY = 5
"""Annotations for training to each for validation, as the painter allots them."""

SOURCE = Source("RootPainter", None)


def write_project(
    refset: ReferenceSet, leavings: Iterable[Leaving], folder: Path, pictures: Pictures,
    losses: Losses,
) -> int:  # fmt: skip
    """Write a folder that is RootPainter's sync directory and its one project."""
    train = val = 0
    files: list[str] = []
    for leaving in leavings:
        flat = leaving.file
        pictures.write(leaving)
        stem = Path(flat).stem
        files.append(flat)
        losses.note("parts", int(leaving.photo.part is not None))
        document = leaving.documents.get(MASKS)
        if isinstance(document, Masks):
            split = "val" if train >= EVERY * val else "train"
            train, val = train + (split == "train"), val + (split == "val")
            losses.note("traces of the mouse", int(document.trace is not None))
            content = painting_png(*painted(refset, document.mask))
            write_whole(folder / ANNOTATIONS / split / f"{stem}.png", content)
        look = leaving.looks.get(MASKS)
        for ghost in () if look is None else look.ghosts:
            if ghost.painting is not None:
                losses.note("names and settings of whoever suggested")
                mask = suggested(refset, ghost.painting)
                write_whole(folder / SEGMENTATIONS / f"{stem}.png", segmentation_png(mask))
    for name in (*(f"{ANNOTATIONS}/{split}" for split in SPLITS), SEGMENTATIONS, "models",
                 "messages"):  # fmt: skip
        make_folder(folder / name)
    about = {"name": folder.name, "dataset": ".", "original_model_file": "random weights",
             "location": ".", "file_names": files}  # fmt: skip
    write_whole(folder / f"{folder.name}.seg_proj", json.dumps(about, indent=4).encode())
    return len(files)


def read_project(path: Path, _: tuple[str, ...]) -> Iterator[Coming]:
    """What was painted in a project, and what its model shows."""
    project = project_of(str(path))
    images = images_by_stem(images_of(project, None))
    paint = {
        file.stem: file
        for split in SPLITS
        if (project / ANNOTATIONS / split).is_dir()
        for file in image_files(project / ANNOTATIONS / split)
    }
    folder = project / SEGMENTATIONS
    shown = {file.stem: file for file in image_files(folder)} if folder.is_dir() else {}
    for stem in dict.fromkeys((*images, *paint)):
        files = images.get(stem)
        file = only(files) if files else None
        name = file.name if file else stem
        made = _paint(paint[stem]) if stem in paint else None
        segmentation = None
        if stem in shown and file is not None:
            segmentation = SOURCE, read_pixels(shown[stem])[..., SHOWN] > 0
        shape = None if made is None else (made[0].shape[0], made[0].shape[1])
        place = str(paint.get(stem, file))
        yield Coming(place, name, file, shape=shape, painted=made, suggested=segmentation)


def _paint(file: Path) -> tuple[Mask, Mask]:
    pixels = read_pixels(file)
    red, green = pixels[..., 0] > 0, pixels[..., 1] > 0
    return red & ~green, green & ~red
