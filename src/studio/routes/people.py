"""Who is in the photos; a name is never in an address."""

from typing import Annotated, Any

from fastapi import APIRouter, Query

from src.data.refsets.labels.unfit import text, whole
from src.data.refsets.people.listing import people_of
from src.data.refsets.people.nearest import likely_matches, nearest_people
from src.data.refsets.people.renaming import merge, rename
from src.data.refsets.words import FACES
from src.studio.asking import Said, Set, known_photo, known_step, plain
from src.studio.errors import NotThereError
from src.studio.measuring import measure_now

PAGE = 20

router = APIRouter(prefix="/api")


@router.get("/people")
def people(refset: Set) -> dict[str, Any]:
    """Everybody, and what the next nameless one would be called."""
    known_step(refset, FACES)
    everybody = people_of(refset)
    told = [
        {"name": one.name, "faces": one.faces, "photos": one.photos, "measured": one.embeddings}
        for one in everybody
    ]
    return {"people": told, "anonymous": _next_anonymous({one.name for one in everybody})}


@router.post("/people/rename")
def call(refset: Set, said: Said) -> dict[str, int]:
    """Call somebody otherwise."""
    return {"photos": rename(refset, text(said.get("name"), "name"), plain(said.get("new"), "new"))}


@router.post("/people/merge")
def join(refset: Set, said: Said) -> dict[str, int]:
    """Make two people one."""
    return {"photos": merge(refset, text(said.get("name"), "name"), text(said.get("into"), "into"))}


@router.post("/people/pair")
def pair(refset: Set, said: Said) -> dict[str, Any]:
    """State that two faces must, or cannot, be one person; ``null`` takes it back."""
    first, second = (whole(said.get(key), key) for key in ("first", "second"))
    if said.get("kind") is None:
        refset.unpair(first, second)
    else:
        refset.pair(first, second, text(said["kind"], "kind"))
    return {"pairs": len(refset.pairs())}


@router.get("/people/likely")
def likely(refset: Set, after: Annotated[int, Query(ge=0, lt=2**31)] = 0) -> dict[str, Any]:
    """Faces that may be one person's, the most alike first."""
    known_step(refset, FACES)
    with refset.database.reading() as connection:
        found = likely_matches(connection, after, PAGE + 1)
    told = [
        {
            "first": one.first.as_json(),
            "second": one.second.as_json(),
            "distance": one.distance,
        }
        for one in found[:PAGE]
    ]
    return {"matches": told, "next": after + PAGE if len(found) > PAGE else None}


@router.get("/faces/{sha}/{face}/nearest")
def nearest(refset: Set, sha: str, face: int) -> list[dict[str, Any]]:
    """The five people whose faces measure most alike."""
    photo = known_photo(refset, sha)
    with refset.database.reading() as connection:
        query = "SELECT 1 FROM boxes WHERE id = ? AND photo = ? AND dimension = ?"
        if not connection.execute(query, (face, photo.row, FACES)).fetchone():
            raise NotThereError("this photo has no such face")
    measure_now(refset, photo.sha)
    with refset.database.reading() as connection:
        found = nearest_people(connection, face)
    return [{**one.as_json(), "distance": distance} for one, distance in found]


def _next_anonymous(names: set[str]) -> str:
    number = 1
    while f"anonymous_{number}" in names:
        number += 1
    return f"anonymous_{number}"
