"""Pairs of faces that must be one person, or cannot be: facts of the set, like links."""

import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from src.core import InputError
from src.data.refsets.canonical import canonical
from src.data.refsets.store.photos import now
from src.data.refsets.words import CANNOT, FACES, KINDS_OF_PAIRS, MUST

DIMENSION = "pairs"
"""How the log calls them."""


@dataclass(frozen=True)
class Pair:
    """Two faces, by their ids, the smaller one first."""

    first: int
    second: int
    kind: str

    def __post_init__(self) -> None:
        if self.kind not in KINDS_OF_PAIRS:
            raise InputError(f"a pair is one of {', '.join(KINDS_OF_PAIRS)}, got {self.kind!r:.40}")
        if self.first == self.second:
            raise InputError(f"face {self.first} cannot be paired with itself")
        first, second = sorted((self.first, self.second))
        object.__setattr__(self, "first", first)
        object.__setattr__(self, "second", second)

    def as_json(self) -> dict[str, Any]:
        """The kind and the two ids."""
        return {"kind": self.kind, "faces": [self.first, self.second]}


def all_pairs(connection: sqlite3.Connection) -> list[Pair]:
    """Every pair of the set."""
    rows = connection.execute("SELECT first, second, kind FROM pairs ORDER BY first, second")
    return [Pair(*row) for row in rows]


def pairs_at(connection: sqlite3.Connection, photo: int) -> list[Pair]:
    """The pairs in which a face of this photo is."""
    query = (
        "SELECT DISTINCT first, second, kind FROM pairs JOIN boxes ON boxes.id IN (first, second) "
        "WHERE boxes.photo = ? ORDER BY first, second"
    )
    return [Pair(*row) for row in connection.execute(query, (photo,))]


def set_pair(connection: sqlite3.Connection, pair: Pair, who: str, *, keep: bool = True) -> None:
    """State a pair, or take it back; what contradicts the others is refused."""
    photos = [_photo_of(connection, face) for face in (pair.first, pair.second)]
    before = {photo: pairs_at(connection, photo) for photo in photos}
    connection.execute(
        "DELETE FROM pairs WHERE first = ? AND second = ?", (pair.first, pair.second)
    )
    if keep:
        _refuse_contradiction(pair, all_pairs(connection))
        row = (pair.first, pair.second, pair.kind)
        connection.execute("INSERT INTO pairs (first, second, kind) VALUES (?, ?, ?)", row)
    for photo in dict.fromkeys(photos):
        _log(connection, photo, before[photo], None, who)


def log_lost_pairs(
    connection: sqlite3.Connection, photo: int, before: Sequence[Pair], revision: int, who: str
) -> None:
    """Say in the log which pairs went with the faces of a photo."""
    lost = set(before) - set(pairs_at(connection, photo)) if before else set()
    if not lost:
        return
    others = {
        row
        for pair in lost
        for face in (pair.first, pair.second)
        for (row,) in connection.execute("SELECT photo FROM boxes WHERE id = ?", (face,))
    } - {photo}
    _log(connection, photo, before, revision, who)
    for other in others:
        kept = pairs_at(connection, other)
        there = {f for (f,) in connection.execute("SELECT id FROM boxes WHERE photo=?", (other,))}
        had = [*kept, *(pair for pair in lost if {pair.first, pair.second} & there)]
        _log(connection, other, had, None, who)


def _log(
    connection: sqlite3.Connection,
    photo: int,
    before: Iterable[Pair],
    revision: int | None,
    who: str,
) -> None:
    """One row; without a revision of a save that is under way the photo gets a new one."""
    old, new = (
        canonical([pair.as_json() for pair in pairs])
        for pairs in (before, pairs_at(connection, photo))
    )
    if old == new:
        return
    if revision is None:
        query = "UPDATE photos SET revision = revision + 1 WHERE id = ? RETURNING revision"
        ((revision,),) = connection.execute(query, (photo,)).fetchall()
    connection.execute(
        "INSERT INTO log (photo, dimension, revision, old, new, time, who, why) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (photo, DIMENSION, revision, old, new, now(), who, "pair"),
    )


def _photo_of(connection: sqlite3.Connection, face: int) -> int:
    query = "SELECT photo FROM boxes WHERE id = ? AND dimension = ?"
    found = connection.execute(query, (face, FACES)).fetchone()
    if found is None:
        raise InputError(f"there is no face {face} in the set: pair faces that are there")
    return int(found[0])


def _refuse_contradiction(new: Pair, others: Sequence[Pair]) -> None:
    """Raises where two faces that cannot be one person would have to be, through others."""
    people: dict[int, int] = {}

    def person(face: int) -> int:
        while people.get(face, face) != face:
            people[face] = people.get(people[face], people[face])
            face = people[face]
        return face

    every = [*others, new]
    for pair in every:
        if pair.kind == MUST:
            people[person(pair.first)] = person(pair.second)
    for pair in every:
        if pair.kind == CANNOT and person(pair.first) == person(pair.second):
            raise InputError(
                f"faces {new.first} and {new.second} {new.kind} be one person contradicts that "
                f"{pair.first} and {pair.second} cannot be: take one of the two back"
            )
