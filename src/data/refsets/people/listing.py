"""The people of a set, and how much is held about each."""

import json
import sqlite3
from dataclasses import dataclass

from src.core import InputError
from src.data.refsets.labels.unfit import shown
from src.data.refsets.people.pseudonyms import known
from src.data.refsets.reference_set import ReferenceSet

ALIASES = "aliases "
"""Before a person's row, in the facts of a set: names that the log still knows them by."""


@dataclass(frozen=True)
class Person:
    """Somebody whose face is known.

    Args:
        pseudonym: what they are called outside; ``None`` where nothing was exported yet.
        aliases: what they were called before.
    """

    row: int
    name: str
    faces: int
    photos: int
    embeddings: int
    pseudonym: str | None
    aliases: tuple[str, ...] = ()


PEOPLE = """
SELECT people.id, people.name, count(DISTINCT boxes.id), count(DISTINCT boxes.photo),
    count(embeddings.box)
FROM people LEFT JOIN boxes ON boxes.person = people.id
LEFT JOIN embeddings ON embeddings.box = boxes.id
GROUP BY people.id ORDER BY people.name
"""


def people_of(refset: ReferenceSet) -> list[Person]:
    """Everybody, by name."""
    with refset.database.reading() as connection:
        words = known(connection)
        return [
            Person(row, name, faces, photos, vectors, words.get(name), aliases_of(connection, row))
            for row, name, faces, photos, vectors in connection.execute(PEOPLE).fetchall()
        ]


def person_row(connection: sqlite3.Connection, name: str) -> int:
    """The row of somebody who must be there."""
    found = connection.execute("SELECT id FROM people WHERE name = ?", (name,)).fetchone()
    if found is None:
        raise InputError(
            f"nobody in the set is called {shown(name)}: python -m src.refset person list"
        )
    return int(found[0])


def aliases_of(connection: sqlite3.Connection, person: int) -> tuple[str, ...]:
    """What somebody was called before."""
    query = "SELECT value FROM facts WHERE key = ?"
    found = connection.execute(query, (f"{ALIASES}{person}",)).fetchone()
    return tuple(json.loads(found[0])) if found else ()


def keep_aliases(connection: sqlite3.Connection, person: int, names: tuple[str, ...]) -> None:
    """Remember them: who is to be forgotten is forgotten under every name."""
    fact = (f"{ALIASES}{person}", json.dumps(sorted(set(names)), ensure_ascii=False))
    connection.execute("INSERT OR REPLACE INTO facts (key, value) VALUES (?, ?)", fact)
