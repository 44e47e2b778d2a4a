"""Photos and what is said about them."""

from typing import Annotated, Any

from fastapi import APIRouter, Query

from src.data.refsets import ReferenceSet
from src.data.refsets.ghosts.fates import without_stale
from src.data.refsets.labels import Document, document_of
from src.data.refsets.labels.unfit import Unfit, listed, mapping, whole
from src.data.refsets.queue import Filter, beside, done_in, next_to_do, page
from src.data.refsets.reference_set import PAGE
from src.data.refsets.store.photos import Photo
from src.data.refsets.store.spent import Spent
from src.data.refsets.words import BOXED
from src.studio.asking import Said, Set, known_photo, known_step, plain
from src.studio.proposing import link_proposals
from src.studio.told import documents_told, look_told, photo_told

MOST = 200
"""Photos of one page."""

router = APIRouter(prefix="/api")


@router.get("/photos")
def photos(
    refset: Set,
    step: str | None = None,
    state: str | None = None,
    tag: str | None = None,
    part: str | None = None,
    score_below: float | None = None,
    score_above: float | None = None,
    disagree: bool = False,
    open: bool = False,
    after: Annotated[int, Query(ge=0, lt=2**63)] = 0,
    near: str | None = None,
    back: bool = False,
    limit: Annotated[int, Query(ge=1, le=MOST)] = PAGE,
) -> dict[str, Any]:
    """One page of photos, and where the next one begins; ``near``: beside this photo."""
    wanted = Filter(step, state, tag, part, score_below, score_above, disagree, open)
    start = after if near is None else known_photo(refset, near).row
    with refset.database.reading() as connection:
        found = page(connection, refset.dimensions, wanted, start, limit, back=back)
        done = done_in(connection, found.photos, refset.dimensions)
    told = [photo_told(*one) for one in zip(found.photos, done, strict=True)]
    return {"photos": told, "next": found.next}


@router.get("/next")
def next_photo(refset: Set, step: str, after: str | None = None) -> dict[str, str | None]:
    """The next photo in which a step is not done."""
    known_step(refset, step)
    row = 0 if after is None else known_photo(refset, after).row
    with refset.database.reading() as connection:
        found = next_to_do(connection, step, row)
    return {"sha": None if found is None else found.sha}


@router.get("/beside")
def neighbours(refset: Set, sha: str) -> dict[str, Any]:
    """What lies before and after a photo."""
    photo = known_photo(refset, sha)
    with refset.database.reading() as connection:
        return vars(beside(connection, photo.row))


@router.get("/photos/{sha}/{step}")
def labels(refset: Set, sha: str, step: str) -> dict[str, Any]:
    """All that is said, and suggested, about a photo."""
    known_step(refset, step)
    return labels_told(refset, known_photo(refset, sha))


def labels_told(refset: ReferenceSet, photo: Photo) -> dict[str, Any]:
    """The same, as the page is told it."""
    with refset.database.reading():
        labels, course = refset.labels(photo.sha), refset.course(photo.sha)
        return {
            **photo_told(photo, refset.done(photo.sha)),
            "revision": labels.revision,
            "labels": documents_told(labels.documents),
            "ghosts": {
                **{name: look_told(refset.ghosts(photo.sha, name)) for name in refset.dimensions},
                **link_proposals(labels.documents, photo),
            },
            "undo": course.before is not None,
            "redo": course.after is not None,
            "frozen": False,
        }


@router.put("/photos/{sha}/{step}")
def save(refset: Set, sha: str, step: str, said: Said) -> dict[str, Any]:
    """Put documents in the place of those before, if nobody else did meanwhile."""
    known_step(refset, step)
    photo = known_photo(refset, sha)
    documents = {}
    for name, one in mapping(said.get("documents", {}), "documents").items():
        known_step(refset, name)
        try:
            documents[name] = document_of(name, one)
            _refuse_markup(documents[name])
        except Unfit as unfit:
            raise unfit.below(name) from unfit
    began = whole(said.get("revision"), "revision")
    with refset.batch() as batch:
        fresh = {
            name: without_stale(batch.connection, photo.row, one) for name, one in documents.items()
        }
        saved = batch.save(photo.sha, fresh, began=began)
        for key, decide in (("rejected", batch.reject), ("reopened", batch.reopen)):
            chosen = [whole(one, key) for one in listed(said.get(key, ()), key)]
            if chosen and step in BOXED:
                decide(photo.sha, step, chosen)
        if said.get("spent") is not None:
            batch.spend(photo.sha, step, Spent.of_json(said["spent"]))
    return {"revision": saved.revision, "documents": documents_told(saved.documents)}


def _refuse_markup(document: Document | None) -> None:
    for place, box in enumerate(getattr(document, "boxes", ())):
        for key in ("number", "identity"):
            if getattr(box, key, None) is not None:
                plain(getattr(box, key), "boxes", place, key)


@router.post("/photos/{sha}/undo")
def undo(refset: Set, sha: str, said: Said) -> dict[str, Any]:
    """Take the last change of a photo back."""
    refset.undo(known_photo(refset, sha).sha, whole(said.get("revision"), "revision"))
    return labels_told(refset, known_photo(refset, sha))


@router.post("/photos/{sha}/redo")
def redo(refset: Set, sha: str, said: Said) -> dict[str, Any]:
    """Make it again."""
    refset.redo(known_photo(refset, sha).sha, whole(said.get("revision"), "revision"))
    return labels_told(refset, known_photo(refset, sha))
