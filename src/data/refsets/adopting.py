"""Boxes that arrive and are there already: the same box keeps its id."""

from typing import Any, TypeVar

from src.data.refsets.labels import Bibs, Document, Elements, Faces
from src.data.refsets.matching import alike, overlaps

Boxed = TypeVar("Boxed", bound=Bibs | Faces | Elements)


def adopted(arriving: Boxed, here: Document | None) -> tuple[Boxed, dict[int, int]]:
    """The boxes that arrive, with the ids of those that they are; and which id became which.

    Equal boxes first, in their order, then those that overlap most.
    """
    if not isinstance(here, Bibs | Faces | Elements) or not here.boxes:
        return arriving, {}
    taken: dict[int, int] = {}
    free = list(range(len(here.boxes)))
    for place, box in enumerate(arriving.boxes):
        equal = next((n for n in free if _said(here.boxes[n]) == _said(box)), None)
        if equal is not None:
            taken[place] = equal
            free.remove(equal)
    rest = [place for place in range(len(arriving.boxes)) if place not in taken]
    areas = [arriving.boxes[place].area for place in rest], [here.boxes[n].area for n in free]
    taken |= {rest[row]: free[column] for row, column in alike(overlaps(*areas))}
    boxes = [
        here.boxes[taken[place]] if place in taken else box
        for place, box in enumerate(arriving.boxes)
    ]
    ids = {arriving.boxes[place].id: here.boxes[there].id for place, there in taken.items()}
    known: Any = arriving.with_ids({n: box.id for n, box in enumerate(boxes)})
    return known, _numbers(ids)


def _said(box: Any) -> Any:
    return box.said if hasattr(box, "said") else box.as_json()


def _numbers(ids: dict[Any, Any]) -> dict[int, int]:
    return {old: new for old, new in ids.items() if old is not None and new is not None}
