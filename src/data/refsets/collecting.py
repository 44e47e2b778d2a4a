"""Objects that nothing refers to."""

import json
import sqlite3
from dataclasses import dataclass
from pathlib import Path

from src.data.refsets.frozen.frozen_set import FrozenSet, frozen_sets
from src.data.refsets.frozen.packs import FrozenLabels
from src.data.refsets.frozen.withdrawing import mend
from src.data.refsets.reference_set import ReferenceSet
from src.data.refsets.store import guard
from src.data.refsets.store.objects import Objects, is_object
from src.data.refsets.words import MASKS


@dataclass(frozen=True)
class Garbage:
    """Files that may go, and how much room that gives."""

    files: tuple[Path, ...]
    bytes: int


def collect(refset: ReferenceSet, *, dry_run: bool = False) -> Garbage:
    """Remove what neither a photo, a label, a suggestion, the log nor a frozen set refers to."""
    objects = refset.objects
    with guard.alone(objects.folder, refset.database.patience):
        mend(refset.folder)
        with refset.database.reading() as connection:
            known = _staged(connection)
        for frozen in frozen_sets(refset.folder):
            known |= frozen_objects(frozen, objects)
        files = [
            entry for entry in objects.all() if not is_object(entry) or entry.name not in known
        ]
        garbage = Garbage(
            tuple(Path(entry.path) for entry in files),
            sum(entry.stat(follow_symlinks=False).st_size for entry in files),
        )
        for path in () if dry_run else garbage.files:
            path.unlink(missing_ok=True)
    return garbage


def frozen_objects(frozen: FrozenSet, objects: Objects) -> set[str]:
    """All objects that a frozen set needs: photos, labels, and what was painted."""
    packs = frozen.head.packs
    found = {*packs.values(), *(line.photo for line in frozen.lines if not line.withdrawn)}
    labels = FrozenLabels(objects, packs)
    for line in frozen.lines:
        mask = line.labels.get(MASKS)
        if mask:
            found |= _painted(labels.read(line.photo, mask).decode())
    return found


def _staged(connection: sqlite3.Connection) -> set[str]:
    """What the database refers to; the log does so that what was painted can be restored."""
    columns = (
        "SELECT sha FROM photos",
        "SELECT mask FROM labels WHERE mask IS NOT NULL",
        "SELECT trace FROM labels WHERE trace IS NOT NULL",
        "SELECT painting FROM ghosts WHERE painting IS NOT NULL",
    )
    found = {sha for query in columns for (sha,) in connection.execute(query)}
    query = f"SELECT old, new FROM log WHERE dimension = '{MASKS}'"
    for documents in connection.execute(query):
        for said in documents:
            found |= _painted(said)
    return found


def _painted(said: str | None) -> set[str]:
    document = json.loads(said) if said else {}
    return {document[key] for key in ("mask", "trace") if document.get(key)}
