"""Forgetting a person: in the set, in its copies and in what was frozen, to the last byte."""

import json
import shutil
import sqlite3
from collections.abc import Collection, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from src.core import InputError
from src.data.refsets.backup import FOLDER as BACKUPS
from src.data.refsets.collecting import collect
from src.data.refsets.frozen.frozen_set import frozen_sets
from src.data.refsets.frozen.packs import FrozenLabels
from src.data.refsets.frozen.withdrawing import withdraw
from src.data.refsets.labels.unfit import shown
from src.data.refsets.people.scrubbing import WHY, Scrubbed, every_name, scrub
from src.data.refsets.people.traces import Names
from src.data.refsets.reference_set import ReferenceSet, this_user
from src.data.refsets.words import FACES

MARK = "forgetting"
"""The fact of a set while it forgets somebody: whoever was interrupted goes on."""

CROPS = "crops"
"""A folder in which whoever shows faces may keep cuttings; all of them can be cut again."""

CHUNK = 2**20


@dataclass(frozen=True)
class Forgotten:
    """What was taken away, and what could not be.

    Args:
        frozen: frozen sets that are withdrawn to the fingerprints which are refused from now on.
        photos: photos that are gone.
        marked: hashes of photos in which the person was.
        left: files of the set that still tell the name, in their own bytes.
    """

    faces: int
    embeddings: int
    entries: int
    photos: int
    marked: frozenset[str]
    frozen: dict[str, tuple[str, ...]]
    left: tuple[Path, ...]


def forget(
    refset: ReferenceSet, name: str, *, photos: bool = False, who: str | None = None
) -> Forgotten:
    """Remove a name and all that is known of its face; the photos as well, if asked.

    Interrupted and run again it goes on.
    """
    names = _marked(refset, name)
    shown_in = _frozen_photos(refset, names)
    with refset.database.reading() as connection:
        marked = _photos_of(connection, names) if photos else set()
    before = {one.folder.name: one.head for one in frozen_sets(refset.folder)}
    withdrawn = withdraw(refset, shown_in | marked, WHY)
    with refset.batch(who) as batch:
        batch.connection.execute("PRAGMA secure_delete = ON")
        done = scrub(batch.connection, names, batch.who, photos=photos)
    copies = [_scrub_copy(copy, names, photos=photos) for copy in _copies(refset)]
    shutil.rmtree(refset.folder / CROPS, ignore_errors=True)
    _rewrite(refset)
    collect(refset)
    if not (withdrawn or _found(done) or any(map(_found, copies))):
        raise InputError(
            f"nobody in the set is called {shown(name)}: python -m src.refset person list"
        )
    frozen = {one: (before[one].fingerprint, *before[one].withdrawn) for one in withdrawn}
    return Forgotten(
        done.faces,
        done.embeddings,
        done.entries,
        len(done.photos) if photos else 0,
        frozenset(done.photos | shown_in),
        frozen,
        tuple(_telling(refset.folder, names)),
    )


def _marked(refset: ReferenceSet, name: str) -> Names:
    """All names, noted in the set until they are gone from it."""
    if not name.strip():
        raise InputError("NAME is empty: name somebody")
    with refset.database.writing() as connection:
        connection.execute("PRAGMA secure_delete = ON")
        found = connection.execute("SELECT value FROM facts WHERE key = ?", (MARK,)).fetchone()
        noted = json.loads(found[0]) if found else {}
        noted[name] = sorted({*noted.get(name, ()), *every_name(connection, name)})
        fact = (MARK, json.dumps(noted, ensure_ascii=False))
        connection.execute("INSERT OR REPLACE INTO facts (key, value) VALUES (?, ?)", fact)
    return Names.of(noted[name])


def _frozen_photos(refset: ReferenceSet, names: Names) -> set[str]:
    """Photos of frozen sets whose frozen labels, or whose names there, tell the name."""
    found: set[str] = set()
    for frozen in frozen_sets(refset.folder):
        called, labels = frozen.names, FrozenLabels(refset.objects, frozen.head.packs)
        for line in frozen.lines:
            if line.withdrawn is not None or line.photo in found:
                continue
            sha = line.labels.get(FACES)
            faces = json.loads(labels.read(line.photo, sha)) if sha else None
            if names.are_in(faces) or any(map(names.call, called.get(line.photo, ()))):
                found.add(line.photo)
    return found


def _photos_of(connection: sqlite3.Connection, names: Names) -> set[str]:
    """Photos that show the person, or are called after them, as the set has it now."""
    marks = ", ".join("?" * len(names.names))
    query = (
        "SELECT DISTINCT sha FROM photos JOIN boxes ON boxes.photo = photos.id "
        f"JOIN people ON people.id = boxes.person WHERE people.name IN ({marks})"
    )
    found = {sha for (sha,) in connection.execute(query, tuple(names.names))}
    query = "SELECT sha, name FROM photos JOIN names ON names.photo = photos.id"
    return found | {sha for sha, name in connection.execute(query) if names.call(name)}


def _copies(refset: ReferenceSet) -> list[Path]:
    folder = refset.folder / BACKUPS
    return sorted(folder.glob("*.db")) if folder.is_dir() else []


def _scrub_copy(copy: Path, names: Names, *, photos: bool) -> Scrubbed:
    """The same in a backup."""
    with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
        for pragma in ("secure_delete = ON", "foreign_keys = ON"):
            connection.execute(f"PRAGMA {pragma}")
        connection.execute("BEGIN IMMEDIATE")
        done = scrub(connection, names, this_user(), photos=photos)
        connection.execute("DELETE FROM facts WHERE key = ?", (MARK,))
        connection.execute("COMMIT")
        connection.execute("VACUUM")
    return done


def _rewrite(refset: ReferenceSet) -> None:
    """Write every page of the database anew: what was deleted is in none of them."""
    connection = refset.database.connection
    with refset.database.writing():
        connection.execute("DELETE FROM facts WHERE key = ?", (MARK,))
    with refset.database.complaining():
        connection.execute("VACUUM")
        (busy, *_) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    if busy:
        raise InputError(
            f"{refset.database.path}-wal is in use by another process, and may still hold the "
            "name: end it and forget them again"
        )


def _found(done: Scrubbed) -> bool:
    return bool(done.faces or done.entries or done.touched)


def _telling(folder: Path, names: Names) -> Iterator[Path]:
    """Files whose bytes still have the name: photos with a caption, or notes of somebody."""
    wanted = [name.encode() for name in names.names]
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.is_symlink() and _has(path, wanted):
            yield path


def _has(path: Path, wanted: Collection[bytes]) -> bool:
    longest = max(map(len, wanted))
    before = b""
    with path.open("rb") as stream:
        while chunk := stream.read(CHUNK):
            text = before + chunk
            if any(name in text for name in wanted):
                return True
            before = text[-longest:]
    return False
