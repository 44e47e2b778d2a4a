"""A reference set: photos, what people say about them, and what can never change again."""

import getpass
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

import numpy.typing as npt

from src.core import InputError
from src.data.files.finding import existing_folder, expanded
from src.data.files.foreign import spoken
from src.data.files.whole import make_folder
from src.data.refsets import completeness
from src.data.refsets.about import NAME as ABOUT
from src.data.refsets.about import About
from src.data.refsets.batch import Batch
from src.data.refsets.canonical import is_sha
from src.data.refsets.ghosts import Look, current_look
from src.data.refsets.labels import Document
from src.data.refsets.statistics import Statistics, statistics
from src.data.refsets.store import guard
from src.data.refsets.store.changes import Entry, Labels, read_labels, read_log
from src.data.refsets.store.database import NAME as STORE
from src.data.refsets.store.database import PATIENCE, Database
from src.data.refsets.store.objects import NAME as OBJECTS
from src.data.refsets.store.objects import Objects
from src.data.refsets.store.pairs import Pair, all_pairs
from src.data.refsets.store.photos import Photo, page_of, photo_of
from src.data.refsets.undoing import Course, course_of
from src.data.refsets.upright import upright_pixels
from src.data.refsets.words import COMPLETE, NEGATIVE, STATES

PAGE = 50
"""Photos of one page."""


@dataclass(frozen=True)
class ReferenceSet:
    """A folder with ``about.yaml``, ``store.db``, ``objects/`` and ``frozen/``.

    Any number of threads and processes may use one at once.
    """

    folder: Path
    about: About
    database: Database
    objects: Objects = field(repr=False)

    @classmethod
    def open(cls, folder: str | Path, *, key: str = "--set", patience: float = PATIENCE) -> Self:
        """The set in a folder; ``key`` is what the user would have to correct."""
        home = existing_folder(folder, key)
        about = About.read(home)
        made = cls(home, about, Database(home / STORE, patience), Objects(home / OBJECTS))
        made._index()
        return made

    @classmethod
    def create(cls, folder: str | Path, about: About, *, patience: float = PATIENCE) -> Self:
        """A new and empty set; a folder that holds other things is refused."""
        home = expanded(folder, "--set").absolute()
        if (home / ABOUT).exists():
            raise InputError(f"{spoken(home)} is a reference set already: open it")
        if home.is_dir() and any(home.iterdir()):
            raise InputError(f"{spoken(home)} holds other files: name a new or empty folder")
        make_folder(home)
        # The database first: a set is one as soon as it says what it is about.
        Database(home / STORE, patience).connection.close()
        about.write(home)
        return cls.open(home, patience=patience)

    @property
    def dimensions(self) -> tuple[str, ...]:
        """What is labelled in this set."""
        return self.about.dimensions

    def close(self) -> None:
        """End this thread's connection."""
        self.database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *reason: object) -> None:
        self.close()

    @contextmanager
    def batch(self, who: str | None = None, *, keep: bool = True) -> Iterator[Batch]:
        """Any number of changes that are kept together, or none of them is.

        Args:
            keep: ``False`` to see what would happen.
        """
        objects, patience = self.objects, self.database.patience
        held, writing = guard.shared(objects.folder, patience), self.database.writing(keep=keep)
        with held, writing as connection:
            yield Batch(connection, objects, self.dimensions, who or this_user())

    def add(self, content: bytes, name: str) -> str:
        """Keep a photo's bytes, and call them by a name; tells its hash."""
        with self.batch() as batch:
            return batch.add(content, name)

    def save(
        self,
        photo: str,
        documents: Mapping[str, Document | None],
        *,
        began: int | None,
        who: str | None = None,
        why: str = "save",
    ) -> Labels:
        """Put documents in the place of those before; what was saved, with ids and revision.

        Args:
            began: the revision of the labels that the person saw; where somebody else saved in
                between this raises ``Conflict``, which holds both versions. ``None``: whatever is
                there.
        """
        with self.batch(who) as batch:
            return batch.save(photo, documents, began=began, why=why)

    def restore(self, photo: str, revision: int, who: str | None = None) -> Labels:
        """Bring a photo's labels back to what they were, as a new change."""
        with self.batch(who) as batch:
            return batch.restore(photo, revision)

    def undo(self, photo: str, began: int, who: str | None = None) -> Labels:
        """Take the last change of a photo's labels back, as a new one, whoever made it.

        Args:
            began: the revision that the person saw, as in ``save``.
        """
        with self.batch(who) as batch:
            return batch.undo(photo, began)

    def redo(self, photo: str, began: int, who: str | None = None) -> Labels:
        """Make the change again that was last taken back."""
        with self.batch(who) as batch:
            return batch.redo(photo, began)

    def course(self, photo: str) -> Course:
        """What can be undone and done again."""
        with self.database.reading() as connection:
            return course_of(connection, photo_of(connection, photo))

    def choose_part(self, photo: str, part: str | None, who: str | None = None) -> None:
        """Say which part a photo belongs to: ``iteration``, ``full`` or none."""
        with self.batch(who) as batch:
            batch.choose_part(photo, part)

    def pair(self, first: int, second: int, kind: str, who: str | None = None) -> None:
        """State that two faces must, or cannot, be one person."""
        with self.batch(who) as batch:
            batch.pair(Pair(first, second, kind))

    def unpair(self, first: int, second: int, who: str | None = None) -> None:
        """Take back whatever was stated of two faces."""
        with self.batch(who) as batch:
            batch.pair(Pair(first, second, "must"), keep=False)

    def pairs(self) -> list[Pair]:
        """All that was stated of faces."""
        with self.database.reading() as connection:
            return all_pairs(connection)

    def photo(self, wanted: str) -> Photo:
        """The photo of a hash, the beginning of one, or a name."""
        with self.database.reading() as connection:
            return photo_of(connection, wanted)

    def photos(self, after: int = 0, limit: int = PAGE, state: str | None = None) -> list[Photo]:
        """One page, in the order in which photos came.

        Args:
            after: ``row`` of the last photo of the page before.
            state: only photos that are so far, see ``words.STATES``.
        """
        with self.database.reading() as connection:
            if state is None:
                return page_of(connection, "id > ?", [after], limit)
            where = f"{completeness.state(self.dimensions)} = ? AND id > ?"
            return page_of(connection, where, [STATES.index(state), after], limit)

    def next_incomplete(self, after: int = 0) -> Photo | None:
        """The next photo that wants work, and from the beginning again after the last."""
        for start in (after, 0):
            waiting = [
                photo
                for state in STATES
                if state not in (COMPLETE, NEGATIVE)
                for photo in self.photos(start, 1, state)
            ]
            if waiting:
                return min(waiting, key=lambda photo: photo.row)
        return None

    def state(self, photo: str) -> str:
        """How far a photo is, one of ``words.STATES``."""
        with self.database.reading() as connection:
            found = photo_of(connection, photo)
            return completeness.state_of(connection, found.row, self.dimensions)

    def done(self, photo: str) -> dict[str, bool]:
        """Dimension to whether it is labelled, or there is nothing to label."""
        with self.database.reading() as connection:
            found = photo_of(connection, photo)
            return completeness.done_of(connection, found.row, self.dimensions)

    def statistics(self) -> Statistics:
        """How the set stands."""
        with self.database.reading() as connection:
            return statistics(connection, self.dimensions)

    def labels(self, photo: str) -> Labels:
        """What is said about a photo, and the revision from which a save begins."""
        with self.database.reading() as connection:
            found = photo_of(connection, photo)
            return read_labels(connection, found.row, found.sha, self.dimensions)

    def log(self, photo: str) -> list[Entry]:
        """All changes of a photo's labels, the first one first."""
        with self.database.reading() as connection:
            found = photo_of(connection, photo)
            return read_log(connection, found.row, found.sha)

    def ghosts(self, photo: str, dimension: str) -> Look | None:
        """The last suggestions for a photo; ``None`` where no detector has seen it."""
        with self.database.reading() as connection:
            return current_look(connection, photo_of(connection, photo).row, dimension)

    def content(self, photo: str) -> bytes:
        """The bytes of a photo's file."""
        sha = photo if is_sha(photo) else self.photo(photo).sha
        if not self.objects.has(sha):
            raise InputError(
                f"photo {sha[:12]} is not in {self.objects.folder}: "
                "python -m src.refset prepare PATH copies it there"
            )
        return self.objects.read(sha)

    def pixels(self, photo: str) -> npt.NDArray[Any]:
        """The upright picture."""
        return upright_pixels(self.content(photo), self.objects.path(self.photo(photo).sha))

    def _index(self) -> None:
        """Have an index that answers for the dimensions of this set; others go."""
        name, definition = completeness.index(self.dimensions)
        query = "SELECT name FROM sqlite_master WHERE name LIKE 'photos_by_state_%'"
        with self.database.complaining():
            there = [found for (found,) in self.database.connection.execute(query)]
        if there == [name]:
            return
        with self.database.writing() as connection:
            for other in there:
                connection.execute(f"DROP INDEX IF EXISTS {other}")
            connection.execute(definition)


def this_user() -> str:
    """The name under which changes of this process are logged."""
    with suppress(KeyError, OSError):
        return getpass.getuser()
    return "unknown"
