"""Photos of a folder, copied into a set once each."""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from src.core import InputError
from src.data.files.finding import existing_folder, natural_order, refuse_name
from src.data.files.foreign import is_file, read_bytes, spoken
from src.data.files.hashes import HashCache
from src.data.files.inside import refuse_outside
from src.data.formats.raster import EXTENSIONS
from src.data.refsets.reference_set import ReferenceSet
from src.data.refsets.store.photos import add_names
from src.data.refsets.upright import MOST_BYTES


@dataclass
class Copied:
    """What became of the files of a folder.

    Args:
        known: photos that the set had already, whatever they are called.
        refused: file to the reason why it was left out.
    """

    new: int = 0
    known: int = 0
    refused: dict[str, str] = field(default_factory=dict)


def photo_files(root: str | Path, key: str = "PATH") -> tuple[Path, list[Path]]:
    """A folder and all its visible photos, those of inner folders included, in natural order."""
    if is_file(Path(root)):
        file = Path(root).absolute()
        return file.parent, [file]
    home = existing_folder(root, key)
    files = sorted(_below(home, home), key=lambda path: natural_order(str(path.relative_to(home))))
    if not files:
        raise InputError(f"{key}: {spoken(home)} holds no PNG, TIFF or JPEG file")
    return home, files


def copy_photos(
    refset: ReferenceSet,
    home: Path,
    files: list[Path],
    *,
    skip_bad: bool = False,
    step: Callable[[], None] = lambda: None,
) -> Copied:
    """Copy what is new, one photo at a time, so that a process that is killed loses none.

    Args:
        skip_bad: leave out files that cannot be used, and tell them.
    """
    copied = Copied()
    with HashCache([home]) as cache:
        for path in files:
            try:
                new = _copy(refset, home, path, cache)
            except InputError as error:
                if not skip_bad:
                    raise
                copied.refused[spoken(path.relative_to(home))] = str(error)
            else:
                copied.new += new
                copied.known += not new
            step()
    return copied


def _copy(refset: ReferenceSet, home: Path, path: Path, cache: HashCache) -> bool:
    """Whether the photo is new."""
    refuse_outside(path, home, spoken(home), "copy the photo itself there")
    name = path.relative_to(home).as_posix()
    sha = cache.measured(path).digest.hex()
    if _has(refset, sha, name):
        return False
    content = read_bytes(path, MOST_BYTES)
    with refset.batch() as batch:
        found = "SELECT 1 FROM photos WHERE sha = ? AND bytes IS NOT NULL"
        before = batch.connection.execute(found, (sha,)).fetchone()
        batch.add(content, name)
    return before is None


def _has(refset: ReferenceSet, sha: str, name: str) -> bool:
    """Whether the set has these bytes; a name that is new to it is added."""
    query = (
        "SELECT id, EXISTS (SELECT 1 FROM names WHERE photo = photos.id AND name = ?) "
        "FROM photos WHERE sha = ? AND bytes IS NOT NULL"
    )
    with refset.database.reading() as connection:
        found = connection.execute(query, (name, sha)).fetchone()
    if found is None or not refset.objects.has(sha):
        return False
    if not found[1]:
        with refset.batch() as batch:
            add_names(batch.connection, found[0], [name])
    return True


def _below(folder: Path, home: Path) -> Iterator[Path]:
    try:
        with os.scandir(folder) as entries:
            visible = [entry for entry in entries if not entry.name.startswith(".")]
    except OSError as error:
        raise InputError(
            f"{spoken(folder)} cannot be listed ({error.strerror}): check that you may read it"
        ) from error
    for entry in visible:
        path = Path(entry.path)
        if entry.is_dir(follow_symlinks=False):
            refuse_name(entry.name, folder)
            yield from _below(path, home)
        elif entry.is_symlink() and path.is_dir():
            refuse_outside(path, home, spoken(home), "copy the folder itself there")
        elif entry.name.lower().endswith(EXTENSIONS):
            refuse_name(entry.name, folder)
            yield path
