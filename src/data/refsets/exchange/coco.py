"""COCO: one file of images, annotations and categories; ``bbox`` is x, y, width, height in pixels.

What COCO has no key for stands in ``attributes`` of an annotation, and in ``labelled``, ``tags``,
``part`` and ``sha256`` of an image; other programs leave such keys alone.
"""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from src.data.files.whole import write_whole
from src.data.refsets.exchange.leaving import Leaving
from src.data.refsets.exchange.losses import Losses
from src.data.refsets.exchange.painting import painted
from src.data.refsets.exchange.pictures import Pictures
from src.data.refsets.labels import Area, Bib, Bibs, Boxes, Elements, Face, Faces, Links, Masks
from src.data.refsets.reference_set import ReferenceSet
from src.data.refsets.truth import CLASSES
from src.data.refsets.words import BIBS, ELEMENTS, FACES, LINKS, MASKS
from src.geometry.masks import encode

FILE, IMAGES = "annotations.json", "images"
FOREGROUND, BACKGROUND = "foreground", "background"
PAINTED = (FOREGROUND, BACKGROUND)


def write_coco(
    refset: ReferenceSet, leavings: Iterable[Leaving], folder: Path, pictures: Pictures,
    losses: Losses,
) -> int:  # fmt: skip
    """Write the file and its pictures; tells how many photos are in it."""
    writer = _Writer(refset, losses)
    for leaving in leavings:
        if not any(leaving.labelled.values()):
            # Whoever reads COCO takes a photo without annotations for one that shows nothing.
            losses.note("photos that nobody labelled")
            continue
        pictures.write(leaving)
        writer.add(leaving)
    categories = [{"id": number, "name": name} for name, number in writer.categories.items()]
    about = refset.about
    said = {
        "info": {"description": about.title, "contributor": about.contact},
        "licenses": [{"id": 1, "name": about.licence, "url": ""}] if about.licence else [],
        "images": writer.images,
        "annotations": writer.annotations,
        "categories": categories,
    }
    write_whole(folder / FILE, f"{json.dumps(said, ensure_ascii=False)}\n".encode())
    return len(writer.images)


class _Writer:
    """Collects the lists of the file."""

    def __init__(self, refset: ReferenceSet, losses: Losses) -> None:
        self.refset, self.losses = refset, losses
        names = [CLASSES[name] for name in (BIBS, FACES) if name in refset.dimensions]
        names += PAINTED if MASKS in refset.dimensions else ()
        self.categories = {name: number for number, name in enumerate(names, 1)}
        self.images: list[dict[str, Any]] = []
        self.annotations: list[dict[str, Any]] = []

    def add(self, leaving: Leaving) -> None:
        """One photo with all that people said about it."""
        height, width = leaving.shape
        photo, documents = leaving.photo, leaving.documents
        tags = {
            name: list(one.tags)
            for name, one in documents.items()
            if isinstance(one, Boxes) and one.tags
        }
        about = {name: one.about for name, one in documents.items() if isinstance(one, Elements)}
        said = {
            "id": photo.row, "file_name": leaving.file, "width": width, "height": height,
            "sha256": photo.sha, "part": photo.part, "tags": tags,
            "labelled": {name: one.labelled for name, one in documents.items()},
        }  # fmt: skip
        if about.get(ELEMENTS):
            said["about"] = about[ELEMENTS]
        self.images.append(said)
        self.losses.note("suggestions", sum(len(look.ghosts) for look in leaving.looks.values()))
        for category, own, area, attributes, scored in self._boxes(leaving):
            self._annotate(photo.row, category, own, area, leaving.shape, attributes, scored)
        paint = documents.get(MASKS)
        if isinstance(paint, Masks):
            self._paint(photo.row, paint)

    def _boxes(self, leaving: Leaving) -> Iterator[tuple[str, int, Area, dict[str, Any], bool]]:
        links = leaving.documents.get(LINKS)
        faces = dict(links.pairs) if isinstance(links, Links) else {}
        for dimension, document in leaving.documents.items():
            if isinstance(document, Elements):
                for element in document.elements:
                    if element.area is None:
                        self.losses.note("elements that are nowhere")
                        continue
                    said = {"element": dict(element.said)}
                    kind = element.said.get("type") or CLASSES[ELEMENTS]
                    yield kind, int(element.id or 0), element.area, said, True
            if not isinstance(document, Bibs | Faces):
                continue
            for box in document.boxes:
                if box.area is None:
                    self.losses.note("boxes without coordinates")
                    continue
                attributes = _attributes(box)
                if isinstance(box, Bib):
                    linked = faces.get(int(box.id or 0))
                    attributes["links"] = [] if linked is None else [linked]
                yield CLASSES[dimension], int(box.id or 0), box.area, attributes, box.scored

    def _annotate(
        self, image: int, category: str, own: int, area: Area, shape: tuple[int, int],
        attributes: dict[str, Any], scored: bool,
    ) -> None:  # fmt: skip
        height, width = shape
        box = [area.x * width, area.y * height, area.w * width, area.h * height]
        number = self.categories.setdefault(category, len(self.categories) + 1)
        self.annotations.append(
            {
                "id": own,
                "image_id": image,
                "category_id": number,
                "bbox": box,
                "area": box[2] * box[3],
                "iscrowd": 0,
                "ignore": int(not scored),
                "attributes": attributes,
            }
        )

    def _paint(self, image: int, paint: Masks) -> None:
        self.losses.note("traces of the mouse", int(paint.trace is not None))
        for name, mask in zip(PAINTED, painted(self.refset, paint.mask), strict=True):
            rle = encode(mask)
            rows, columns = (np.flatnonzero(mask.any(axis)) for axis in (1, 0))
            box = [0.0, 0.0, 0.0, 0.0]
            if len(rows):
                left, top = int(columns[0]), int(rows[0])
                box = [left, top, int(columns[-1]) + 1 - left, int(rows[-1]) + 1 - top]
            self.annotations.append(
                {
                    "id": len(self.annotations) + 1,
                    "image_id": image,
                    "category_id": self.categories[name],
                    "bbox": box,
                    "area": int(mask.sum()),
                    "iscrowd": 0,
                    "segmentation": {"size": list(mask.shape), "counts": rle["counts"].decode()},
                }
            )


def _attributes(box: Bib | Face) -> dict[str, Any]:
    said = box.as_json()
    return {key: value for key, value in said.items() if key not in ("x", "y", "w", "h")}
