"""A small SQLite file in the user's cache, which may be lost, full or forbidden at any time."""

import logging
import sqlite3
import time
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple, TypeVar

from src.core.cache import FOLDER as FOLDER
from src.core.cache import cache_folder as cache_folder

log = logging.getLogger(__name__)

VERSION = 1
"""Raised whenever the same file would be described otherwise."""

MOST = 500_000
"""Rows; at about 200 bytes each the file stays near 100 MB."""

KEPT = 400_000
"""Rows that are left when there were too many: those that were used last."""

WEEK = 7 * 24 * 3600
BUSY = 5.0
"""Seconds to wait while another process writes."""

SCHEMA = """
CREATE TABLE IF NOT EXISTS files (
    path BLOB, reading TEXT, stamp TEXT, digest BLOB, height INTEGER, width INTEGER,
    details TEXT, week INTEGER, PRIMARY KEY (path, reading)
) WITHOUT ROWID
"""

OLDEST = """
DELETE FROM files WHERE (path, reading) IN
    (SELECT path, reading FROM files ORDER BY week LIMIT ?)
"""

Answer = TypeVar("Answer")


class Row(NamedTuple):
    """One file as it was read in one way.

    Args:
        path: absolute, in the bytes of the file system.
        stamp: what tells that the file is still the same.
        details: JSON.
        week: in which it was last of use.
    """

    path: bytes
    reading: str
    stamp: str
    digest: bytes
    height: int
    width: int
    details: str
    week: int


COLUMNS = ", ".join(Row._fields)


class Shelf:
    """Rows by path; what cannot be had or kept is missing, and nobody stops for it.

    Every row stands for itself, so processes may write at once and the last one wins.
    """

    def __init__(self, folder: Path | None) -> None:
        self.file = None if folder is None else folder / f"files-{VERSION}.sqlite"

    def below(self, folder: bytes) -> list[Row]:
        """The rows of all files below a folder."""
        # "0" follows "/", so this is the range of all that begins with the folder.
        span = (folder.rstrip(b"/") + b"/", folder.rstrip(b"/") + b"0")
        return self._attempt(lambda connection: _select(connection, span), [])

    def put(self, rows: Sequence[Row]) -> None:
        """Keep these rows, in place of older ones of the same files."""
        if rows:
            self._attempt(lambda connection: _insert(connection, rows), None)

    def _attempt(self, action: Callable[[sqlite3.Connection], Answer], otherwise: Answer) -> Answer:
        """What the database answers; whatever is wrong with it is told once and then forgotten."""
        if self.file is None:
            return otherwise
        try:
            self.file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with closing(sqlite3.connect(self.file, timeout=BUSY)) as connection:
                connection.execute(SCHEMA)
                return action(connection)
        except (sqlite3.Error, OSError) as error:
            log.info("files are read anew, %s is of no use: %s", self.file, error)
            if type(error) is sqlite3.DatabaseError:
                # Damaged, not only busy or forbidden: the next process begins with a new one.
                with suppress(OSError):
                    self.file.unlink(missing_ok=True)
            self.file = None
            return otherwise


def this_week() -> int:
    """The number of the week; a row is renewed once a week at most."""
    return int(time.time() // WEEK)


def _select(connection: sqlite3.Connection, span: tuple[bytes, bytes]) -> list[Row]:
    query = f"SELECT {COLUMNS} FROM files WHERE path >= ? AND path < ?"  # noqa: S608 - our own names
    return [Row._make(values) for values in connection.execute(query, span)]


def _insert(connection: sqlite3.Connection, rows: Sequence[Row]) -> None:
    places = ", ".join("?" * len(Row._fields))
    query = f"INSERT OR REPLACE INTO files ({COLUMNS}) VALUES ({places})"  # noqa: S608
    with connection:
        connection.executemany(query, rows)
        (count,) = connection.execute("SELECT count(*) FROM files").fetchone()
        if count > MOST:
            connection.execute(OLDEST, (count - KEPT,))
