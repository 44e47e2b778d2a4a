"""What would be frozen if it were frozen now."""

import sqlite3
from collections.abc import Callable, Collection, Container, Iterator, Sequence
from typing import Any

from src.data.refsets.canonical import canonical_bytes, sha256
from src.data.refsets.completeness import state
from src.data.refsets.frozen.manifest import Line
from src.data.refsets.store.pairs import Pair
from src.data.refsets.store.plain import all_plain
from src.data.refsets.words import COMPLETE, NEGATIVE, STATES

BY_DEFAULT = (COMPLETE, NEGATIVE)
"""The states of photos that are frozen unless others are asked for."""

STATED = (
    "SELECT first, second, kind, one.photo, other.photo FROM pairs "
    "JOIN boxes AS one ON one.id = first JOIN boxes AS other ON other.id = second "
    "ORDER BY first, second"
)

Keep = Callable[[str, bytes], str]
"""Takes a photo and the bytes of a label of it, and tells the hash of the latter."""


def only_hashed(_: str, content: bytes) -> str:
    """Keeps nothing."""
    return sha256(content)


def staged_lines(
    connection: sqlite3.Connection,
    dimensions: Sequence[str],
    states: Collection[str],
    keep: Keep = only_hashed,
) -> list[Line]:
    """A line for every photo that is so far, in the order of hashes."""
    chosen = dict(_chosen(connection, dimensions, states))
    labels: dict[int, dict[str, str | None]] = {row: dict.fromkeys(dimensions) for row in chosen}
    tags: dict[int, dict[str, tuple[str, ...]]] = {}
    for dimension in dimensions:
        for row, document in all_plain(connection, dimension):
            if row not in chosen:
                continue
            labels[row][dimension] = keep(chosen[row][0], canonical_bytes(document))
            if document.get("tags"):
                tags.setdefault(row, {})[dimension] = tuple(document["tags"])
    pairs = _pairs(connection, chosen)
    lines = (
        Line(sha, labels[row], part, tags.get(row, {}), tuple(pairs.get(row, ())))
        for row, (sha, part) in chosen.items()
    )
    return sorted(lines, key=lambda line: line.photo)


def _pairs(connection: sqlite3.Connection, chosen: Container[int]) -> dict[int, list[Pair]]:
    """Photo to what was stated of its faces, where the other face is in a chosen photo, too."""
    found: dict[int, list[Pair]] = {}
    for first, second, kind, photo, other in connection.execute(STATED):
        if photo in chosen and other in chosen:
            found.setdefault(photo, []).append(Pair(first, second, kind))
    return found


def shas_in(
    connection: sqlite3.Connection, dimensions: Sequence[str], states: Collection[str]
) -> set[str]:
    """The photos that are so far."""
    return {sha for _, (sha, _) in _chosen(connection, dimensions, states)}


def _chosen(
    connection: sqlite3.Connection, dimensions: Sequence[str], states: Collection[str]
) -> Iterator[tuple[int, Any]]:
    places = [STATES.index(name) for name in states]
    marks = ", ".join("?" * len(places))
    query = f"SELECT id, sha, part FROM photos WHERE {state(dimensions)} IN ({marks})"
    for row, sha, part in connection.execute(query, places):
        yield row, (sha, part)
