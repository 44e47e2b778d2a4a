"""What a format has no place for stays as the set has it, where the same box comes back."""

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from src.data.refsets.adopting import adopted
from src.data.refsets.arriving import Seen
from src.data.refsets.ghosts import current_look
from src.data.refsets.labels import Area, Bibs, Boxes, Document, Elements, Face, Faces, Links
from src.data.refsets.labels.areas import SIDES
from src.data.refsets.people.pseudonyms import named
from src.data.refsets.words import LINKS

NEAR = 1e-9
"""By how much a coordinate may differ that went through another unit and back."""


@dataclass(frozen=True)
class Held:
    """What a format can say.

    Args:
        dimensions: those of which it can say that there is nothing.
        fields: of boxes: ``number``, ``scope``, ``identity``, ``tags``.
        photo_tags: whether tags of whole photos are among it.
        unlocated: whether boxes without coordinates are.
        keys: whether all keys of an element are.
        background: whether it tells background from what nobody painted.
        sources: whether it says who suggested something.
    """

    dimensions: tuple[str, ...]
    fields: tuple[str, ...] = ("number", "scope", "identity", "tags")
    photo_tags: bool = True
    unlocated: bool = False
    keys: bool = True
    background: bool = True
    sources: bool = True


def completed(
    documents: Mapping[str, Document],
    here: Mapping[str, Document | None],
    held: Held,
    people: Mapping[str, str],
) -> dict[str, Document]:
    """The documents with names of the set, and with what could not be said."""
    made: dict[str, Document] = {}
    dropped: set[int] = set()
    for dimension, document in documents.items():
        known = here.get(dimension)
        if isinstance(document, Faces):
            document = named(document, people)
        if isinstance(document, Bibs | Faces | Elements):
            document, kept = _filled(document, known, held)
            dropped |= kept
        made[dimension] = document
    links, old = made.get(LINKS), here.get(LINKS)
    if isinstance(links, Links) and isinstance(old, Links) and dropped:
        # Links of boxes that could not be said could not be said either.
        lost = [pair for pair in old.pairs if pair[0] in dropped or pair[1] in dropped]
        made[LINKS] = replace(links, pairs=(*links.pairs, *lost))
    return made


def _filled(document: Any, here: Document | None, held: Held) -> tuple[Any, set[int]]:
    """The boxes, each like the one that it is; and ids of those that had to be kept."""
    if not isinstance(here, type(document)) or not isinstance(here, Bibs | Faces | Elements):
        return document, set()
    _, ids = adopted(document, here)
    known = {box.id: box for box in here.boxes}
    boxes = [
        _like(box, known[ids[box.id]], held) if box.id in ids else box for box in document.boxes
    ]
    if isinstance(document, Elements):
        return _filled_elements(document, boxes, here, held), set()
    kept = [] if held.unlocated else [box for box in here.boxes if box.area is None]
    boxes += kept
    if isinstance(document, Boxes) and not held.photo_tags and isinstance(here, Boxes):
        document = replace(document, tags=here.tags)
    order = {box.id: place for place, box in enumerate(here.boxes)}
    if kept:
        boxes.sort(key=lambda box: order.get(ids.get(box.id, box.id), len(order)))
    return replace(document, boxes=tuple(boxes)), {box.id for box in kept if box.id}


def _filled_elements(document: Elements, boxes: list[Any], here: Any, held: Held) -> Elements:
    taken = {box.said["id"] for box in boxes}
    if not held.unlocated:
        boxes += [one for one in here.elements if one.area is None and one.said["id"] not in taken]
    order = {one.said["id"]: place for place, one in enumerate(here.elements)}
    boxes.sort(key=lambda box: order.get(box.said["id"], len(order)))
    about = document.about if held.keys else here.about
    return replace(document, elements=tuple(boxes), about=about)


def _like(box: Any, known: Any, held: Held) -> Any:
    """A box with the coordinates of the one that it is, to the last digit, and what is unsaid."""
    if not hasattr(box, "scope"):
        said = {**box.said} if held.keys else {**known.said, **box.said, "id": known.said["id"]}
        if box.area and known.area and near(box.area, known.area):
            said |= {"bbox": known.said["bbox"]}
        return replace(box, said=said)
    area = known.area if box.area and known.area and near(box.area, known.area) else box.area
    fields = ("scope", "identity", "tags") if isinstance(box, Face) else ("scope", "number")
    unsaid = {name: getattr(known, name) for name in fields if name not in held.fields}
    return replace(box, area=area, form=box.form or known.form, **unsaid)


def near(first: Area, second: Area) -> bool:
    """Whether two areas are one, but for rounding."""
    return all(abs(getattr(first, side) - getattr(second, side)) <= NEAR for side in SIDES)


def same_seen(connection: sqlite3.Connection, photo: int, seen: Seen, held: Held) -> Seen:
    """The suggestions as the set has them, where they are those of its last look.

    A format says who suggested, and not with which settings; the set knows them.
    """
    look = current_look(connection, photo, seen.dimension)
    if look is None or len(look.ghosts) != len(seen.ghosts):
        return seen
    known, said = ((one.source.backend, one.source.version) for one in (look, seen))
    if held.sources and known != said:
        return seen
    for old, new in zip(look.ghosts, seen.ghosts, strict=True):
        apart = (old.area is None) != (new.area is None)
        if apart or (old.area and new.area and not near(old.area, new.area)):
            return seen
        if old.painting != new.painting:
            return seen
        if (old.text or None, old.kind) != (new.text or None, new.kind):
            return seen
    return replace(seen, source=look.source, ghosts=look.ghosts, form=look.form)
