"""Photos as rows: known by the hash of their bytes, called by any number of names."""

import datetime
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from src.core import InputError
from src.data.files.foreign import spoken
from src.data.refsets.canonical import is_sha

SHORTEST = 6
"""Letters of a hash from which on it is taken for one."""

COLUMNS = "id, sha, bytes, width, height, part, revision"


@dataclass(frozen=True)
class Photo:
    """What is known of a photo besides its labels.

    Args:
        row: its number in the database.
        bytes: of its file; ``None`` where only its name is known yet.
        width, height: of the upright picture, in pixels.
        names: relative paths by which people know it, the first one first.
        revision: how often its labels have changed.
    """

    row: int
    sha: str
    bytes: int | None
    width: int | None
    height: int | None
    part: str | None
    revision: int
    names: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The first of its names, else the beginning of its hash."""
        return self.names[0] if self.names else self.sha[:12]


def now() -> str:
    """The time, in UTC and to the millisecond."""
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="milliseconds")


def add_photo(
    connection: sqlite3.Connection,
    sha: str,
    names: Iterable[str] = (),
    size: int | None = None,
    shape: tuple[int, int] | None = None,
) -> int | None:
    """Add a photo or what was not known of it yet; tells the row of one that is new.

    Args:
        size: bytes of its file.
        shape: height and width of the upright picture.
    """
    height, width = shape or (None, None)
    cursor = connection.execute(
        "INSERT INTO photos (sha, bytes, width, height, added) VALUES (?, ?, ?, ?, ?) "
        "ON CONFLICT (sha) DO NOTHING",
        (sha, size, width, height, now()),
    )
    if cursor.rowcount == 1:
        rows = [(cursor.lastrowid, place, name) for place, name in enumerate(dict.fromkeys(names))]
        connection.executemany(NEW_NAME, rows)
        return cursor.lastrowid
    if size is not None:
        connection.execute(
            "UPDATE photos SET bytes = ?, width = ?, height = ? WHERE sha = ?",
            (size, width, height, sha),
        )
    (row,) = connection.execute("SELECT id FROM photos WHERE sha = ?", (sha,)).fetchone()
    add_names(connection, row, names)
    return None


def add_names(connection: sqlite3.Connection, row: int, names: Iterable[str]) -> None:
    """Call a photo by further names, too."""
    known = [name for (name,) in connection.execute(NAMES, (row,))]
    new = [name for name in dict.fromkeys(names) if name not in known]
    rows = [(row, len(known) + place, name) for place, name in enumerate(new)]
    connection.executemany(NEW_NAME, rows)


NEW_NAME = "INSERT INTO names (photo, place, name) VALUES (?, ?, ?)"
NAMES = "SELECT name FROM names WHERE photo = ? ORDER BY place"


def photo_of(connection: sqlite3.Connection, wanted: str) -> Photo:
    """The one photo of a hash, the beginning of one, a name, or the end of a name."""
    if is_sha(wanted):
        query = f"SELECT {COLUMNS} FROM photos WHERE sha = ?"
        found = connection.execute(query, (wanted,)).fetchone()
        if found is not None:
            return _photo(connection, found)
    rows = _rows_of(connection, wanted)
    if len(rows) == 1:
        return by_row(connection, rows[0])
    named = spoken(wanted)[:200]
    if not rows:
        raise InputError(f"no photo of the set is called {named!r}, nor has such a hash")
    some = ", ".join(by_row(connection, row).sha[:12] for row in rows[:3])
    raise InputError(f"{named!r} is {len(rows)} photos ({some}…): give more of its hash")


def with_beginning(connection: sqlite3.Connection, beginning: str) -> Photo | None:
    """The one photo whose hash begins so."""
    query = f"SELECT {COLUMNS} FROM photos WHERE sha >= ? AND sha < ? LIMIT 2"
    found = connection.execute(query, (beginning, f"{beginning}g")).fetchall()
    return _photo(connection, found[0]) if len(found) == 1 else None


def by_row(connection: sqlite3.Connection, row: int) -> Photo:
    """The photo of a row that is there."""
    found = connection.execute(f"SELECT {COLUMNS} FROM photos WHERE id = ?", (row,)).fetchone()
    return _photo(connection, found)


def page_of(
    connection: sqlite3.Connection,
    where: str,
    values: Sequence[object],
    limit: int,
    *,
    back: bool = False,
) -> list[Photo]:
    """The first photos, in the order in which they came, or back, of which a condition holds."""
    order = "id DESC" if back else "id"
    query = f"SELECT {COLUMNS} FROM photos WHERE {where} ORDER BY {order} LIMIT ?"
    rows = connection.execute(query, (*values, limit)).fetchall()
    return [_photo(connection, row) for row in rows]


def _photo(connection: sqlite3.Connection, row: Sequence[Any]) -> Photo:
    names = tuple(name for (name,) in connection.execute(NAMES, (row[0],)))
    row_id, sha, size, width, height, part, revision = row
    return Photo(row_id, sha, size, width, height, part, revision, names)


def _rows_of(connection: sqlite3.Connection, wanted: str) -> list[int]:
    if is_sha(wanted):
        found = connection.execute("SELECT id FROM photos WHERE sha = ?", (wanted,))
        return [row for (row,) in found]
    query = "SELECT DISTINCT photo FROM names WHERE name = ?"
    rows = [row for (row,) in connection.execute(query, (wanted,))]
    if not rows and len(wanted) >= SHORTEST and set(wanted) <= set("0123456789abcdef"):
        span = (wanted, wanted + "g")
        found = connection.execute("SELECT id FROM photos WHERE sha >= ? AND sha < ?", span)
        rows = [row for (row,) in found]
    if not rows and wanted:
        # By the file alone, or by its stem: what people read in a table of scores.
        parts = (f"/{wanted}", f"/{wanted}.", f"{wanted}.")
        query = (
            "SELECT DISTINCT photo FROM names WHERE substr('/' || name, -length(?1)) = ?1 "
            "OR instr('/' || name, ?2) AND instr(substr('/' || name, instr('/' || name, ?2) "
            "+ length(?2)), '/') = 0 LIMIT 9"
        )
        rows = [row for (row,) in connection.execute(query, parts[:2])]
    return rows
