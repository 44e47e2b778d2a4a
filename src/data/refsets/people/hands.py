"""Forgetting how somebody's hand moved: the traces go, what was painted stays."""

import json
import sqlite3
from collections.abc import Collection

from src.core import InputError
from src.data.refsets.canonical import canonical
from src.data.refsets.labels.unfit import shown
from src.data.refsets.reference_set import ReferenceSet
from src.data.refsets.words import MASKS

FORGOTTEN = "forgotten traces"
"""The fact of a set that says which traces frozen labels name in vain."""


def forget_hand(refset: ReferenceSet, who: str) -> int:
    """Remove every trace that somebody left while painting; tells how many.

    Frozen sets stay as they are: their labels name the trace by its hash, and nothing is there.
    Interrupted and run again it goes on.
    """
    with refset.batch() as batch:
        batch.connection.execute("PRAGMA secure_delete = ON")
        traces = _traces_of(batch.connection, who)
        known = forgotten_traces(batch.connection) | traces
        left = [sha for sha in known if refset.objects.has(sha)]
        if not left:
            raise InputError(f"{shown(who)} left no trace in the set: see who saved in its log")
        _unlabel(batch.connection, traces)
        fact = (FORGOTTEN, json.dumps(sorted(known)))
        batch.connection.execute("INSERT OR REPLACE INTO facts (key, value) VALUES (?, ?)", fact)
    # Only once nothing of the set names them.
    for sha in left:
        refset.objects.remove(sha)
    return len(left)


def forgotten_traces(connection: sqlite3.Connection) -> set[str]:
    """Traces that nobody shall look for."""
    found = connection.execute("SELECT value FROM facts WHERE key = ?", (FORGOTTEN,)).fetchone()
    return set(json.loads(found[0])) if found else set()


def _traces_of(connection: sqlite3.Connection, who: str) -> set[str]:
    query = "SELECT new FROM log WHERE dimension = ? AND who = ? AND new IS NOT NULL"
    said = (json.loads(new) for (new,) in connection.execute(query, (MASKS, who)))
    return {document["trace"] for document in said if document.get("trace")}


def _unlabel(connection: sqlite3.Connection, traces: Collection[str]) -> None:
    """No label and no entry of the log names them any more."""
    rows = [(sha,) for sha in traces]
    connection.executemany("UPDATE labels SET trace = NULL WHERE trace = ?", rows)
    query = "SELECT id, old, new FROM log WHERE dimension = ?"
    for own, *said in connection.execute(query, (MASKS,)).fetchall():
        kept = [_without(text, traces) for text in said]
        if kept != said:
            connection.execute("UPDATE log SET old = ?, new = ? WHERE id = ?", (*kept, own))


def _without(said: str | None, traces: Collection[str]) -> str | None:
    document = None if said is None else json.loads(said)
    if document is None or document.get("trace") not in traces:
        return said
    return canonical({**document, "trace": None})
