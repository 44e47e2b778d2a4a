"""Taking a person out of a database: every row, every entry of the log, every form of a file."""

import json
import sqlite3
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from src.data.refsets.canonical import canonical
from src.data.refsets.documented.layout import FACT as LAYOUT
from src.data.refsets.people.listing import ALIASES, aliases_of
from src.data.refsets.people.pseudonyms import drop
from src.data.refsets.people.traces import Names
from src.data.refsets.store.changes import Change, note
from src.data.refsets.store.photos import by_row
from src.data.refsets.store.rows import read_document
from src.data.refsets.words import FACES

WHY = "a person was forgotten"


@dataclass
class Scrubbed:
    """What was found.

    Args:
        photos: hashes of photos in which the person was marked, or which were called after them.
        touched: rows of photos of which something changed.
    """

    faces: int = 0
    embeddings: int = 0
    entries: int = 0
    photos: set[str] = field(default_factory=set)
    touched: set[int] = field(default_factory=set)


def every_name(connection: sqlite3.Connection, name: str) -> set[str]:
    """What somebody is and was called; not what somebody else is called now."""
    found = connection.execute("SELECT id FROM people WHERE name = ?", (name,)).fetchone()
    if found is None:
        return {name}
    others = {one for (one,) in connection.execute("SELECT name FROM people")} - {name}
    return {name, *aliases_of(connection, int(found[0]))} - others


def scrub(connection: sqlite3.Connection, names: Names, who: str, *, photos: bool) -> Scrubbed:
    """Take somebody out, inside a transaction of the caller's.

    Args:
        photos: whether the photos in which they are go, too.
    """
    done = Scrubbed()
    for name in names.names:
        row = connection.execute("SELECT id FROM people WHERE name = ?", (name,)).fetchone()
        if row is not None:
            _unname(connection, int(row[0]), done)
    _names(connection, names, done)
    here = set(done.touched)
    _log(connection, names, done)
    _forms(connection, names)
    _aliases(connection, names)
    done.photos = {by_row(connection, row).sha for row in here}
    if photos:
        connection.executemany("DELETE FROM photos WHERE id = ?", [(row,) for row in here])
        done.touched -= here
    for row in sorted(done.touched):
        photo, document = by_row(connection, row), read_document(connection, row, FACES)
        said = document and document.as_json(forms=True)
        change = Change(row, photo.sha, who, WHY)
        # Whoever began from the labels as they were must not bring the name back.
        note(connection, change, FACES, photo.revision + 1, said, said)
        update = "UPDATE photos SET revision = revision + 1 WHERE id = ?"
        connection.execute(update, (row,))
    return done


def _unname(connection: sqlite3.Connection, person: int, done: Scrubbed) -> None:
    query = "SELECT id, photo FROM boxes WHERE person = ?"
    boxes = connection.execute(query, (person,)).fetchall()
    done.faces += len(boxes)
    done.touched |= {photo for _, photo in boxes}
    _pair_log(connection, {box for box, _ in boxes})
    for box, _ in boxes:
        cursor = connection.execute("DELETE FROM embeddings WHERE box = ?", (box,))
        done.embeddings += cursor.rowcount
        # That two faces are one person is said of this person, too.
        connection.execute("DELETE FROM pairs WHERE first = ? OR second = ?", (box, box))
        update = "UPDATE boxes SET person = NULL WHERE id = ?"
        connection.execute(update, (box,))
    drop(connection, person)
    connection.execute("DELETE FROM facts WHERE key = ?", (f"{ALIASES}{person}",))
    connection.execute("DELETE FROM people WHERE id = ?", (person,))


def _pair_log(connection: sqlite3.Connection, boxes: set[int]) -> None:
    query = "SELECT id, old, new FROM log WHERE dimension = 'pairs'"
    for own, *said in connection.execute(query).fetchall():
        pairs = [pair for one in said for pair in json.loads(one or "[]")]
        if any(boxes & set(pair["faces"]) for pair in pairs):
            connection.execute("DELETE FROM log WHERE id = ?", (own,))


def _names(connection: sqlite3.Connection, names: Names, done: Scrubbed) -> None:
    """Photos that are called after the person are called by their hash."""
    query = "SELECT photo, place, name FROM names"
    for photo, place, name in connection.execute(query).fetchall():
        if names.call(name):
            called = by_row(connection, photo).sha[:12] + PurePosixPath(name).suffix
            update = "UPDATE names SET name = ? WHERE photo = ? AND place = ?"
            connection.execute(update, (called, photo, place))
            done.touched.add(photo)


def _log(connection: sqlite3.Connection, names: Names, done: Scrubbed) -> None:
    """Entries lose the name; those that said nothing else go."""
    query = "SELECT id, photo, old, new, why FROM log WHERE dimension = ?"
    for own, photo, *said, why in connection.execute(query, (FACES,)).fetchall():
        values = [None if one is None else json.loads(one) for one in said]
        kept = [names.without(value) for value in values]
        reason = WHY if names.pattern.search(why) else why
        if kept == values and reason == why:
            continue
        done.entries += 1
        done.touched.add(photo)
        if kept[0] == kept[1]:
            connection.execute("DELETE FROM log WHERE id = ?", (own,))
            continue
        texts = [None if one is None else canonical(one) for one in kept]
        update = "UPDATE log SET old = ?, new = ?, why = ? WHERE id = ?"
        connection.execute(update, (*texts, reason, own))


def _forms(connection: sqlite3.Connection, names: Names) -> None:
    """How files wrote what they said, which may tell the name once more."""
    columns = (
        ("boxes", "id", "form", "dimension = 'faces'"),
        ("labels", "photo", "form", "dimension = 'faces'"),
        ("photos", "id", "form", "1"),
        ("facts", "key", "value", f"key = '{LAYOUT}'"),
    )
    for table, key, column, where in columns:
        where = f"{column} IS NOT NULL AND {where}"
        for own, said in connection.execute(f"SELECT {key}, {column} FROM {table} WHERE {where}"):
            kept = names.without(json.loads(said))
            if kept != json.loads(said):
                update = f"UPDATE {table} SET {column} = ? WHERE {key} = ? AND {where}"
                connection.execute(update, (canonical(kept), own))


def _aliases(connection: sqlite3.Connection, names: Names) -> None:
    """Others may have been called so before."""
    query = "SELECT key, value FROM facts WHERE substr(key, 1, ?) = ?"
    for key, said in connection.execute(query, (len(ALIASES), ALIASES)).fetchall():
        kept = [name for name in json.loads(said) if name not in names.names]
        text = json.dumps(kept, ensure_ascii=False)
        connection.execute("UPDATE facts SET value = ? WHERE key = ?", (text, key))
