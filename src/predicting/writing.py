"""What was seen on one picture, as the files that were asked for, and a note that says so."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from src.core import InputError, Instances, Surface
from src.data.files.whole import write_whole
from src.data.formats.label_studio.write import local_address, prediction_task
from src.data.formats.painter import SEGMENTATION, write_picture
from src.data.formats.streamed import write_png, write_tiff
from src.predicting.looking import Sight, Target
from src.predicting.measuring import outlines_of
from src.predicting.sheet import Mapped
from src.reporting.drawing.pictures import eight_bit, seen

LABELS, BINARY, PROBABILITIES, ROOTPAINTER, OVERLAY = (
    "labels", "binary", "probabilities", "rootpainter", "overlay",
)  # fmt: skip
COCO, YOLO, YOLO_OUTLINES, LABEL_STUDIO = "coco", "yolo", "yolo_outlines", "label_studio"
KINDS = (
    *(LABELS, BINARY, PROBABILITIES, ROOTPAINTER, OVERLAY),
    *(COCO, YOLO, YOLO_OUTLINES, LABEL_STUDIO),
)
MASKS = (LABELS, BINARY, PROBABILITIES, ROOTPAINTER, OVERLAY, YOLO_OUTLINES, LABEL_STUDIO)
"""What boxes alone cannot be written as."""

FOLDERS: Mapping[str, str] = {
    LABELS: "labels", BINARY: "masks", PROBABILITIES: "probabilities",
    ROOTPAINTER: "segmentations", OVERLAY: "overlays",
}  # fmt: skip

IMAGES = "images"
"""Of Label Studio, beside its tasks."""

MOST_LABELS = 65_535
"""That a PNG can tell apart."""

PREVIEW = 2048
"""Pixels: the longer side of an overlay at most; of a larger picture every so manieth is shown."""


@dataclass(frozen=True)
class Noted:
    """What is kept of one picture: its line of the table, its objects, its files.

    Args:
        key: hash of the picture and of all settings; another key, another answer.
        objects: columns of equal length.
        files: below the folder, which were there when the note was written.
        task: of Label Studio.
    """

    key: str
    name: str
    file: str
    width: int
    height: int
    objects: Mapping[str, Sequence[Any]]
    files: tuple[str, ...]
    task: Mapping[str, Any] | None = None

    @classmethod
    def read(cls, path: Path) -> "Noted | None":
        """What a note says; ``None`` where there is none that can be used."""
        try:
            said = json.loads(path.read_bytes())
            return cls(**{**said, "files": tuple(said["files"])})
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def write(self, path: Path) -> None:
        """Keep it, whole or not at all."""
        write_whole(path, json.dumps(self.__dict__, ensure_ascii=False).encode())

    def __len__(self) -> int:
        return len(self.objects["area"])


def write_all(
    sight: Sight, target: Target, folder: Path, kinds: Sequence[str], key: str, version: str
) -> Noted:
    """Write the files of one picture and give the note that says so.

    Args:
        folder: of all predictions.
        version: what Label Studio shall call the model.
    """
    refuse_boxes(sight, kinds)
    files = [write_one(kind, sight, target, folder) for kind in kinds if kind in FOLDERS]
    objects: dict[str, Sequence[Any]] = {
        "name": sight.names,
        "area": sight.area.tolist(),
        "length": [None if np.isnan(one) else round(one, 2) for one in sight.length.tolist()],
        "box": sight.boxes.tolist(),
    }
    if sight.scores is not None:
        objects["score"] = [round(score, 6) for score in sight.scores.tolist()]
    if COCO in kinds and sight.labels is not None:
        objects["counts"] = [rle["counts"].decode() for rle in sight.masks()]
    if YOLO_OUTLINES in kinds and sight.labels is not None:
        objects["outline"] = outlines_of(sight.labels, sight.boxes)
    task = None
    if LABEL_STUDIO in kinds:
        task, picture = studio_task(sight, target, folder, version)
        files.append(picture)
    below = tuple(str(file.relative_to(folder)) for file in files)
    height, width = target.shape
    return Noted(key, target.name, target.path.name, width, height, objects, below, task)


def write_one(kind: str, sight: Sight, target: Target, folder: Path) -> Path:
    """One raster of a picture; where it lies."""
    labels = sight.labels
    assert labels is not None  # noqa: S101 - boxes were refused
    tiff = kind == PROBABILITIES or (target.by_strips and kind in (LABELS, BINARY))
    tiff |= kind == LABELS and len(sight) > MOST_LABELS
    path = folder / FOLDERS[kind] / f"{target.name}.{'tif' if tiff else 'png'}"
    raster = _raster(kind, sight, labels)
    (write_tiff if tiff else write_png)(path, raster)
    return path


def refuse_boxes(sight: Sight, kinds: Sequence[str]) -> None:
    """Raises for kinds that need masks where there are none."""
    asked = [kind for kind in kinds if kind in MASKS]
    if sight.labels is None and asked:
        raise InputError(
            f"this detector gives boxes, not masks: leave {', '.join(asked)} out of "
            f"prediction.write; {COCO} and {YOLO} take boxes"
        )


def _raster(kind: str, sight: Sight, labels: Surface) -> Surface:
    if kind == PROBABILITIES:
        assert sight.probabilities is not None  # noqa: S101 - refused before the first picture
        return sight.probabilities
    if kind == OVERLAY:
        step = -(-max(labels.shape[:2]) // PREVIEW)
        return seen(_thinned(sight.pixels, step), _thinned(labels, step))
    if kind == ROOTPAINTER:
        shown = np.array(SEGMENTATION, np.uint8)
        return Mapped(labels, lambda rows: (rows > 0)[..., None] * shown, shown.dtype, (4,))
    if kind == BINARY:
        return Mapped(labels, lambda rows: (rows > 0) * np.uint8(255), np.dtype(np.uint8))
    return Mapped(labels, lambda rows: rows, np.min_scalar_type(len(sight)))


def _thinned(rows: Surface, step: int) -> Any:
    """Every so manieth row and column."""
    if step == 1:
        return np.asarray(rows[:])
    band = step * (256 // step + 1)
    # Copied: a view of every so manieth pixel would hold on to all of them.
    parts = (rows[low : low + band][::step, ::step].copy() for low in range(0, rows.shape[0], band))
    return np.concatenate([*parts])


def studio_task(
    sight: Sight, target: Target, folder: Path, version: str
) -> tuple[Mapping[str, Any], Path]:
    """A task of Label Studio, and the copy of the picture that it shows."""
    picture = folder / LABEL_STUDIO / IMAGES / f"{target.name}.png"
    pixels = np.asarray(sight.pixels[:])
    write_picture(picture, pixels if pixels.dtype == np.uint8 else eight_bit(pixels))
    instances = Instances(target.shape, rles=sight.masks(), scores=sight.scores)
    address = local_address(f"{IMAGES}/{picture.name}")
    return prediction_task(address, instances, sight.names, version), picture
