"""Lines to a database server that may be lost: noticed when dead, and cut when silent.

A driver waits for its answer for ever. Where the other side is gone without a word, the kernel
notices it by probing the line; where something between keeps the line up and forwards nothing,
only whoever waits can put an end to it.
"""

import os
import socket
from collections import defaultdict
from contextlib import suppress
from functools import cache
from threading import Lock, get_ident
from typing import Any

CONNECT_SECONDS = 10
"""How long a server may take to accept a connection."""

PROBES = {"keepalives": 1, "keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 4}
"""Of libpq: a line on which nothing has come for half a minute, probes included, is dead."""

IDLE_SECONDS = 120
"""After which the server forgets a transaction in whose middle a worker has stopped: others wait
for the rows that it holds."""

SERVER_PROBES = {"idle": 30, "interval": 10, "count": 6}
"""By which the server notices that a worker is not there any more, which else takes hours."""

_lock = Lock()
_used: defaultdict[int, list[Any]] = defaultdict(list)
"""Thread to the connections that it uses."""


@cache
def watch_lines() -> None:
    """From now on every line to a PostgreSQL of this process is probed, and can be cut."""
    from sqlalchemy import event
    from sqlalchemy.engine import Engine
    from sqlalchemy.pool import Pool

    event.listen(Engine, "do_connect", _probe)
    event.listen(Pool, "connect", _ask_to_forget)
    event.listen(Pool, "checkout", _take)
    event.listen(Pool, "checkin", _return)


def cut(thread: int) -> None:
    """End the lines that a thread waits on, so that it gets an error in place of its answer."""
    with _lock:
        for line in _used[thread]:
            with suppress(Exception), socket.socket(fileno=os.dup(line.fileno())) as own:
                own.shutdown(socket.SHUT_RDWR)


def _probe(dialect: Any, _record: Any, _words: Any, parameters: dict[str, Any]) -> None:
    if dialect.name == "postgresql":
        for name, value in {"connect_timeout": CONNECT_SECONDS, **PROBES}.items():
            parameters.setdefault(name, value)


def _ask_to_forget(line: Any, _record: Any) -> None:
    """By statements: what stands between may refuse a connection that begins with settings."""
    if not type(line).__module__.startswith("psycopg"):
        return
    with line.cursor() as cursor:
        cursor.execute(f"SET idle_in_transaction_session_timeout = '{IDLE_SECONDS:.0f}s'")
        for name, number in SERVER_PROBES.items():
            cursor.execute(f"SET tcp_keepalives_{name} = {number}")
    line.commit()


def _take(line: Any, _record: Any, _proxy: Any) -> None:
    if hasattr(line, "fileno"):
        with _lock:
            _used[get_ident()].append(line)


def _return(line: Any, _record: Any) -> None:
    with _lock:
        for thread, lines in list(_used.items()):
            _used[thread] = [own for own in lines if own is not line]
            if not _used[thread]:
                del _used[thread]
