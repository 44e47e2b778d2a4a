"""Looking at all of a set: its objects, its database, its frozen sets."""

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from src.data.files.progress import progress
from src.data.refsets.examining import CHANGED, EXTRA, MISSING, Examination, Fault, Wanted
from src.data.refsets.frozen.frozen_set import FOLDER, PATTERN, FrozenSet, frozen_set, frozen_sets
from src.data.refsets.frozen.verifying import verify_frozen, wanted_of
from src.data.refsets.labels import document_of
from src.data.refsets.people.hands import forgotten_traces
from src.data.refsets.reference_set import ReferenceSet
from src.data.refsets.store.objects import is_object
from src.data.refsets.store.rows import all_documents


def verify(refset: ReferenceSet, name: str | None = None) -> list[Fault]:
    """Every fault of a frozen set, or of the set as a whole; the bar shows how far it is."""
    with refset.database.reading() as connection:
        forgotten = forgotten_traces(connection)
    if name is not None:
        chosen = FrozenSet(refset.folder / FOLDER / name)
        if not PATTERN.fullmatch(name) or not chosen.folder.is_dir():
            chosen = frozen_set(refset.folder, name)  # which tells the names that there are
        with progress(f"reading {name}", wanted_of(chosen)) as step:
            return verify_frozen(chosen, Examination(refset.objects, step, forgotten))
    entries = list(refset.objects.all())
    with progress(f"reading {refset.folder.name}", len(entries)) as step:
        examination = Examination(refset.objects, step, forgotten)
        faults = [
            Fault(EXTRA, f"{entry.name} is no object", Path(entry.path))
            for entry in entries
            if not is_object(entry)
        ]
        faults += list(_staged(refset, examination))
        rest = [entry.name for entry in entries if is_object(entry)]
        examination.step = _nothing
        for frozen in _all_frozen(refset.folder, faults):
            faults += verify_frozen(frozen, examination)
        known = {fault.place for fault in faults}
        loose = (Wanted(sha, "an object") for sha in rest)
        faults += [fault for fault in examination.faults(loose) if fault.place not in known]
    return faults


def _nothing() -> None:
    """No step: what follows was counted already."""


def _all_frozen(home: Path, faults: list[Fault]) -> Iterator[FrozenSet]:
    known = frozen_sets(home)
    yield from known
    folder = home / FOLDER
    named = {frozen.folder.name for frozen in known}
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        if path.name not in named:
            what = f"frozen/{path.name} has no head: it is no frozen set"
            faults.append(Fault(MISSING if path.is_dir() else EXTRA, what, path))


def _staged(refset: ReferenceSet, examination: Examination) -> Iterator[Fault]:
    """Faults of the database, and of the photos and paintings that it names."""
    with refset.database.reading() as connection:
        place = refset.database.path
        for (said,) in connection.execute("PRAGMA integrity_check(5)"):
            if said != "ok":
                yield Fault(CHANGED, f"the database: {said}", place)
        for table, row, parent, _ in connection.execute("PRAGMA foreign_key_check"):
            yield Fault(
                CHANGED, f"row {row} of {table} names a row of {parent} that is gone", place
            )
        yield from _unlogged(connection, refset.dimensions, place)
        wanted = list(_named(connection))
    yield from examination.faults(wanted)


def _named(connection: sqlite3.Connection) -> Iterator[Wanted]:
    names = "(SELECT name FROM names WHERE names.photo = {} ORDER BY place LIMIT 1)"
    query = f"SELECT sha, coalesce({names.format('photos.id')}, sha) FROM photos WHERE bytes > 0"
    for sha, name in connection.execute(query):
        yield Wanted(sha, f"photo {name}")
    for column, what in (("mask", "paint"), ("trace", "trace")):
        called = names.format("labels.photo")
        query = f"SELECT {column}, {called} FROM labels WHERE {column} IS NOT NULL"
        for sha, name in connection.execute(query):
            yield Wanted(sha, f"{what} of photo {name}")


def _unlogged(
    connection: sqlite3.Connection, dimensions: tuple[str, ...], place: Path
) -> Iterator[Fault]:
    """Labels that are not what the log says was last saved: something else wrote them."""
    for dimension in dimensions:
        last = (
            "SELECT photo, new FROM log WHERE id IN (SELECT max(id) FROM log WHERE dimension = ? "
            "GROUP BY photo)"
        )
        said = dict(connection.execute(last, (dimension,)).fetchall())
        for photo, document in all_documents(connection, dimension):
            logged = said.pop(photo, None)
            before = document_of(dimension, json.loads(logged)) if logged else None
            if before is None or before.as_json() != document.as_json():
                yield _differs(connection, photo, dimension, place)
        for photo, logged in said.items():
            if logged is not None:
                yield _differs(connection, photo, dimension, place)


def _differs(connection: sqlite3.Connection, photo: int, dimension: str, place: Path) -> Fault:
    (sha,) = connection.execute("SELECT sha FROM photos WHERE id = ?", (photo,)).fetchone()
    return Fault(CHANGED, f"{dimension} of photo {sha[:12]} are not what was last saved", place)
