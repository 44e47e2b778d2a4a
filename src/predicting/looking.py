"""One picture and what a detector sees on it, whether it fits into memory or not."""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from src.core import Entry, InputError, Instances, Picture, Surface
from src.core.instances import Rle
from src.data.files.whole import write_whole
from src.data.formats.images import read_pixels
from src.data.formats.tiff_rows import TiffRows
from src.detectors.separation import Probable, Separation
from src.geometry.masks import rle_areas, rle_boxes, rles_to_labels
from src.predicting.joining import Numbered, numbered, separated
from src.predicting.measuring import extents_of, lengths_of, mean_of, rles_of
from src.predicting.sheet import Mapped, Sheet
from src.predicting.telling import (
    OF_PROBABILITIES,
    OF_THRESHOLDS,
    Tell,
    nobody,
    part_of,
)

OBJECT = "object"
"""What is called so that has no class."""


class ByStrips(Protocol):
    """A detector that finds foreground in a picture of any size."""

    @property
    def separation(self) -> Separation:
        """How its foreground falls into instances."""

    def strips(self, pixels: Surface, after: int = 0) -> Any:
        """Foreground from the top down: booleans, or probabilities."""


@dataclass(frozen=True)
class Target:
    """A picture that is to be looked at.

    Args:
        name: of its files, without an ending.
        id: hash of the file's content.
        by_strips: whether it is too large for memory.
    """

    path: Path
    name: str
    id: str
    shape: tuple[int, int]
    by_strips: bool

    def pixels(self) -> Surface:
        """What is on it."""
        return TiffRows(self.path) if self.by_strips else read_pixels(self.path)


@dataclass(frozen=True, eq=False)
class Sight:
    """What was seen on one picture.

    Args:
        labels: 0 for background, 1, 2, … for the objects; ``None`` where there are boxes alone.
        probabilities: of foreground; ``None`` of a detector that gives none.
        boxes: (n, 4) xyxy of the objects.
        area: (n,) pixels.
        length: (n,) px along their middle lines; ``nan`` of boxes.
        rles: of masks that may overlap; ``None`` where the labels say all.
    """

    pixels: Surface
    labels: Surface | None
    probabilities: Surface | None
    boxes: npt.NDArray[np.float64]
    area: npt.NDArray[np.int64]
    length: npt.NDArray[np.float64]
    names: tuple[str, ...]
    scores: npt.NDArray[np.float64] | None = None
    rles: tuple[Rle, ...] | None = None

    def __len__(self) -> int:
        return len(self.area)

    def masks(self) -> tuple[Rle, ...]:
        """The mask of each object; none where there are boxes alone."""
        if self.rles is not None or self.labels is None:
            return self.rles or ()
        return rles_of(self.labels)


def look(
    detector: Any, target: Target, folder: Path, wants_probabilities: bool, tell: Tell
) -> Sight:
    """What a detector sees on a picture.

    Args:
        folder: for what does not fit into memory, and for going on after a kill.
    """
    if target.by_strips:
        return look_by_strips(detector, target, folder, tell)
    pixels = target.pixels()
    picture = Picture(Entry(target.id, target.name, "test"), np.asarray(pixels))
    probabilities = None
    if wants_probabilities:
        probabilities = detector.probabilities(picture)
        instances = detector.instances_of(probabilities)
    else:
        instances = detector.detect(picture).consensus
    tell(target.shape[0])
    return sight_of(instances, pixels, probabilities)


def sight_of(instances: Instances, pixels: Surface, probabilities: Surface | None) -> Sight:
    """Instances of any kind, numbered and measured."""
    if instances.labels is None and instances.rles is None:
        return _boxed(instances, pixels)
    if instances.labels is None and instances.rles is not None:
        labels = rles_to_labels(instances.rles, instances.shape, later_wins=True)
        places, own = np.arange(len(instances)), labels
        lengths = lengths_of(labels, len(instances))
        boxes, area = rle_boxes(instances.rles), rle_areas(instances.rles)
        return Sight(
            pixels, own, probabilities, boxes, area, lengths, _names(instances, places),
            instances.scores, instances.rles,
        )  # fmt: skip
    assert instances.labels is not None and instances.ids is not None  # noqa: S101, PT018
    found = numbered(instances.labels)
    places = np.searchsorted(instances.ids, found.before)
    scores = None if instances.scores is None else instances.scores[places]
    return _measured(found, pixels, probabilities, _names(instances, places), scores)


def look_by_strips(detector: ByStrips, target: Target, folder: Path, tell: Tell) -> Sight:
    """The same for a picture of any size; what a strip took to find survives a kill."""
    pixels = target.pixels()
    shares = OF_PROBABILITIES if isinstance(detector, Probable) else OF_THRESHOLDS
    found = foreground(detector, pixels, target, folder, part_of(tell, shares.found))
    mask: Surface = found
    probable = found.dtype.kind == "f"
    if probable:
        threshold = float(getattr(detector, "threshold", 0.5))
        mask = Mapped(found, lambda strip: strip >= threshold, np.dtype(bool))
    separation = detector.separation
    sheet = separated(mask, separation, folder, part_of(tell, shares.joined))
    labels = numbered(sheet, separation.min_area if separation.min_area > 1 else 0)
    names = (OBJECT,) * len(labels)
    measuring = part_of(tell, shares.measured)
    sight = _measured(labels, pixels, found if probable else None, names, None, measuring)
    if not probable:
        return sight
    area = np.append(0, sight.area)
    scores = mean_of(labels.labels, found, area)
    return Sight(**{**sight.__dict__, "scores": scores})


def foreground(
    detector: ByStrips, pixels: Surface, target: Target, folder: Path, tell: Tell
) -> Sheet:
    """What the detector finds, row by row in a file; goes on after the last strip that is whole."""
    folder.mkdir(parents=True, exist_ok=True)
    note = folder / "rows.json"
    rows, kind = _known(note)
    sheet = None if kind is None else Sheet(folder / "found.raw", target.shape, np.dtype(kind))
    tell(rows)
    if rows < target.shape[0]:
        for strip in detector.strips(pixels, rows):
            if sheet is None:
                sheet = Sheet(folder / "found.raw", target.shape, strip.dtype)
            sheet.write(rows, strip, lasting=True)
            rows += len(strip)
            write_whole(note, json.dumps({"rows": rows, "kind": strip.dtype.str}).encode())
            tell(len(strip))
    if sheet is None:
        raise InputError(f"{target.path} has no pixels: replace it")
    return sheet


def _known(note: Path) -> tuple[int, str | None]:
    try:
        said = json.loads(note.read_bytes())
        return int(said["rows"]), str(said["kind"])
    except (OSError, ValueError, KeyError, TypeError):
        return 0, None


def _measured(
    found: Numbered, pixels: Surface, probabilities: Surface | None, names: tuple[str, ...],
    scores: npt.NDArray[np.float64] | None, tell: Tell = nobody,
) -> Sight:  # fmt: skip
    extents = extents_of(found.labels)
    lengths = lengths_of(found.labels, len(found), tell)
    return Sight(
        pixels, found.labels, probabilities, extents.boxes(), extents.area[1:], lengths, names,
        scores,
    )  # fmt: skip


def _boxed(instances: Instances, pixels: Surface) -> Sight:
    boxes = np.zeros((0, 4)) if instances.boxes is None else instances.boxes
    area = np.rint((boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])).astype(np.int64)
    names = _names(instances, np.arange(len(boxes)))
    nothing = np.full(len(boxes), np.nan)
    return Sight(pixels, None, None, boxes, area, nothing, names, instances.scores)


def _names(instances: Instances, places: npt.NDArray[Any]) -> tuple[str, ...]:
    """What each is called: its class by name or number, else ``object``."""
    if instances.classes is None:
        return (OBJECT,) * len(places)
    known = dict(enumerate(instances.class_names or ()))
    numbers = instances.classes[places].tolist()
    return tuple(known.get(number, f"{OBJECT} {number}") for number in numbers)


def file_id(path: Path) -> str:
    """Hash of a file of any size, as samples are known by."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while content := file.read(2**20):
            digest.update(content)
    return digest.hexdigest()[:16]
