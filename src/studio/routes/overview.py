"""How the set stands, and the words it is labelled with."""

import json
from collections.abc import Iterable
from typing import Any

from fastapi import APIRouter

from src.data.refsets import ReferenceSet
from src.data.refsets.frozen.frozen_set import frozen_sets
from src.data.refsets.statistics import Fates
from src.data.refsets.store.spent import Effort, efforts
from src.data.refsets.words import FACE_BOX_TAGS, PHOTO_TAGS, SCOPES
from src.studio.asking import Set
from src.studio.shells import PAGE

HINTS = {
    "bib": "Scored: the whole number can be read.",
    "bib_clipped": "Scored: an edge of the photo cuts it; write what can be read, ? for a digit.",
    "bib_obscured": "Not scored: something hides a part of the number.",
    "not_bib": "Not scored: no bib at all; a suggestion that was wrong.",
    "keep": "Scored: a face that somebody could be known by.",
    "uncertain": "Not scored: too small, turned away or blurred to tell.",
    "exclude": "Not scored: no face, or nobody who takes part.",
}

router = APIRouter(prefix="/api")


@router.get("/set")
def overview(refset: Set) -> dict[str, Any]:
    """Progress, scopes, tags, frozen sets, what became of suggestions, what labelling took."""
    stands = refset.statistics()
    with refset.database.reading() as connection:
        spent = efforts(connection)
        types = [kind for (kind,) in connection.execute(TYPES)] if _has_elements(refset) else []
    return {
        "title": refset.about.title,
        "dimensions": list(refset.dimensions),
        "photos": stands.photos,
        "states": dict(stands.states),
        "steps": {
            name: {"done": stands.done[name], "photos": stands.photos} for name in refset.dimensions
        },
        "scopes": {
            name: {scope: {"scored": scored, "hint": HINTS[scope]} for scope, scored in own.items()}
            for name, own in SCOPES.items()
            if name in refset.dimensions
        },
        "photo_tags": {name: list(tags) for name, tags in PHOTO_TAGS.items()},
        "face_tags": list(FACE_BOX_TAGS),
        "frozen": [frozen_told(one) for one in frozen_sets(refset.folder)],
        "ghosts": {name: _fates(stands.fates, name) for name in refset.dimensions},
        "spent": {name: _spent(spent, name) for name in refset.dimensions},
        "element_types": types,
    }


@router.get("/keys")
def keys() -> Any:
    """The one table of keys."""
    return json.loads((PAGE / "keys.json").read_text())


TYPES = (
    "SELECT DISTINCT json_extract(form, '$.type') AS kind FROM boxes "
    "WHERE dimension = 'elements' AND kind IS NOT NULL ORDER BY kind LIMIT 200"
)


def _has_elements(refset: ReferenceSet) -> bool:
    return "elements" in refset.dimensions


def frozen_told(frozen: Any) -> dict[str, Any]:
    """A frozen set among others."""
    head = frozen.head
    return {
        "name": frozen.folder.name,
        "fingerprint": head.fingerprint,
        "photos": head.photos,
        "created": head.created,
        "dimensions": list(head.dimensions),
        "withdrawn": len(head.withdrawn),
    }


def _fates(fates: Iterable[Fates], dimension: str) -> dict[str, Any]:
    """All backends together; those of each beside it."""
    own = [one for one in fates if one.dimension == dimension]
    edited = sum(one.edited for one in own)
    overlap = sum((one.mean_iou or 0) * one.edited for one in own)
    return {
        "ghosts": sum(one.ghosts for one in own),
        "accepted": sum(one.accepted for one in own),
        "edited": edited,
        "iou": overlap / edited if edited else None,
        "rejected": sum(one.rejected for one in own),
        "missed": sum(one.unproposed for one in own),
        "sources": [vars(one) for one in own],
    }


def _spent(spent: dict[tuple[str, bool], Effort], dimension: str) -> dict[str, Any]:
    """Per photo, with suggestions in sight and without."""
    both = {"with": spent.get((dimension, True)), "without": spent.get((dimension, False))}
    return {name: effort and effort.per_photo() for name, effort in both.items()}
