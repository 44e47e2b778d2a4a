"""People who are called otherwise, or who turn out to be one."""

import sqlite3
from collections.abc import Callable

from src.core import InputError
from src.data.refsets.batch import Batch
from src.data.refsets.labels import Face
from src.data.refsets.labels.unfit import shown
from src.data.refsets.people.listing import ALIASES, aliases_of, keep_aliases, person_row
from src.data.refsets.people.pseudonyms import drop
from src.data.refsets.reference_set import ReferenceSet
from src.data.refsets.store.changes import Change, note
from src.data.refsets.store.photos import by_row
from src.data.refsets.store.rows import read_document
from src.data.refsets.words import CANNOT, FACES


def rename(refset: ReferenceSet, old: str, new: str, who: str | None = None) -> int:
    """Call somebody otherwise, in all photos at once; tells in how many."""
    Face(None, identity=new)  # a name that nobody can have is refused
    with refset.batch(who) as batch:
        row = person_row(batch.connection, old)
        if batch.connection.execute("SELECT 1 FROM people WHERE name = ?", (new,)).fetchone():
            raise InputError(f"{shown(new)} is in the set already: person merge makes them one")

        def call() -> None:
            batch.connection.execute("UPDATE people SET name = ? WHERE id = ?", (new, row))
            keep_aliases(batch.connection, row, (*aliases_of(batch.connection, row), old))

        return _change(batch, row, "rename a person", call)


def merge(refset: ReferenceSet, name: str, into: str, who: str | None = None) -> int:
    """Make two people one, who is called ``into``; tells in how many photos that changed."""
    with refset.batch(who) as batch:
        connection = batch.connection
        row, kept = person_row(connection, name), person_row(connection, into)
        if row == kept:
            raise InputError(f"{shown(name)} cannot be merged with themselves: name two people")
        _refuse_contradiction(connection, row, kept, name, into)

        def join() -> None:
            connection.execute("UPDATE boxes SET person = ? WHERE person = ?", (kept, row))
            names = (*aliases_of(connection, kept), *aliases_of(connection, row), name)
            keep_aliases(connection, kept, names)
            connection.execute("DELETE FROM facts WHERE key = ?", (f"{ALIASES}{row}",))
            drop(connection, row)
            connection.execute("DELETE FROM people WHERE id = ?", (row,))

        return _change(batch, row, "merge two people", join)


def _change(batch: Batch, person: int, why: str, change: Callable[[], None]) -> int:
    """Do it, and log it for every photo in which they are."""
    connection = batch.connection
    query = "SELECT DISTINCT photo FROM boxes WHERE person = ? ORDER BY photo"
    photos = [row for (row,) in connection.execute(query, (person,))]
    before = {row: read_document(connection, row, FACES) for row in photos}
    change()
    for row in photos:
        photo, after, old = by_row(connection, row), read_document(connection, row, FACES), before
        said = [one and one.as_json(forms=True) for one in (old[row], after)]
        revision = photo.revision + 1
        note(connection, Change(row, photo.sha, batch.who, why), FACES, revision, *said)
        connection.execute("UPDATE photos SET revision = ? WHERE id = ?", (revision, row))
    return len(photos)


def _refuse_contradiction(
    connection: sqlite3.Connection, first: int, second: int, name: str, into: str
) -> None:
    """Raises where somebody stated of a face of each that they cannot be one person."""
    query = (
        "SELECT pairs.first, pairs.second FROM pairs JOIN boxes AS a ON a.id = pairs.first "
        "JOIN boxes AS b ON b.id = pairs.second WHERE kind = ? AND "
        "((a.person = ? AND b.person = ?) OR (a.person = ? AND b.person = ?))"
    )
    values = (CANNOT, first, second, second, first)
    found = connection.execute(query, values).fetchone()
    if found is not None:
        raise InputError(
            f"{shown(name)} and {shown(into)} cannot be one person: somebody stated so of faces "
            f"{found[0]} and {found[1]}; take that back first"
        )
