"""The database of a set: many readers, one writer at a time, nothing lost that was acknowledged."""

import logging
import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from src.core import InputError
from src.data.refsets.store.network import network_kind
from src.data.refsets.store.schema import APPLICATION, RESCOPED, SCHEMA, SINCE, VERSION, triggers

log = logging.getLogger(__name__)

NAME = "store.db"
PATIENCE = 30.0
"""Seconds to wait for another writer before saying that the set is locked."""


class BusyError(InputError):
    """The database cannot be used now, and may be later: nothing was changed."""


class Database:
    """Connections to one file, one for each thread and process that asks.

    Args:
        options: of SQLite's address of a file, such as ``vfs=unix-dotfile``.
    """

    def __init__(self, path: Path, patience: float = PATIENCE, options: str = "") -> None:
        self.path, self.patience, self.options = path, patience, options
        self._local = threading.local()

    def __reduce__(self) -> tuple[Any, ...]:
        # A connection belongs to a process; another one makes its own.
        return Database, (self.path, self.patience, self.options)

    @property
    def connection(self) -> sqlite3.Connection:
        """This thread's connection."""
        if getattr(self._local, "process", None) != os.getpid():
            with self.complaining():
                self._local.connection = self._connected()
            self._local.process = os.getpid()
        connection: sqlite3.Connection = self._local.connection
        return connection

    def close(self) -> None:
        """End this thread's connection; the next use makes another."""
        if getattr(self._local, "process", None) == os.getpid():
            self._local.connection.close()
        self._local.process = None

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Several queries on one state of the set, whatever others write meanwhile."""
        connection = self.connection
        with self.complaining():
            if connection.in_transaction:
                yield connection
                return
            connection.execute("BEGIN")
            try:
                yield connection
            finally:
                with suppress(sqlite3.Error):
                    connection.execute("ROLLBACK")

    @contextmanager
    def writing(self, *, keep: bool = True) -> Iterator[sqlite3.Connection]:
        """All that is written inside is kept, and on the disk when this ends, or none of it is."""
        connection = self.connection
        with self.complaining():
            # At once, not at the first write: two that read and then write would wait for each
            # other for ever.
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("COMMIT" if keep else "ROLLBACK")
            except BaseException:
                with suppress(sqlite3.Error):
                    connection.execute("ROLLBACK")
                raise

    @contextmanager
    def complaining(self) -> Iterator[None]:
        """What SQLite says about the file, as one sentence that names it."""
        try:
            yield
        except sqlite3.Error as error:
            sentence = _sentence(error, self.path, self.patience)
            if sentence is None:
                raise
            raise BusyError(sentence) from error

    def _connected(self) -> sqlite3.Connection:
        address = f"{self.path.absolute().as_uri()}?{self.options}"
        connection = sqlite3.connect(
            address, uri=True, timeout=self.patience, isolation_level=None, cached_statements=256
        )
        try:
            self._prepare(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def _prepare(self, connection: sqlite3.Connection) -> None:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        if version > VERSION:
            raise InputError(
                f"{self.path} is of version {version}, this program knows {VERSION}: update it"
            )
        if version and application != APPLICATION:
            raise InputError(f"{self.path} is no database of a reference set: put it elsewhere")
        journal = self._journal(connection)
        # In a rollback journal its end is the removal of a file, which has to be synced too.
        connection.execute(f"PRAGMA synchronous = {'FULL' if journal == 'wal' else 'EXTRA'}")
        connection.execute("PRAGMA foreign_keys = ON")
        # kB. With half of it an import of 100,000 photos spills its pages: 61 s in place of 47.
        connection.execute("PRAGMA cache_size = -131072")
        if version < VERSION:
            self._bring_up_to_date(connection)

    def _journal(self, connection: sqlite3.Connection) -> str:
        network = network_kind(self.path)
        wanted = "delete" if network else "wal"
        (got,) = connection.execute(f"PRAGMA journal_mode = {wanted}").fetchone()
        if got != "wal":
            where = f"a file system of the network ({network})" if network else "this file system"
            log.warning(
                "%s lies on %s, which cannot have a write-ahead log: it is kept with a rollback "
                "journal, in which readers wait for writers",
                self.path,
                where,
            )
        return str(got)

    def _bring_up_to_date(self, connection: sqlite3.Connection) -> None:
        connection.execute("BEGIN IMMEDIATE")
        try:
            # Another process may have been quicker.
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            new = SCHEMA + triggers() + RESCOPED if version == 0 else ""
            new += "".join(tables for since, tables in SINCE.items() if since > version)
            for statement in _statements(new):
                connection.execute(statement)
            connection.execute(f"PRAGMA application_id = {APPLICATION}")
            connection.execute(f"PRAGMA user_version = {VERSION}")
            connection.execute("COMMIT")
        except BaseException:
            connection.execute("ROLLBACK")
            raise


def _statements(script: str) -> Iterator[str]:
    """The statements one by one: a script as a whole would end the transaction first."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""


def _sentence(error: sqlite3.Error, path: Path, patience: float) -> str | None:
    """One sentence about a file that cannot be used; ``None`` where the fault is ours."""
    said = str(error)
    if "locked" in said:
        return (
            f"{path} has been locked by another process for over {patience:g} s: let it finish or "
            "end it, then try again; nothing was changed"
        )
    if "disk is full" in said:
        return f"the disk of {path} is full: free some space and try again; nothing was changed"
    if "readonly" in said or "unable to open" in said:
        return f"{path} cannot be written ({said}): check that you may write to its folder"
    if "disk I/O error" in said:
        return f"{path} cannot be read or written ({said}): check its disk"
    if "malformed" in said or "not a database" in said or "corrupt" in said:
        return (
            f"{path} is damaged ({said}): put back a copy, the newest of its folder backups holds "
            "the last that was kept"
        )
    return None
