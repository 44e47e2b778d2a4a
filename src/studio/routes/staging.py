"""What would be frozen, freezing, and what is frozen: that is looked at and never changed."""

from functools import lru_cache
from typing import Annotated, Any

from fastapi import APIRouter, Query

from src.core import InputError
from src.data.refsets import ReferenceSet
from src.data.refsets.frozen.freezing import freeze, refuse_without_rights
from src.data.refsets.frozen.frozen_set import frozen_set, frozen_sets
from src.data.refsets.frozen.viewing import FrozenView
from src.data.refsets.labels.unfit import flag, text
from src.data.refsets.reference_set import PAGE
from src.data.refsets.words import COMPLETE, NEGATIVE
from src.studio.asking import Said, Set
from src.studio.errors import NotThereError, ReadOnlyError
from src.studio.routes.overview import frozen_told
from src.studio.told import photo_told

router = APIRouter(prefix="/api")


@router.get("/staging")
def staging(refset: Set) -> dict[str, Any]:
    """How far the photos are, and what hinders freezing."""
    stands = refset.statistics()
    ready = stands.states[COMPLETE] + stands.states[NEGATIVE]
    hindrances = [] if ready else ["no photo is complete yet: label some, or freeze all"]
    if stands.absent:
        hindrances.append(f"{stands.absent} photos are not in the set: prepare them again")
    try:
        refuse_without_rights(refset)
    except InputError as error:
        hindrances.append(str(error))
    return {
        "photos": stands.photos,
        "states": dict(stands.states),
        "done": dict(stands.done),
        "parts": dict(stands.parts),
        "ready": ready,
        "hindrances": hindrances,
        "frozen": [frozen_told(one) for one in frozen_sets(refset.folder)],
    }


@router.post("/freeze")
def freeze_now(refset: Set, said: Said) -> dict[str, Any]:
    """Make what is complete a set that never changes."""
    name, everything = text(said.get("name"), "name"), flag(said.get("all", False), "all")
    done = freeze(refset, name, everything=everything)
    return {**frozen_told(done.frozen), "states": dict(done.states)}


@router.get("/frozen/{name}")
def frozen(refset: Set, name: str) -> dict[str, Any]:
    """What a frozen set says of itself."""
    view = _view(refset, name)
    head = view.frozen.head
    return {**frozen_told(view.frozen), "states": dict(head.states), "who": head.who}


@router.get("/frozen/{name}/photos")
def photos(
    refset: Set,
    name: str,
    after: Annotated[int, Query(ge=0, lt=2**63)] = 0,
    limit: Annotated[int, Query(ge=1, le=200)] = PAGE,
) -> dict[str, Any]:
    """One page of its photos."""
    view = _view(refset, name)
    places = range(after, min(after + limit, len(view.lines)))
    told = [_told(view, place) for place in places]
    return {"photos": told, "next": after + limit if after + limit < len(view.lines) else None}


@router.get("/frozen/{name}/beside")
def neighbours(refset: Set, name: str, sha: str) -> dict[str, Any]:
    """What lies before and after a photo in it."""
    view = _view(refset, name)
    place, last = _place(view, sha), len(view.lines) - 1
    return {
        "before": view.lines[place - 1].photo if place else None,
        "after": view.lines[place + 1].photo if place < last else None,
        "place": place + 1,
        "of": last + 1,
    }


@router.get("/frozen/{name}/photos/{sha}/{step}")
def labels(refset: Set, name: str, sha: str, step: str) -> dict[str, Any]:
    """What was said of a photo when the set was frozen."""
    view = _view(refset, name)
    place = _place(view, sha)
    if step not in view.frozen.head.dimensions:
        raise NotThereError("this frozen set has no such step")
    return {
        **_told(view, place),
        "labels": view.documents(place),
        "ghosts": {},
        "undo": False,
        "redo": False,
        "frozen": True,
    }


@router.api_route("/frozen/{rest:path}", methods=["PUT", "POST"])
def refuse(rest: str) -> None:  # noqa: ARG001
    """Nothing below a frozen set is written."""
    raise ReadOnlyError("a frozen set never changes: change the labels in staging and freeze again")


def _view(refset: ReferenceSet, name: str) -> FrozenView:
    try:
        found = frozen_set(refset.folder, name)
    except InputError as error:
        raise NotThereError(str(error)) from error
    return _kept(refset, found.folder.name, found.head.fingerprint)


@lru_cache(maxsize=4)
def _kept(refset: ReferenceSet, name: str, _: str) -> FrozenView:
    """The list of 100,000 photos takes a second to read, and never changes."""
    return FrozenView.of(refset, name)


def _place(view: FrozenView, sha: str) -> int:
    if sha not in view.places:
        raise NotThereError("no photo of this frozen set has this hash")
    return view.places[sha]


def _told(view: FrozenView, place: int) -> dict[str, Any]:
    photo, documents = view.photo(place), view.documents(place)
    done = {name: bool(one and one.get("labelled")) for name, one in documents.items()}
    return {**photo_told(photo, done), "revision": None}
