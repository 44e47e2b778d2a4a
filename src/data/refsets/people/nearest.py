"""Who a face may be: the people whose faces measure most alike."""

import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from src.data.refsets.labels import Area
from src.data.refsets.store.rows import area_of

Vectors = npt.NDArray[np.float32]

MOST = 8_000
"""Faces among which likely matches are looked for: all pairs of more take a minute."""

CHUNK = 1_000

MEASURED = (
    "SELECT boxes.id, photos.sha, boxes.photo, x, y, w, h, people.name, vector FROM embeddings "
    "JOIN boxes ON boxes.id = embeddings.box JOIN photos ON photos.id = boxes.photo "
    "LEFT JOIN people ON people.id = boxes.person "
    "WHERE embeddings.source = ? AND boxes.scope IS NOT 'exclude' ORDER BY boxes.id"
)
NEWEST = "SELECT max(source) FROM embeddings"
OF_FACE = "SELECT max(source) FROM embeddings WHERE box = ?"


@dataclass(frozen=True)
class Measured:
    """A face that somebody measured."""

    face: int
    sha: str
    photo: int
    area: Area | None
    name: str | None

    def as_json(self) -> dict[str, Any]:
        """As a page is told it."""
        return {
            "face": self.face,
            "sha": self.sha,
            "box": None if self.area is None else self.area.as_json(),
            "name": self.name,
        }


@dataclass(frozen=True)
class Likely:
    """Two faces that may be one person's."""

    first: Measured
    second: Measured
    distance: float


def keep_vector(connection: sqlite3.Connection, face: int, source: int, vector: Vectors) -> None:
    """Keep what a face measures; it goes with the face, and with the person."""
    content = np.asarray(vector, "<f4").tobytes()
    row = (face, source, content)
    connection.execute(
        "INSERT OR REPLACE INTO embeddings (box, source, vector) VALUES (?, ?, ?)", row
    )


def nearest_people(
    connection: sqlite3.Connection, face: int, count: int = 5
) -> list[tuple[Measured, float]]:
    """The nearest face of each of the people who are nearest; none where it was not measured."""
    (source,) = connection.execute(OF_FACE, (face,)).fetchone()
    if source is None:
        return []
    faces, vectors = _measured(connection, source)
    own = next((place for place, one in enumerate(faces) if one.face == face), None)
    if own is None:
        return []
    distances = np.linalg.norm(vectors - vectors[own], axis=1)
    found: dict[str, tuple[Measured, float]] = {}
    for place in np.argsort(distances, kind="stable").tolist():
        one = faces[place]
        if place != own and one.name is not None and one.name not in found:
            found[one.name] = one, float(distances[place])
        if len(found) == count:
            break
    return list(found.values())


def likely_matches(connection: sqlite3.Connection, after: int, limit: int) -> list[Likely]:
    """Faces with the most alike face of somebody else, the nearest first.

    Left out are pairs of which somebody said already whether they are one person, and two faces
    of one photo.

    Args:
        after: how many to leave out.
    """
    (source,) = connection.execute(NEWEST).fetchone()
    if source is None:
        return []
    faces, vectors = _measured(connection, source)
    faces, vectors = faces[-MOST:], vectors[-MOST:]
    stated = {(first, second) for first, second in connection.execute(STATED)}
    pairs: dict[tuple[int, int], Likely] = {}
    for place, order, distances in _orders(vectors):
        other = next((own for own in order if _may_match(faces, place, own, stated)), None)
        if other is not None:
            first, second = sorted((place, other))
            match = Likely(faces[first], faces[second], float(distances[other]))
            pairs.setdefault((first, second), match)
    return sorted(pairs.values(), key=lambda one: one.distance)[after : after + limit]


STATED = "SELECT first, second FROM pairs"


def _orders(vectors: Vectors) -> Iterator[tuple[int, list[int], npt.NDArray[np.float32]]]:
    """Every face with the others, the nearest first."""
    squares = (vectors**2).sum(axis=1)
    for start in range(0, len(vectors), CHUNK):
        part = vectors[start : start + CHUNK]
        apart = squares[start : start + CHUNK, None] + squares[None] - 2 * part @ vectors.T
        distances = np.sqrt(np.maximum(apart, 0))
        for row, own in enumerate(distances):
            yield start + row, np.argsort(own, kind="stable").tolist(), own


def _may_match(
    faces: Sequence[Measured], place: int, other: int, stated: set[tuple[int, int]]
) -> bool:
    one, two = faces[place], faces[other]
    if one.photo == two.photo or (one.name is not None and one.name == two.name):
        return False
    first, second = sorted((one.face, two.face))
    return (first, second) not in stated


def _measured(connection: sqlite3.Connection, source: int) -> tuple[list[Measured], Vectors]:
    """Every face that one source measured, and what; those of another length are left out."""
    rows = connection.execute(MEASURED, (source,)).fetchall()
    length = max((len(row[-1]) for row in rows), default=0)
    rows = [row for row in rows if len(row[-1]) == length]
    faces = [Measured(own, sha, photo, area_of(sides), name)
             for own, sha, photo, *sides, name, _ in rows]  # fmt: skip
    vectors = np.frombuffer(b"".join(row[-1] for row in rows), "<f4").reshape(len(rows), -1)
    return faces, vectors.astype(np.float32)
