"""Which bib may hang below which face: what the linker says of the boxes that people drew."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from src.data.refsets.labels import Bibs, Document, Faces
from src.data.refsets.store.photos import Photo
from src.data.refsets.words import BIBS, FACES, LINKS, REJECTED
from src.detectors.race.torso import Torso

LINKER = Torso()


def link_proposals(
    documents: Mapping[str, Document | None], photo: Photo
) -> dict[str, list[dict[str, Any]]]:
    """Pairs of ids as suggestions of links; nothing where the set has no links."""
    bibs, faces = documents.get(BIBS), documents.get(FACES)
    if LINKS not in documents or photo.width is None or photo.height is None:
        return {}
    if not isinstance(bibs, Bibs) or not isinstance(faces, Faces):
        return {LINKS: []}
    shape = photo.height, photo.width
    sides = [_boxes(document, shape) for document in (bibs, faces)]
    corners = [np.array([box for _, box in side], float).reshape(-1, 4) for side in sides]
    return {
        LINKS: [
            {"bib": sides[0][bib][0], "face": sides[1][face][0], "backend": "torso"}
            for bib, face in LINKER.link(*corners).tolist()
        ]
    }


def _boxes(document: Bibs | Faces, shape: tuple[int, int]) -> list[tuple[int, tuple[float, ...]]]:
    """Id and corners of what is a bib or a face, and has a place."""
    return [
        (box.id, box.area.pixels(shape))
        for box in document.boxes
        if box.area is not None and box.scope != REJECTED[document.dimension]
    ]
