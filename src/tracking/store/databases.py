"""Opening a database that others open too: reached once, and created by one process alone."""

from collections.abc import Iterator
from contextlib import contextmanager

from src.tracking.store.lines import watch_lines

SERVERS = ("postgresql", "mysql", "mssql")
LOCK_SECONDS = 60
CREATION = 7_282_746_137
"""Any number that others do not lock by: PostgreSQL knows such locks by their number alone."""


@contextmanager
def reachable(uri: str) -> Iterator[None]:
    """Hold a connection, so that what follows can rely on the server, the name and the password.

    MLflow would try for minutes. On PostgreSQL one process at a time holds it: neither MLflow's
    nor Optuna's creation of tables is safe against a second process. Of a store that is no
    database server nothing is asked.
    """
    if not uri.startswith(SERVERS):
        yield
        return
    from sqlalchemy import create_engine, text
    from sqlalchemy.pool import NullPool

    watch_lines()
    engine = create_engine(uri, poolclass=NullPool)
    with engine.connect() as connection:
        if uri.startswith("postgresql"):
            # Whoever has it may have been stopped, or be at the other end of a lost line.
            connection.execute(text(f"SET lock_timeout = '{LOCK_SECONDS}s'"))
            connection.execute(text("SELECT pg_advisory_lock(:number)"), {"number": CREATION})
        yield
