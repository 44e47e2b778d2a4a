"""Looking again which photos are there, and what they are called."""

from dataclasses import dataclass
from pathlib import Path

from src.data.files.hashes import HashCache
from src.data.files.inside import refuse_outside
from src.data.files.progress import progress
from src.data.refsets.preparing.photos import photo_files
from src.data.refsets.reference_set import ReferenceSet
from src.data.refsets.store.photos import add_names


@dataclass
class Scan:
    """What a look at the photos told.

    Args:
        lost, found: photos whose file went from the set's objects, or came back.
        new: photos of the folder that the set does not have.
        renamed: names that photos of the set have in the folder and had not in the set.
    """

    lost: int = 0
    found: int = 0
    new: int = 0
    renamed: int = 0
    files: int = 0

    def __str__(self) -> str:
        words = [f"{self.lost} photos have lost their file", f"{self.found} have it again"]
        if self.files:
            words += [
                f"{self.files} files looked at",
                f"{self.renamed} new names",
                f"{self.new} photos are new: prepare copies them",
            ]
        return "; ".join(words)


def rescan(refset: ReferenceSet, path: str | None = None) -> Scan:
    """Say of every photo whether its file is there; of a folder, what its photos are called."""
    scan = Scan()
    with refset.batch() as batch:
        rows = batch.connection.execute("SELECT id, sha, bytes FROM photos").fetchall()
        for row, sha, size in rows:
            there = refset.objects.has(sha)
            if there == (size is not None):
                continue
            known = refset.objects.path(sha).stat().st_size if there else None
            update = "UPDATE photos SET bytes = ? WHERE id = ?"
            batch.connection.execute(update, (known, row))
            scan.found += there
            scan.lost += not there
    if path is not None:
        _names(refset, path, scan)
    return scan


def _names(refset: ReferenceSet, path: str, scan: Scan) -> None:
    home, files = photo_files(path)
    called: dict[str, list[str]] = {}
    with HashCache([home]) as cache, progress(f"looking at {home.name}", len(files)) as step:
        for file in files:
            refuse_outside(file, home, str(home), "copy the photo itself there")
            name = file.relative_to(home).as_posix()
            called.setdefault(cache.measured(Path(file)).digest.hex(), []).append(name)
            step()
    scan.files = len(files)
    with refset.batch() as batch:
        known = dict(batch.connection.execute("SELECT sha, id FROM photos").fetchall())
        before = batch.connection.execute("SELECT count(*) FROM names").fetchone()[0]
        for sha, names in called.items():
            if sha in known:
                add_names(batch.connection, known[sha], names)
            scan.new += sha not in known
        after = batch.connection.execute("SELECT count(*) FROM names").fetchone()[0]
        scan.renamed = after - before
