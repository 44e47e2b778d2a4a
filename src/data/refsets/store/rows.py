"""Documents as rows of the database, and back."""

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from src.data.refsets.canonical import canonical
from src.data.refsets.labels import (
    Area,
    Bib,
    Bibs,
    Document,
    Element,
    Elements,
    Face,
    Faces,
    Links,
    Masks,
)
from src.data.refsets.words import BIBS, FACES, LINKS, MASKS

Connection = sqlite3.Connection

LABELS = "SELECT labelled, tags, mask, trace, about, form FROM labels"
BOXES = (
    "SELECT boxes.id, x, y, w, h, scope, text, people.name, tags, form "
    "FROM boxes LEFT JOIN people ON people.id = boxes.person"
)
OF_PHOTO = "photo = ? AND dimension = ?"


def read_document(connection: Connection, photo: int, dimension: str) -> Document | None:
    """What is said about a photo in one dimension; ``None`` where nobody said anything."""
    row = connection.execute(f"{LABELS} WHERE {OF_PHOTO}", (photo, dimension)).fetchone()
    if row is None:
        return None
    if dimension == LINKS:
        query = "SELECT bib, face FROM links WHERE photo = ? ORDER BY place"
        return assembled(dimension, row, connection.execute(query, (photo,)).fetchall())
    if dimension == MASKS:
        return assembled(dimension, row, ())
    query = f"{BOXES} WHERE {OF_PHOTO} ORDER BY boxes.place"
    return assembled(dimension, row, connection.execute(query, (photo, dimension)).fetchall())


def all_documents(connection: Connection, dimension: str) -> Iterator[tuple[int, Document]]:
    """Photo to document, in the order of photos."""
    for photo, row, parts in all_rows(connection, dimension):
        yield photo, assembled(dimension, row, parts)


def all_rows(
    connection: Connection, dimension: str
) -> Iterator[tuple[int, Sequence[Any], Sequence[Sequence[Any]]]]:
    """Photo to the rows that make its document, with two queries for all of them."""
    query = f"{LABELS.replace('SELECT', 'SELECT photo,')} WHERE dimension = ? ORDER BY photo"
    rows = connection.execute(query, (dimension,))
    parts = _parts(connection, dimension)
    photo, part = next(parts, (None, []))
    for owner, *row in rows:
        while photo is not None and photo < owner:
            photo, part = next(parts, (None, []))
        yield owner, row, part if photo == owner else ()


def _parts(connection: Connection, dimension: str) -> Iterator[tuple[int | None, list[Any]]]:
    if dimension == MASKS:
        return
    if dimension == LINKS:
        rows = connection.execute("SELECT photo, bib, face FROM links ORDER BY photo, place")
    else:
        query = f"{BOXES.replace('SELECT', 'SELECT photo,')} WHERE dimension = ?"
        rows = connection.execute(f"{query} ORDER BY photo, boxes.place", (dimension,))
    for photo, group in groupby(rows, key=lambda row: row[0]):
        yield photo, [row[1:] for row in group]


def assembled(dimension: str, row: Sequence[Any], parts: Sequence[Sequence[Any]]) -> Document:
    """The document of a row of labels and of the rows that belong to it."""
    labelled, tags, mask, trace, about, form = row
    said = None if labelled is None else bool(labelled)
    kept = None if form is None else json.loads(form)
    if dimension == BIBS:
        return Bibs(tuple(map(_bib, parts)), _tags(tags), said, kept)
    if dimension == FACES:
        return Faces(tuple(map(_face, parts)), _tags(tags), said, kept)
    if dimension == LINKS:
        return Links(tuple((bib, face) for bib, face in parts), said, kept)
    if dimension == MASKS:
        return Masks(mask, trace, said, kept)
    elements = tuple(Element(json.loads(part[9]), part[0]) for part in parts)
    return Elements(elements, json.loads(about or "{}"), said, kept)


def write_document(
    connection: Connection,
    photo: int,
    dimension: str,
    document: Document | None,
    *,
    fresh: bool = False,
) -> dict[int, int]:
    """Put a document in the place of the one before; new boxes get ids: place to id.

    Boxes that are not in it go, with their links and pairs.

    Args:
        fresh: whether there was no document before.
    """
    if document is None:
        for table in ("boxes", "labels"):
            connection.execute(f"DELETE FROM {table} WHERE {OF_PHOTO}", (photo, dimension))
        if dimension == LINKS:
            connection.execute("DELETE FROM links WHERE photo = ?", (photo,))
        return {}
    _write_label(connection, photo, document)
    if isinstance(document, Masks):
        return {}
    if isinstance(document, Links):
        if not fresh:
            connection.execute("DELETE FROM links WHERE photo = ?", (photo,))
        rows = [(bib, face, photo, n) for n, (bib, face) in enumerate(document.pairs)]
        if rows:
            connection.executemany(LINK, rows)
        return {}
    return _write_boxes(connection, photo, document, fresh)


LINK = "INSERT INTO links (bib, face, photo, place) VALUES (?, ?, ?, ?)"

LABEL = """
INSERT INTO labels (photo, dimension, labelled, tags, mask, trace, about, form)
VALUES (?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (photo, dimension) DO UPDATE SET
    labelled = excluded.labelled, tags = excluded.tags, mask = excluded.mask,
    trace = excluded.trace, about = excluded.about, form = coalesce(excluded.form, form)
"""

BOX = """
INSERT INTO boxes (id, photo, dimension, place, x, y, w, h, scope, text, person, tags, form)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (id) DO UPDATE SET
    place = excluded.place, x = excluded.x, y = excluded.y, w = excluded.w, h = excluded.h,
    scope = excluded.scope, text = excluded.text, person = excluded.person, tags = excluded.tags,
    form = coalesce(excluded.form, form)
"""


def _write_label(connection: Connection, photo: int, document: Document) -> None:
    tags = list(document.tags) if isinstance(document, Bibs | Faces) else []
    paint = (document.mask, document.trace) if isinstance(document, Masks) else (None, None)
    about = canonical(document.about) if isinstance(document, Elements) else None
    form = None if document.form is None else canonical(document.form)
    row = (photo, document.dimension, document.labelled, _words(tags), *paint, about)
    connection.execute(LABEL, (*row, form))


def _write_boxes(
    connection: Connection, photo: int, document: Bibs | Faces | Elements, fresh: bool
) -> dict[int, int]:
    dimension = document.dimension
    if not fresh:
        old = connection.execute(f"SELECT id FROM boxes WHERE {OF_PHOTO}", (photo, dimension))
        gone = {own for (own,) in old} - {box.id for box in document.boxes}
        connection.executemany("DELETE FROM boxes WHERE id = ?", [(own,) for own in gone])
    ids: dict[int, int] = {}
    for place, box in enumerate(document.boxes):
        own = box.id if box.id is not None and box.id > 0 else None
        row = (own, photo, dimension, place, *_sides(box.area), *_row(connection, box))
        cursor = connection.execute(BOX, row)
        ids[place] = own or int(cursor.lastrowid or 0)
    return ids


def _row(connection: Connection, box: Bib | Face | Element) -> tuple[Any, ...]:
    """Scope, text, person, tags, form."""
    if isinstance(box, Element):
        return None, box.said.get("text"), None, "[]", canonical(box.said)
    form = None if box.form is None else canonical(box.form)
    if isinstance(box, Bib):
        return box.scope, box.number, None, "[]", form
    person = None if box.identity is None else person_id(connection, box.identity)
    return box.scope, None, person, _words(box.tags), form


def person_id(connection: Connection, name: str) -> int:
    """What a person is known by in the rows; somebody new is added to them."""
    found = connection.execute("SELECT id FROM people WHERE name = ?", (name,)).fetchone()
    if found is None:
        cursor = connection.execute("INSERT INTO people (name) VALUES (?)", (name,))
        return int(cursor.lastrowid or 0)
    return int(found[0])


def _sides(area: Area | None) -> tuple[float | None, ...]:
    return (None,) * 4 if area is None else (area.x, area.y, area.w, area.h)


def area_of(sides: Sequence[float | None]) -> Area | None:
    """The area of four columns; ``None`` where nothing was recorded."""
    return None if sides[0] is None else Area(*sides)  # type: ignore[arg-type]


def _words(tags: Sequence[str]) -> str:
    return json.dumps(list(tags)) if tags else "[]"


def _tags(said: str) -> tuple[str, ...]:
    return () if said == "[]" else tuple(json.loads(said))


def _form(said: str | None) -> Mapping[str, Any] | None:
    return None if said is None else json.loads(said)


def _bib(row: Sequence[Any]) -> Bib:
    own, *sides, scope, number, _, _, form = row
    return Bib(area_of(sides), number or "", scope, own, None, _form(form))


def _face(row: Sequence[Any]) -> Face:
    own, *sides, scope, _, name, tags, form = row
    return Face(area_of(sides), scope, name, _tags(tags), own, None, _form(form))
