"""What people are called outside of their set: a word that tells nothing of them."""

import secrets
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Self

from src.data.refsets.labels import Faces
from src.data.refsets.reference_set import ReferenceSet

FACT = "pseudonym "
"""Before a person's row, in the facts of a set."""

WORD = "person-"
ANONYMOUS = "anonymous_"
"""How people call somebody whom they cannot name: that is no name, and stays."""


@dataclass(frozen=True)
class Pseudonyms:
    """Names to words that were drawn by chance, so that only their set leads back."""

    words: dict[str, str] = field(repr=False)

    @classmethod
    def of(cls, refset: ReferenceSet) -> Self:
        """Those of everybody; who has none yet gets one that stays."""
        with refset.database.reading() as connection:
            waiting = _unnamed(connection)
        if waiting:
            with refset.database.writing() as connection:
                for row in _unnamed(connection):
                    fact = (f"{FACT}{row}", WORD + secrets.token_hex(5))
                    connection.execute("INSERT INTO facts (key, value) VALUES (?, ?)", fact)
        with refset.database.reading() as connection:
            return cls(known(connection))

    @property
    def people(self) -> list[str]:
        """All names."""
        return list(self.words)

    def of_name(self, name: str) -> str:
        """What somebody is called outside."""
        # Somebody whom a colleague named a moment ago has no word yet.
        return name if name.startswith(ANONYMOUS) else self.words.get(name, f"{WORD}new")


def known(connection: sqlite3.Connection) -> dict[str, str]:
    """Name to word, of those who have one."""
    query = "SELECT name, value FROM people JOIN facts ON facts.key = ? || people.id"
    return dict(connection.execute(query, (FACT,)).fetchall())


def named(faces: Faces, people: Mapping[str, str]) -> Faces:
    """The same faces, whose people are called as they are in the set.

    Args:
        people: what they are called outside to their names.
    """
    boxes = (
        replace(box, identity=people[box.identity]) if box.identity in people else box
        for box in faces.boxes
    )
    return replace(faces, boxes=tuple(boxes))


def drop(connection: sqlite3.Connection, person: int) -> None:
    """Forget what a person was called outside."""
    connection.execute("DELETE FROM facts WHERE key = ?", (f"{FACT}{person}",))


def _unnamed(connection: sqlite3.Connection) -> list[int]:
    query = (
        "SELECT id FROM people WHERE substr(name, 1, ?) != ? "
        "AND NOT EXISTS (SELECT 1 FROM facts WHERE key = ? || people.id)"
    )
    values = (len(ANONYMOUS), ANONYMOUS, FACT)
    return [row for (row,) in connection.execute(query, values)]
