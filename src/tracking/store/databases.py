"""Opening a database that others open too: reached once, and created by one process alone."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

SERVERS = ("postgresql", "mysql", "mssql")
KNOCK_SECONDS = 10
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

    postgresql = uri.startswith("postgresql")
    options: dict[str, Any] = {"connect_timeout": KNOCK_SECONDS} if postgresql else {}
    engine = create_engine(uri, connect_args=options, poolclass=NullPool)
    with engine.connect() as connection:
        if postgresql:
            connection.execute(text("SELECT pg_advisory_lock(:number)"), {"number": CREATION})
        yield
