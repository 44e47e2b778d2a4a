"""What a request says, and what it is about."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import Depends, Request

from src.data.files.foreign import json_of
from src.data.refsets import ReferenceSet
from src.data.refsets.canonical import is_sha
from src.data.refsets.labels.unfit import Unfit, mapping, text
from src.data.refsets.store.photos import Photo, photo_of
from src.studio.errors import NotThereError

if TYPE_CHECKING:
    from src.training.person.desk import Desk


@dataclass(frozen=True)
class Studio:
    """What the studio shows.

    Args:
        refset: the set that is labelled; ``None`` where only runs are looked at.
        runs: where runs are recorded.
        desk: where a run waits for what is painted here; ``None`` where none does.
    """

    refset: ReferenceSet | None = None
    runs: str | None = None
    desk: "Desk | None" = None


def studio_of(request: Request) -> Studio:
    """What this server shows."""
    studio: Studio = request.app.state.studio
    return studio


def set_of(request: Request) -> ReferenceSet:
    """The set that is labelled."""
    refset = studio_of(request).refset
    if refset is None:
        raise NotThereError("no set is open: start the studio with --set DIR")
    return refset


async def said_in(request: Request) -> Mapping[str, Any]:
    """What the body of a request says."""
    return mapping(json_of(await request.body(), "the body", "send JSON"))


MARKUP = re.compile("[<>]")

Set = Annotated[ReferenceSet, Depends(set_of)]
Said = Annotated[Mapping[str, Any], Depends(said_in)]


def plain(said: Any, *path: str | int) -> str:
    """A number or a name, which are never markup, wherever they will be shown."""
    given = text(said, *path)
    if MARKUP.search(given):
        raise Unfit("has < or >, which no number and no name has: take it out", path)
    return given


def known_photo(refset: ReferenceSet, sha: str) -> Photo:
    """The photo of a whole hash."""
    if is_sha(sha):
        with refset.database.reading() as connection:
            if connection.execute("SELECT 1 FROM photos WHERE sha = ?", (sha,)).fetchone():
                return photo_of(connection, sha)
    raise NotThereError("no photo of the set has this hash: name all 64 letters of one")


def known_step(refset: ReferenceSet, step: str) -> str:
    """A step of labelling that this set has."""
    if step not in refset.dimensions:
        steps = ", ".join(refset.dimensions)
        raise NotThereError(f"this set has no such step; its steps are {steps}")
    return step
