"""What became of suggestions, once a person has said what there is."""

import sqlite3
from collections.abc import Iterator, Sequence

from src.data.refsets.ghosts.nouns import Ghost
from src.data.refsets.ghosts.rows import current_ghosts
from src.data.refsets.labels import Bib, Bibs, Document, Element, Elements, Face, Faces, Unfit
from src.data.refsets.matching import alike, overlap, overlaps
from src.data.refsets.words import ACCEPTED, EDITED, REJECTED, REJECTED_GHOST

UNTOUCHED = 1 - 1e-6
"""IoU from which on a box was not moved; fractions are rounded on their way."""

Box = Bib | Face | Element


def settle(
    connection: sqlite3.Connection,
    photo: int,
    given: Document | None,
    saved: Document | None,
) -> None:
    """Decide about the last suggestions for a photo; a label that is not done decides nothing.

    Args:
        given: what was to be saved, whose boxes may name the suggestions that they were made from.
        saved: the same with its ids.
    """
    boxed = Bibs | Faces | Elements
    if not isinstance(given, boxed) or not isinstance(saved, boxed) or not saved.labelled:
        return
    ghosts = current_ghosts(connection, photo, saved.dimension)
    if not ghosts:
        return
    boxes: Sequence[Box] = saved.boxes
    pairs = dict(_pairs(ghosts, given.boxes))
    for place, ghost in enumerate(ghosts):
        box = boxes[pairs[place]] if place in pairs else None
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


def _pairs(ghosts: Sequence[Ghost], boxes: Sequence[Box]) -> Iterator[tuple[int, int]]:
    """Place of a suggestion and of the box that it became: as the boxes say, else by overlap."""
    places = {ghost.id: place for place, ghost in enumerate(ghosts)}
    named = {number: box.ghost for number, box in enumerate(boxes) if box.ghost is not None}
    for number, named_id in named.items():
        if named_id not in places:
            raise Unfit(
                f"there is no open suggestion {named_id} for it", ("boxes", number, "ghost")
            )
        yield places[named_id], number
    taken = {places[named_id] for named_id in named.values()}
    shared = overlaps([ghost.area for ghost in ghosts], [box.area for box in boxes])
    shared[list(taken)] = 0
    shared[:, list(named)] = 0
    yield from alike(shared)
