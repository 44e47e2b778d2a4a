"""Labels as the truth about a picture, for scorers."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from src.core import Instances, Question
from src.data.formats.images import pixels_of
from src.data.formats.raster import decode
from src.data.refsets.labels import (
    Bib,
    Bibs,
    Document,
    Elements,
    Face,
    Faces,
    Links,
    Masks,
)
from src.data.refsets.store.objects import Objects
from src.data.refsets.words import BIBS, ELEMENTS, FACES, LINKS, MASKS
from src.data.rootpainter import painted_truth
from src.data.ui.conversion import in_pixels, with_levels
from src.data.ui.elements import POLYGON, REFUSAL
from src.data.ui.elements import truth_of as screen_truth
from src.data.ui.records import ElementRecord

CLASSES: Mapping[str, str] = {BIBS: "bib", FACES: "face", ELEMENTS: "element"}
NOWHERE = (0.0, 0.0, 0.0, 0.0)

Documents = Mapping[str, Document | None]


def is_labelled(document: Document | None) -> bool:
    """Whether a person said that this is all; files without the flag show it by what they hold."""
    if document is None:
        return False
    if document.labelled is None and isinstance(document, Faces):
        return bool(document.boxes or document.tags)
    return bool(document.labelled)


def truth_of(documents: Documents, shape: tuple[int, int], objects: Objects) -> Instances:
    """What is known to be in a picture.

    A dimension that nobody labelled is not looked for: its class is missing from ``class_names``.
    Where nobody labelled any, every column is ``None``; where somebody saw that there is nothing,
    the columns are there and empty.
    """
    mask = documents.get(MASKS)
    if is_labelled(mask) and isinstance(mask, Masks):
        return _painted(mask, objects)
    elements = documents.get(ELEMENTS)
    if is_labelled(elements) and isinstance(elements, Elements):
        return _elements(elements, shape)
    boxed = [
        document
        for dimension in (BIBS, FACES)
        if isinstance(document := documents.get(dimension), Bibs | Faces) and is_labelled(document)
    ]
    if not boxed:
        return Instances(shape)
    return _boxes(boxed, documents.get(LINKS), shape)


def boxed_truth(bibs: Bibs, faces: Faces, links: Links, shape: tuple[int, int]) -> Instances:
    """The truth about a photo whose bibs, faces and links are all known, from wherever."""
    return _boxes([bibs, faces], links, shape)


def _boxes(
    labelled: Sequence[Bibs | Faces], links: Document | None, shape: tuple[int, int]
) -> Instances:
    names = tuple(CLASSES[document.dimension] for document in labelled)
    rows: list[tuple[int, Bib | Face]] = [
        (place, box) for place, document in enumerate(labelled) for box in document.boxes
    ]
    boxes = [box for _, box in rows]
    located = np.array([box.area is not None for box in boxes], bool)
    return Instances(
        shape,
        boxes=_corners(boxes, shape),
        ids=np.array([box.id for box in boxes], np.int64),
        classes=np.array([place for place, _ in rows], np.int64),
        texts=tuple(box.number if isinstance(box, Bib) else None for box in boxes),
        # What has no coordinates counts for numbers, not for boxes.
        scored=np.array([box.scored for box in boxes], bool) & located,
        links=_links(links, [box.id for box in boxes], names),
        class_names=names,
        extra={
            "scope": _column([box.scope for box in boxes]),
            "identity": _column([getattr(box, "identity", None) or "" for box in boxes]),
            "tags": _column([",".join(getattr(box, "tags", ())) for box in boxes]),
            "located": located,
        },
    )


def _links(
    links: Document | None, ids: Sequence[int | None], names: Sequence[str]
) -> npt.NDArray[np.int64] | None:
    """Pairs of ids; ``None`` where nobody looked, none where there is nothing to link."""
    if isinstance(links, Links) and is_labelled(links):
        known = [pair for pair in links.pairs if set(pair) <= set(ids)]
        return np.array(known, np.int64).reshape(-1, 2)
    both = {CLASSES[BIBS], CLASSES[FACES]} <= set(names)
    return np.zeros((0, 2), np.int64) if both and not ids else None


def _elements(document: Elements, shape: tuple[int, int]) -> Instances:
    """The same truth as that of ``dataset=ui``, by the ids of the set."""
    records = [ElementRecord.read(_with_kind(one.said)) for one in document.elements]
    shown = with_levels([in_pixels(record, shape) for record in records])
    ids = np.array([one.id for one in document.elements], np.int64)
    return replace(screen_truth(shown, shape), ids=ids)


def _with_kind(said: Mapping[str, Any]) -> Mapping[str, Any]:
    """What has neither box nor corners is not on the screen, also where that is not said."""
    if said.get("box_type") or said.get("bbox"):
        return said
    return {**said, "box_type": POLYGON if said.get("polygon") else REFUSAL}


def questions_of(documents: Documents, shape: tuple[int, int]) -> tuple[Question, ...]:
    """The clicks of a user on labelled elements, where their source tells them."""
    document = documents.get(ELEMENTS)
    if not isinstance(document, Elements) or not is_labelled(document):
        return ()
    height, width = shape
    clicks = (
        (element.said["id"], element.said.get("click_point")) for element in document.elements
    )
    return tuple(
        Question(f"{name}/0", click=(click[0] * width, click[1] * height))
        for name, click in clicks
        if click is not None
    )


def _painted(label: Masks, objects: Objects) -> Instances:
    path = Path(objects.path(label.mask))
    return painted_truth(pixels_of(decode(objects.read(label.mask), path), path), path)


def _corners(boxes: Sequence[Bib | Face], shape: tuple[int, int]) -> npt.NDArray[np.float64]:
    corners = [NOWHERE if box.area is None else box.area.pixels(shape) for box in boxes]
    return np.array(corners, np.float64).reshape(-1, 4)


def _column(values: Sequence[Any]) -> npt.NDArray[Any]:
    return np.array(values, str) if values else np.zeros(0, "U1")
