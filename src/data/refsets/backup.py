"""Labels that are taken away at once, and how they come back."""

import sqlite3
from contextlib import closing
from pathlib import Path

from src.core import InputError
from src.data.files.foreign import is_file, spoken
from src.data.files.whole import make_folder, partial_of, put_in_place
from src.data.refsets.labels import Document
from src.data.refsets.reference_set import ReferenceSet
from src.data.refsets.store.changes import Change, save
from src.data.refsets.store.objects import disk_errors
from src.data.refsets.store.photos import now, photo_of
from src.data.refsets.store.rows import all_documents
from src.data.refsets.store.schema import APPLICATION, VERSION

FOLDER = "backups"
TOGETHER = 500
"""Photos of one transaction."""


def back_up(refset: ReferenceSet) -> Path:
    """A copy of the database as it is now, whole or not there."""
    stamp = now().replace(":", "").replace("-", "").replace(".", "")[:18]
    place = refset.folder / FOLDER / f"store-{stamp}.db"
    with disk_errors(place), refset.database.complaining():
        make_folder(place.parent)
        partial = partial_of(place)
        with closing(sqlite3.connect(partial)) as copy:
            refset.database.connection.backup(copy)
            # One file that can be copied anywhere, without a log beside it.
            copy.execute("PRAGMA journal_mode = DELETE")
        put_in_place(partial, place)
    return place


def reset_labels(refset: ReferenceSet, who: str | None = None) -> tuple[int, Path]:
    """Take all labels away; tells how many photos had any, and where a copy is."""
    place = back_up(refset)
    with refset.database.reading() as connection:
        query = "SELECT DISTINCT sha FROM photos JOIN labels ON labels.photo = photos.id"
        photos = [sha for (sha,) in connection.execute(query)]
    nothing: dict[str, Document | None] = dict.fromkeys(refset.dimensions)
    for start in range(0, len(photos), TOGETHER):
        with refset.batch(who) as batch:
            for sha in photos[start : start + TOGETHER]:
                batch.save(sha, nothing, began=None, why="reset labels")
    return len(photos), place


def restore_backup(refset: ReferenceSet, place: Path, who: str | None = None) -> int:
    """Bring all labels of a copy back, as new changes; tells how many photos it had labels of."""
    if not is_file(place):
        raise InputError(f"--backup: {spoken(place)} does not exist; see {refset.folder / FOLDER}")
    documents: dict[str, dict[str, Document | None]] = {}
    with closing(_opened(place)) as connection:
        shas = dict(connection.execute("SELECT id, sha FROM photos").fetchall())
        for dimension in refset.dimensions:
            for row, document in all_documents(connection, dimension):
                documents.setdefault(shas[row], {})[dimension] = document
    waiting = list(documents.items())
    for start in range(0, len(waiting), TOGETHER):
        with refset.batch(who) as batch:
            for sha, own in waiting[start : start + TOGETHER]:
                found = photo_of(batch.connection, sha)
                why = f"restore {place.name}"
                change = Change(found.row, sha, batch.who, why, restoring=True)
                save(batch.connection, change, own)
    return len(documents)


def _opened(place: Path) -> sqlite3.Connection:
    """A copy, to be read and never written."""
    connection = sqlite3.connect(f"{place.absolute().as_uri()}?mode=ro", uri=True)
    try:
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
    except sqlite3.DatabaseError as error:
        connection.close()
        raise InputError(f"--backup: {spoken(place)} is no database ({error})") from error
    if application != APPLICATION or version > VERSION:
        connection.close()
        raise InputError(f"--backup: {spoken(place)} is no copy of a reference set of this version")
    return connection
