"""Suggestions for the photos of a set, kept one photo at a time."""

import json
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from src.core import Detector, Entry, InputError, Picture
from src.data.refsets.ghosts import Ghost, Source, source_id
from src.data.refsets.ghosts.suggesting import MisfitError, painting_of, suggested
from src.data.refsets.reference_set import ReferenceSet
from src.data.refsets.store.photos import now

REFRESH = "refresh"
"""The fact that somebody began to make all suggestions of a source anew, and when."""


@dataclass
class Suggested:
    """What a detector did.

    Args:
        failed: name of a photo to the reason why there are no suggestions for it.
    """

    photos: int = 0
    ghosts: int = 0
    failed: dict[str, str] = field(default_factory=dict)


def waiting(refset: ReferenceSet, source: Source, *, refresh: bool) -> list[str]:
    """The photos that the source has not seen yet, or not since a refresh began."""
    with refset.batch() as batch:
        connection = batch.connection
        row = source_id(connection, source)
        since = _begun(connection, row) if refresh else ""
        query = (
            "SELECT sha FROM photos WHERE bytes IS NOT NULL AND NOT EXISTS (SELECT 1 FROM looks "
            "WHERE looks.photo = photos.id AND looks.source = ? AND looks.made >= ?) ORDER BY id"
        )
        return [sha for (sha,) in connection.execute(query, (row, since))]


def finished(refset: ReferenceSet) -> None:
    """A refresh has come to its end: the next one begins anew."""
    with refset.batch() as batch:
        batch.connection.execute("DELETE FROM facts WHERE key = ?", (REFRESH,))


def suggest(
    refset: ReferenceSet,
    photos: Sequence[str],
    detector: Detector,
    source: Source,
    *,
    only: str | None = None,
    step: Callable[[], None] = lambda: None,
) -> Suggested:
    """Run a detector on photos, and keep what it suggests as soon as it does.

    Args:
        only: see ``suggested``.
    """
    done = Suggested()
    for sha in photos:
        try:
            done.ghosts += _look(refset, sha, detector, source, only)
            done.photos += 1
        except MisfitError:
            raise  # it would be the same for every photo
        except InputError as error:
            done.failed[refset.photo(sha).name] = str(error)
        step()
    return done


def _look(
    refset: ReferenceSet, sha: str, detector: Detector, source: Source, only: str | None
) -> int:
    photo = refset.photo(sha)
    entry = Entry(sha[:16], photo.name, "test")
    prediction = detector.detect(Picture(entry, refset.pixels(sha)))
    found = suggested(prediction, refset.dimensions, only)
    count = 0
    with refset.batch() as batch:
        for dimension, seen in found.items():
            if isinstance(seen, np.ndarray):
                seen = (Ghost(painting=batch.put(painting_of(seen))),)
            batch.suggest(sha, dimension, source, seen)
            count += len(seen)
    return count


def _begun(connection: sqlite3.Connection, source: int) -> str:
    """When the refresh of this source began; one that was stopped goes on."""
    query = "SELECT value FROM facts WHERE key = ?"
    found = connection.execute(query, (REFRESH,)).fetchone()
    said = json.loads(found[0]) if found else {}
    if said.get("source") == source:
        return str(said["time"])
    time = now()
    connection.execute(
        "INSERT OR REPLACE INTO facts (key, value) VALUES (?, ?)",
        (REFRESH, json.dumps({"source": source, "time": time})),
    )
    return time
