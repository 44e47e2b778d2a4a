"""The photos of a set one after another: which page, which comes next, which lies beside."""

import sqlite3
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from src.core import InputError
from src.data.refsets.completeness import DONE, done_of, state
from src.data.refsets.store.photos import Photo, page_of
from src.data.refsets.words import (
    BIBS,
    DIMENSIONS,
    EDITED,
    FACES,
    PARTS,
    PHOTO_TAGS,
    REJECTED_GHOST,
    STATES,
)

DONE_STATE, TO_DO = "done", "todo"
"""How far one step of a photo is; the states of a whole photo are ``words.STATES``."""

TAGGED = (
    "EXISTS (SELECT 1 FROM labels WHERE labels.photo = photos.id AND dimension = ? AND tags LIKE ?)"
)
LAST_LOOK = (
    "EXISTS (SELECT 1 FROM ghosts WHERE look = (SELECT max(id) FROM looks WHERE "
    "looks.dimension = ? AND looks.photo = photos.id) AND {which})"
)
DRAWN = (
    "EXISTS (SELECT 1 FROM looks WHERE looks.photo = photos.id AND looks.dimension = ?1) AND "
    "EXISTS (SELECT 1 FROM boxes WHERE boxes.photo = photos.id AND boxes.dimension = ?1 AND "
    "coalesce(scope, '') NOT IN ('not_bib', 'exclude') AND NOT EXISTS "
    "(SELECT 1 FROM ghosts WHERE ghosts.box = boxes.id))"
)


@dataclass(frozen=True)
class Filter:
    """Which photos are wanted; whatever is ``None`` does not matter.

    Args:
        step: the dimension that the others are about.
        state: ``done`` or ``todo`` of that step, else one of ``words.STATES`` of the photo.
        below, above: photos with a suggestion whose score is so.
        disagree: photos in which a person decided otherwise than was suggested.
        open: photos in which that step is not done, whatever else is wanted.
    """

    step: str | None = None
    state: str | None = None
    tag: str | None = None
    part: str | None = None
    below: float | None = None
    above: float | None = None
    disagree: bool = False
    open: bool = False

    def __post_init__(self) -> None:
        if self.step is not None and self.step not in DIMENSIONS:
            raise InputError(f"step must be one of {', '.join(DIMENSIONS)}, got {self.step!a:.80}")
        states = STATES if self.step is None else (DONE_STATE, TO_DO, *STATES)
        if self.state is not None and self.state not in states:
            raise InputError(f"state must be one of {', '.join(states)}, got {self.state!a:.80}")
        if self.part is not None and self.part not in PARTS:
            raise InputError(f"part must be one of {', '.join(PARTS)}, got {self.part!a:.80}")
        tags = [tag for own in PHOTO_TAGS.values() for tag in own]
        if self.tag is not None and self.tag not in tags:
            raise InputError(f"tag must be one of {', '.join(tags)}, got {self.tag!a:.80}")
        if self.step is None and (self.below is not None or self.above is not None):
            raise InputError("score_below and score_above are about suggestions of a step: name it")
        if self.step is None and self.disagree:
            raise InputError("disagree is about suggestions of a step: name it")
        if self.step is None and self.open:
            raise InputError("open is about a step that is not done: name it")

    def conditions(self, dimensions: Sequence[str]) -> Iterator[tuple[str, tuple[object, ...]]]:
        """What must hold of a row of photos, with the values that it is asked with."""
        if self.state in (DONE_STATE, TO_DO) and self.step is not None:
            yield f"{'NOT ' * (self.state == TO_DO)}{DONE[self.step]}", ()
        elif self.state is not None:
            yield f"{state(dimensions)} = ?", (STATES.index(self.state),)
        if self.open and self.step is not None:
            yield f"NOT {DONE[self.step]}", ()
        if self.part is not None:
            yield "part = ?", (self.part,)
        if self.tag is not None:
            (owner,) = (name for name in (BIBS, FACES) if self.tag in PHOTO_TAGS[name])
            yield TAGGED, (owner, f'%"{self.tag}"%')
        if self.below is not None:
            yield LAST_LOOK.format(which="confidence < ?"), (self.step, self.below)
        if self.above is not None:
            yield LAST_LOOK.format(which="confidence >= ?"), (self.step, self.above)
        if self.disagree and self.step is not None:
            yield _disagreeing(self.step), ()


def _disagreeing(step: str) -> str:
    """A suggestion was edited or rejected, or a box is there that nobody suggested."""
    decided = f"fate IN ('{EDITED}', '{REJECTED_GHOST}')"
    otherwise = LAST_LOOK.format(which=decided).replace("?", f"'{step}'")
    return f"({otherwise} OR ({DRAWN.replace('?1', repr(step))}))"


SPAN = 5_000
"""Photos that are looked at together."""

PATIENCE = 0.04
"""Seconds after which a page ends where it is: what is rare may be far away."""


@dataclass(frozen=True)
class Page:
    """Photos, and the row behind which the next page begins; ``None`` where there is none.

    A page may be short, or empty, and not be the last.
    """

    photos: Sequence[Photo]
    next: int | None


def page(
    connection: sqlite3.Connection,
    dimensions: Sequence[str],
    wanted: Filter,
    after: int,
    limit: int,
    *,
    back: bool = False,
) -> Page:
    """The first photos that are wanted behind a row; ``back``: before it, from there on."""
    conditions = list(wanted.conditions(dimensions))
    where = " AND ".join(["id > ? AND id <= ?", *(condition for condition, _ in conditions)])
    values = [value for _, own in conditions for value in own]
    (last,) = connection.execute("SELECT coalesce(max(id), 0) FROM photos").fetchone()
    found: list[Photo] = []
    end = time.monotonic() + PATIENCE
    while (after > 1 if back else after < last) and len(found) <= limit:
        low, high = (after - 1 - SPAN, after - 1) if back else (after, after + SPAN)
        left = limit + 1 - len(found)
        found += page_of(connection, where, [low, high, *values], left, back=back)
        after = low + 1 if back else high
        if time.monotonic() > end:
            break
    if len(found) > limit:
        return Page(found[:limit], found[limit - 1].row)
    return Page(found, after if (after > 1 if back else after < last) else None)


def next_to_do(connection: sqlite3.Connection, step: str, after: int) -> Photo | None:
    """The next photo in which a step is not done, and from the beginning after the last."""
    for span in (("id > ?", after), ("id <= ?", after)):
        found = page_of(connection, f"{span[0]} AND NOT {DONE[step]}", [span[1]], 1)
        if found:
            return found[0]
    return None


@dataclass(frozen=True)
class Beside:
    """The neighbours of a photo, and its place among all, from 1."""

    before: str | None
    after: str | None
    place: int
    of: int


def beside(connection: sqlite3.Connection, row: int) -> Beside:
    """What lies before and after a photo, in the order in which photos came."""
    before = "SELECT sha FROM photos WHERE id < ? ORDER BY id DESC LIMIT 1"
    after = "SELECT sha FROM photos WHERE id > ? ORDER BY id LIMIT 1"
    found = (connection.execute(query, (row,)).fetchone() for query in (before, after))
    first, last = (one[0] if one else None for one in found)
    (place,) = connection.execute("SELECT count(*) FROM photos WHERE id <= ?", (row,)).fetchone()
    (of,) = connection.execute("SELECT count(*) FROM photos").fetchone()
    return Beside(first, last, place, of)


def done_in(
    connection: sqlite3.Connection, photos: Sequence[Photo], dimensions: Sequence[str]
) -> list[dict[str, bool]]:
    """Dimension to whether it is done, of each photo."""
    return [done_of(connection, photo.row, dimensions) for photo in photos]
