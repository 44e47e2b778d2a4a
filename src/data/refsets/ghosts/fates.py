"""What became of suggestions, once a person has said what there is."""

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from src.data.refsets.ghosts.nouns import Ghost
from src.data.refsets.ghosts.rows import current_ghosts
from src.data.refsets.labels import Bib, Bibs, Document, Element, Elements, Face, Faces, Unfit
from src.data.refsets.labels.unfit import shown
from src.data.refsets.matching import alike, overlap, overlaps
from src.data.refsets.words import ACCEPTED, EDITED, OPEN, REJECTED, REJECTED_GHOST

UNTOUCHED = 1 - 1e-6
"""IoU from which on a box was not moved; fractions are rounded on their way."""

Box = Bib | Face | Element


def settle(
    connection: sqlite3.Connection,
    photo: int,
    given: Document | None,
    saved: Document | None,
    *,
    reopening: bool = False,
) -> None:
    """Decide about the last suggestions for a photo.

    A label that is not done decides about those alone that its boxes were made from.

    Args:
        given: what was to be saved, whose boxes may name the suggestions that they were made from.
        saved: the same with its ids.
        reopening: whether the label is one of before, to which decisions go back as well.
    """
    boxed = Bibs | Faces | Elements
    if not isinstance(given, boxed) or not isinstance(saved, boxed):
        return
    ghosts = current_ghosts(connection, photo, saved.dimension)
    if not ghosts:
        return
    boxes: Sequence[Box] = saved.boxes
    pairs = _made_of(ghosts, given.boxes, boxes)
    if saved.labelled or reopening:
        pairs |= _alike(ghosts, boxes, pairs)
    for place, ghost in enumerate(ghosts):
        box = boxes[pairs[place]] if place in pairs else None
        if box is None and not saved.labelled and (reopening or ghost.fate == OPEN):
            fate, shared = OPEN, None
        else:
            fate, shared = fate_of(ghost, box, saved.dimension)
        row = (fate, shared, None if box is None else box.id, ghost.id)
        connection.execute("UPDATE ghosts SET fate = ?, iou = ?, box = ? WHERE id = ?", row)


def fate_of(ghost: Ghost, box: Box | None, dimension: str) -> tuple[str, float | None]:
    """The fate of a suggestion that became this box, and their IoU where it was edited."""
    if box is None or getattr(box, "scope", None) == REJECTED.get(dimension, ""):
        return REJECTED_GHOST, None
    shared = overlap(ghost.area, box.area) if ghost.area and box.area else 0.0
    if shared >= UNTOUCHED and _says_the_same(ghost, box):
        return ACCEPTED, None
    return EDITED, shared


def _says_the_same(ghost: Ghost, box: Box) -> bool:
    if isinstance(box, Bib):
        return ghost.text in (None, box.number)
    if isinstance(box, Element):
        said = box.said
        return ghost.text in (None, said.get("text")) and ghost.kind in (None, said.get("type"))
    return True


def _made_of(ghosts: Sequence[Ghost], given: Sequence[Box], saved: Sequence[Box]) -> dict[int, int]:
    """Place of a suggestion to that of the box which names it, or which it became before."""
    places = {ghost.id: place for place, ghost in enumerate(ghosts)}
    made: dict[int, int] = {}
    for number, box in enumerate(given):
        if box.ghost is not None and box.ghost not in places:
            raise Unfit(
                f"there is no open suggestion {box.ghost} for it", ("boxes", number, "ghost")
            )
        if box.ghost is not None:
            made[places[box.ghost]] = number
    became = {ghost.box: place for place, ghost in enumerate(ghosts) if ghost.box is not None}
    for number, box in enumerate(saved):
        if box.id in became and number not in made.values():
            made.setdefault(became[box.id], number)
    return made


def _alike(
    ghosts: Sequence[Ghost], boxes: Sequence[Box], made: Mapping[int, int]
) -> dict[int, int]:
    """The same by overlap, of all others."""
    shared = overlaps([ghost.area for ghost in ghosts], [box.area for box in boxes])
    shared[list(made)] = 0
    shared[:, list(made.values())] = 0
    return dict(alike(shared))


def without_stale(
    connection: sqlite3.Connection, photo: int, document: Document | None
) -> Document | None:
    """The same boxes, less the suggestions that a later look took away while somebody worked."""
    if not isinstance(document, Bibs | Faces | Elements):
        return document
    known = {ghost.id for ghost in current_ghosts(connection, photo, document.dimension)}
    boxes = [box if box.ghost in known else replace(box, ghost=None) for box in document.boxes]
    if isinstance(document, Elements):
        return replace(document, elements=tuple(boxes))
    return replace(document, boxes=tuple(boxes))


def decide(
    connection: sqlite3.Connection,
    photo: int,
    dimension: str,
    wanted: Iterable[int],
    fate: str,
) -> None:
    """Say at once what becomes of suggestions that are no boxes."""
    known = {ghost.id for ghost in current_ghosts(connection, photo, dimension)}
    for own in wanted:
        if own not in known:
            raise Unfit(f"there is no suggestion {shown(own)} for this photo")
        update = "UPDATE ghosts SET fate = ?, iou = NULL WHERE id = ? AND box IS NULL"
        connection.execute(update, (fate, own))
