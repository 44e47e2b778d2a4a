"""Saving what people say: whole or not at all, never over somebody else's, always in the log."""

import json
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from src.core import InputError
from src.data.refsets.canonical import canonical
from src.data.refsets.labels import Bibs, Document, Elements, Faces, Links, Unfit
from src.data.refsets.labels.unfit import shown
from src.data.refsets.store.pairs import log_lost_pairs, pairs_at
from src.data.refsets.store.photos import now
from src.data.refsets.store.rows import read_document, write_document
from src.data.refsets.words import BIBS, BOXED, DIMENSIONS, FACES, LINKS

Documents = Mapping[str, Document | None]
Boxed = Bibs | Faces | Elements


@dataclass(frozen=True)
class Labels:
    """All that is said about a photo, and how often that has changed.

    Args:
        documents: dimension to document; ``None`` where nobody said anything.
    """

    photo: str
    revision: int
    documents: Documents


class Conflict(InputError):  # noqa: N818 - it is no fault
    """Somebody saved in between: what is there now, and what was to be saved."""

    def __init__(self, theirs: Labels, yours: Documents, began: int) -> None:
        self.theirs, self.yours, self.began = theirs, yours, began
        changed = ", ".join(yours)
        super().__init__(
            f"{theirs.photo[:12]}: {changed} changed since revision {began}, it is now "
            f"{theirs.revision}: look at both and save again"
        )


@dataclass(frozen=True)
class Change:
    """Who changes what.

    Args:
        photo: its row.
        began: the revision of the photo that the person saw; ``None`` for "whatever is there".
        restoring: whether boxes may come back that were deleted.
    """

    photo: int
    sha: str
    who: str
    why: str
    began: int | None = None
    restoring: bool = False
    time: str = field(default_factory=now)


def read_labels(
    connection: sqlite3.Connection, photo: int, sha: str, dimensions: Sequence[str]
) -> Labels:
    """What is said about a photo in these dimensions."""
    (revision,) = connection.execute(REVISION, (photo,)).fetchone()
    documents = {name: read_document(connection, photo, name) for name in dimensions}
    return Labels(sha, revision, documents)


REVISION = "SELECT revision FROM photos WHERE id = ?"


def save(connection: sqlite3.Connection, change: Change, documents: Documents) -> Labels:
    """Put documents in the place of those before, inside a transaction of the caller's.

    Boxes with an id are the same boxes as before; those without, or with one below 0, are new, and
    links in the same save may name them by the latter.
    """
    (before,) = connection.execute(REVISION, (change.photo,)).fetchone()
    revision = before + 1
    saved: dict[str, Document | None] = {}
    temporary: dict[int, int] = {}
    # Of a photo of which nobody ever said anything there is nothing to look at.
    fresh = before == 0
    if not fresh:
        _refuse_stale(connection, change, documents)
    links_before = None if fresh else read_document(connection, change.photo, LINKS)
    changed = False
    for dimension in (name for name in (*BOXED, "masks") if name in documents):
        document = documents[dimension]
        _refuse_strangers(connection, change, dimension, document)
        lost = pairs_at(connection, change.photo) if dimension == FACES and not fresh else ()
        old = None if fresh else read_document(connection, change.photo, dimension)
        new, ids, differs = _put(connection, change, dimension, document, revision, old)
        log_lost_pairs(connection, change.photo, lost, revision, change.who)
        temporary |= ids
        saved[dimension], changed = new, changed or differs
    links = _links(connection, change, documents, links_before, temporary)
    if links is not ...:
        saved[LINKS], _, differs = _put(connection, change, LINKS, links, revision, links_before)
        changed = changed or differs
    if changed:
        update = "UPDATE photos SET revision = ? WHERE id = ?"
        connection.execute(update, (revision, change.photo))
    return Labels(change.sha, revision if changed else before, saved)


def note(
    connection: sqlite3.Connection,
    change: Change,
    dimension: str,
    revision: int,
    old: Any,
    new: Any,
) -> None:
    """Add a row to the log."""
    said = [None if one is None else canonical(one) for one in (old, new)]
    row = (change.photo, dimension, revision, *said, change.time, change.who, change.why)
    connection.execute(
        "INSERT INTO log (photo, dimension, revision, old, new, time, who, why) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        row,
    )
    connection.execute(
        "INSERT INTO changed (photo, dimension, revision) VALUES (?, ?, ?) "
        "ON CONFLICT (photo, dimension) DO UPDATE SET revision = excluded.revision",
        (change.photo, dimension, revision),
    )


def _put(
    connection: sqlite3.Connection,
    change: Change,
    dimension: str,
    document: Document | None,
    revision: int,
    old: Document | None,
) -> tuple[Document | None, dict[int, int], bool]:
    """Write one dimension; tells it with its ids, new ids by temporary ones, and if it differs."""
    if _same(old, document):
        return old, {}, False
    ids = write_document(connection, change.photo, dimension, document, fresh=old is None)
    temporary = {}
    if isinstance(document, Boxed):
        given = [box.id for box in document.boxes]
        temporary = {own: ids[n] for n, own in enumerate(given) if own is not None and own < 0}
        document = document.with_ids(ids)
    rows = [None if one is None else one.as_json(forms=True) for one in (old, document)]
    note(connection, change, dimension, revision, *rows)
    return document, temporary, True


def _same(old: Document | None, new: Document | None) -> bool:
    """Whether nothing changes; how a file wrote it counts where the file says it."""
    if old is None or new is None:
        return old is new
    if new.as_json() != old.as_json():
        return False
    return new.as_json(forms=True) in (new.as_json(), old.as_json(forms=True))


def _links(
    connection: sqlite3.Connection,
    change: Change,
    documents: Documents,
    before: Document | None,
    temporary: Mapping[int, int],
) -> Any:
    """The links to write; ``...`` where they stay as they are.

    Where a linked box went its links went too, and somebody must look again.
    """
    if LINKS not in documents:
        after = read_document(connection, change.photo, LINKS)
        if isinstance(before, Links) and isinstance(after, Links) and before.pairs != after.pairs:
            return replace(after, labelled=False)
        return ...
    links = documents[LINKS]
    if not isinstance(links, Links):
        return links
    pairs = []
    for place, (bib, face) in enumerate(links.pairs):
        pair = temporary.get(bib, bib), temporary.get(face, face)
        for side, (dimension, box) in enumerate(zip((BIBS, FACES), pair, strict=True)):
            query = "SELECT 1 FROM boxes WHERE id = ? AND photo = ? AND dimension = ?"
            if not connection.execute(query, (box, change.photo, dimension)).fetchone():
                reason = f"there is no box {links.pairs[place][side]} among its {dimension}"
                raise _missing(connection, change, documents, reason, ("pairs", place, side))
        pairs.append(pair)
    return replace(links, pairs=tuple(pairs))


def _refuse_strangers(
    connection: sqlite3.Connection, change: Change, dimension: str, document: Document | None
) -> None:
    """Raises for an id that is not a box of this photo and dimension."""
    if not isinstance(document, Boxed):
        return
    for place, box in enumerate(document.boxes):
        if box.id is None or box.id < 0:
            continue
        query = "SELECT photo, dimension FROM boxes WHERE id = ?"
        owner = connection.execute(query, (box.id,)).fetchone()
        if owner is None and change.restoring:
            continue
        if owner != (change.photo, dimension):
            reason = f"{shown(box.id)} is no box of this photo's {dimension}; leave new ones out"
            raise _missing(
                connection, change, {dimension: document}, reason, ("boxes", place, "id")
            )


def _missing(
    connection: sqlite3.Connection,
    change: Change,
    documents: Documents,
    reason: str,
    path: tuple[str | int, ...],
) -> InputError:
    """A box that is not there: deleted meanwhile, which is a conflict, or never there."""
    theirs = read_labels(connection, change.photo, change.sha, DIMENSIONS)
    if change.began is not None and theirs.revision > change.began:
        return Conflict(theirs, documents, change.began)
    return Unfit(reason, path)


def _refuse_stale(connection: sqlite3.Connection, change: Change, documents: Documents) -> None:
    if change.began is None:
        return
    query = "SELECT dimension FROM changed WHERE photo = ? AND revision > ?"
    later = {name for (name,) in connection.execute(query, (change.photo, change.began))}
    stale = {name: document for name, document in documents.items() if name in later}
    if stale:
        # All that is there, so that both can be looked at side by side.
        theirs = read_labels(connection, change.photo, change.sha, DIMENSIONS)
        raise Conflict(theirs, stale, change.began)


@dataclass(frozen=True)
class Entry:
    """One row of the log."""

    photo: str
    dimension: str
    revision: int
    old: Any
    new: Any
    time: str
    who: str
    why: str


def read_log(connection: sqlite3.Connection, photo: int, sha: str) -> list[Entry]:
    """All changes of a photo, the first one first."""
    query = (
        "SELECT dimension, revision, old, new, time, who, why FROM log WHERE photo = ? ORDER BY id"
    )
    return [
        Entry(sha, dimension, revision, _json(old), _json(new), time, who, why)
        for dimension, revision, old, new, time, who, why in connection.execute(query, (photo,))
    ]


def _json(said: str | None) -> Any:
    return None if said is None else json.loads(said)
