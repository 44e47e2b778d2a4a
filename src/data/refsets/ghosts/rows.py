"""Suggestions as rows of the database, and back."""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from src.data.refsets.canonical import canonical
from src.data.refsets.ghosts.nouns import Ghost, Look, Source
from src.data.refsets.labels import Area
from src.data.refsets.labels.boxes import Form
from src.data.refsets.store.photos import now
from src.data.refsets.store.rows import area_of
from src.data.refsets.words import OPEN

GHOST = "id, x, y, w, h, text, kind, confidence, painting, fate, iou, box, form"
NEW = (
    "INSERT INTO ghosts (look, source, dimension, place, x, y, w, h, text, kind, confidence, "
    "painting, form) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
EARLIER = "SELECT source, id FROM looks WHERE photo = ? AND dimension = ?"


def source_id(connection: sqlite3.Connection, source: Source) -> int:
    """The row of a source; one that is new is added."""
    row = _source_row(source)
    query = (
        "SELECT id FROM sources WHERE backend IS ? AND version IS ? AND configuration IS ? "
        "AND weights IS ? AND form IS ?"
    )
    found = connection.execute(query, row).fetchone()
    if found is not None:
        return int(found[0])
    cursor = connection.execute(
        "INSERT INTO sources (backend, version, configuration, weights, form) "
        "VALUES (?, ?, ?, ?, ?)",
        row,
    )
    return int(cursor.lastrowid or 0)


def keep_look(
    connection: sqlite3.Connection,
    photo: int,
    dimension: str,
    source: int,
    ghosts: Iterable[Ghost],
    form: Form = None,
    *,
    first: bool = False,
) -> None:
    """Keep what a source saw in a photo; what nobody decided about before goes.

    Suggestions that a person accepted, edited or rejected stay, so that their rates do.

    Args:
        first: whether there cannot be an earlier look.
    """
    found = () if first else connection.execute(EARLIER, (photo, dimension)).fetchall()
    earlier = dict(found)
    for look in earlier.values():
        connection.execute("DELETE FROM ghosts WHERE look = ? AND fate = ?", (look, OPEN))
    said = (now(), None if form is None else canonical(form))
    if source in earlier:
        renew = (
            "UPDATE looks SET made = ?, form = ?, id = (SELECT max(id) + 1 FROM looks) "
            "WHERE id = ? RETURNING id"
        )
        ((look,),) = connection.execute(renew, (*said, earlier[source])).fetchall()
    else:
        cursor = connection.execute(
            "INSERT INTO looks (made, form, photo, dimension, source) VALUES (?, ?, ?, ?, ?)",
            (*said, photo, dimension, source),
        )
        look = int(cursor.lastrowid or 0)
    decided = {one.content for one in _ghosts_of(connection, look)} if earlier else set()
    rows = [
        (look, source, dimension, place, *_row(ghost))
        for place, ghost in enumerate(ghosts)
        if ghost.content not in decided
    ]
    if rows:
        connection.executemany(NEW, rows)


def has_look(connection: sqlite3.Connection, photo: int, dimension: str, source: int) -> bool:
    """Whether a source has seen a photo, whatever it saw."""
    query = "SELECT 1 FROM looks WHERE photo = ? AND dimension = ? AND source = ?"
    return connection.execute(query, (photo, dimension, source)).fetchone() is not None


def current_look(connection: sqlite3.Connection, photo: int, dimension: str) -> Look | None:
    """The last look at a photo; ``None`` where no detector has seen it."""
    query = (
        "SELECT id, source, made, form FROM looks WHERE photo = ? AND dimension = ? "
        "ORDER BY id DESC LIMIT 1"
    )
    found = connection.execute(query, (photo, dimension)).fetchone()
    if found is None:
        return None
    look, source, made, form = found
    return Look(
        read_source(connection, source), _ghosts_of(connection, look), made, look, _form(form)
    )


def current_ghosts(connection: sqlite3.Connection, photo: int, dimension: str) -> tuple[Ghost, ...]:
    """The suggestions of the last look at a photo."""
    query = (
        f"SELECT {GHOST} FROM ghosts WHERE look = (SELECT max(id) FROM looks WHERE photo = ? "
        "AND dimension = ?) ORDER BY place"
    )
    return tuple(map(_ghost, connection.execute(query, (photo, dimension))))


def read_source(connection: sqlite3.Connection, id: int) -> Source:
    """A source of which the row is known."""
    query = "SELECT backend, version, configuration, weights, form FROM sources WHERE id = ?"
    backend, version, configuration, weights, form = connection.execute(query, (id,)).fetchone()
    said = None if configuration is None else json.loads(configuration)
    return Source(backend, version, said, json.loads(weights), _form(form))


def all_current_looks(
    connection: sqlite3.Connection, dimension: str
) -> Iterator[tuple[int, int, tuple[Ghost, ...], Form]]:
    """Photo, source, suggestions and form of every photo's last look, in the order of photos."""
    columns = ", ".join(f"ghosts.{column}" for column in GHOST.split(", "))
    query = (
        f"SELECT looks.photo, looks.source, looks.form, {columns} "
        "FROM looks LEFT JOIN ghosts ON ghosts.look = looks.id WHERE looks.dimension = ? "
        "AND looks.id = (SELECT max(id) FROM looks AS own WHERE own.dimension = looks.dimension "
        "AND own.photo = looks.photo) ORDER BY looks.photo, ghosts.place"
    )
    rows = connection.execute(query, (dimension,))
    for (photo, source, form), group in groupby(rows, lambda row: row[:3]):
        # A look at nothing has one row, without a suggestion.
        ghosts = tuple(_ghost(row[3:]) for row in group if row[3] is not None)
        yield photo, source, ghosts, _form(form)


def _ghosts_of(connection: sqlite3.Connection, look: int) -> tuple[Ghost, ...]:
    query = f"SELECT {GHOST} FROM ghosts WHERE look = ? ORDER BY place"
    return tuple(map(_ghost, connection.execute(query, (look,))))


def _ghost(row: Sequence[Any]) -> Ghost:
    own, *sides = row[:5]
    text, kind, confidence, painting, fate, iou, box, form = row[5:]
    return Ghost(area_of(sides), text, kind, confidence, painting, own, fate, iou, box, _form(form))


def _row(ghost: Ghost) -> tuple[Any, ...]:
    area: Area | None = ghost.area
    sides = (None,) * 4 if area is None else (area.x, area.y, area.w, area.h)
    form = None if ghost.form is None else canonical(ghost.form)
    return (*sides, ghost.text, ghost.kind, ghost.confidence, ghost.painting, form)


def _source_row(source: Source) -> tuple[str | None, ...]:
    said = None if source.configuration is None else canonical(source.configuration)
    form = None if source.form is None else canonical(source.form)
    return source.backend, source.version, said, canonical(dict(source.weights)), form


def _form(said: str | None) -> Form:
    return None if said is None else json.loads(said)
