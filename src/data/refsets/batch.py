"""Changes of a set that are kept together, or not at all."""

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from src.core import Annotation, InputError, Trajectory
from src.data.formats.painter import annotation_png
from src.data.formats.trajectories import trajectory_parquet
from src.data.refsets.ghosts import Ghost, Source, keep_look, source_id
from src.data.refsets.ghosts.fates import decide, settle
from src.data.refsets.ghosts.painted import settle_painted
from src.data.refsets.labels import Document, Masks, document_of
from src.data.refsets.labels.boxes import Form
from src.data.refsets.store.changes import Change, Conflict, Labels, note, read_labels, save
from src.data.refsets.store.objects import Objects
from src.data.refsets.store.pairs import Pair, set_pair
from src.data.refsets.store.photos import Photo, add_photo, photo_of
from src.data.refsets.store.rows import person_id
from src.data.refsets.store.spent import Spent, add_spent
from src.data.refsets.undoing import REDO, UNDO, course_of
from src.data.refsets.upright import upright_shape
from src.data.refsets.words import DIMENSIONS, MASKS, OPEN, PARTS, REJECTED_GHOST

IMPORT = "import"
"""How the log begins to say why, where a label arrived from elsewhere."""

LISTED = (
    "UPDATE people SET place = (SELECT coalesce(max(place), -1) + 1 FROM people) "
    "WHERE id = ? AND place IS NULL"
)

PART = "part"
"""How the log calls a change of the part that a photo belongs to."""


@dataclass(frozen=True)
class Batch:
    """What can be changed inside one transaction."""

    connection: sqlite3.Connection
    objects: Objects
    dimensions: Sequence[str]
    who: str
    sources: dict[int, tuple[Source, int]] = field(default_factory=dict, repr=False)

    def add(self, content: bytes, name: str) -> str:
        """Keep a photo's bytes, and call them by a name; tells its hash."""
        shape = upright_shape(content, name)
        sha = self.objects.put(content)
        add_photo(self.connection, sha, [name], len(content), shape)
        return sha

    def add_known(self, sha: str, names: Sequence[str]) -> tuple[Photo, bool]:
        """Name a photo whose bytes may come later; tells it, and whether it is new."""
        row = add_photo(self.connection, sha, names)
        if row is None:
            return self.photo(sha), False
        unknown = (None, None, None, None, 0)
        return Photo(row, sha, *unknown, names=tuple(dict.fromkeys(names))), True

    def photo(self, wanted: str | Photo) -> Photo:
        """See ``ReferenceSet.photo``; whoever has it already need not ask again."""
        return wanted if isinstance(wanted, Photo) else photo_of(self.connection, wanted)

    def labels(self, photo: str | Photo) -> Labels:
        """What is said about a photo now, also by this batch."""
        found = self.photo(photo)
        return read_labels(self.connection, found.row, found.sha, self.dimensions)

    def save(
        self,
        photo: str | Photo,
        documents: Mapping[str, Document | None],
        *,
        began: int | None,
        why: str = "save",
    ) -> Labels:
        """See ``ReferenceSet.save``."""
        found = self.photo(photo)
        self._check(documents, found)
        change = Change(found.row, found.sha, self.who, why, began)
        listing = not why.startswith(IMPORT)
        known = self._last_person() if listing else 0
        saved = save(self.connection, change, documents)
        if listing:
            self._list_new_people(known)
        for dimension, document in documents.items():
            if dimension == MASKS:
                settle_painted(self.connection, self.objects, found.row, saved.documents[MASKS])
            else:
                settle(self.connection, found.row, document, saved.documents.get(dimension))
        return saved

    def restore(
        self, photo: str | Photo, revision: int, *, why: str = "restore", part: bool = True
    ) -> Labels:
        """See ``ReferenceSet.restore``.

        Args:
            part: whether the photo goes back to the part that it belonged to as well.
        """
        found = self.photo(photo)
        if not 0 <= revision <= found.revision:
            raise InputError(
                f"{found.name}: there is no revision {revision}, they go from 0 to {found.revision}"
            )
        documents: dict[str, Document | None] = {}
        for dimension in DIMENSIONS:
            state = self._state_at(found.row, dimension, revision)
            if state is not ...:
                documents[dimension] = document_of(dimension, state)
        own = self._state_at(found.row, PART, revision) if part else ...
        if own is not ...:
            self.choose_part(found.sha, (own or {}).get(PART))
        self._check(documents, found)
        change = Change(found.row, found.sha, self.who, f"{why} {revision}", restoring=True)
        return save(self.connection, change, documents)

    def undo(self, photo: str | Photo, began: int) -> Labels:
        """See ``ReferenceSet.undo``."""
        return self._moved(self.photo(photo), began, UNDO)

    def redo(self, photo: str | Photo, began: int) -> Labels:
        """See ``ReferenceSet.redo``."""
        return self._moved(self.photo(photo), began, REDO)

    def _moved(self, photo: Photo, began: int, why: str) -> Labels:
        if began != photo.revision:
            raise Conflict(self.labels(photo), {}, began)
        course = course_of(self.connection, photo)
        revision = course.before if why == UNDO else course.after
        if revision is None:
            raise InputError(f"there is nothing to {why} in this photo")
        moved = self.restore(photo, revision, why=why, part=False)
        for dimension, document in moved.documents.items():
            if dimension == MASKS:
                settle_painted(self.connection, self.objects, photo.row, document)
            else:
                settle(self.connection, photo.row, document, document, reopening=True)
        return moved

    def reject(self, photo: str | Photo, dimension: str, ghosts: Iterable[int]) -> None:
        """Say of suggestions that there is nothing of the kind; they do not come back."""
        decide(self.connection, self.photo(photo).row, dimension, ghosts, REJECTED_GHOST)

    def reopen(self, photo: str | Photo, dimension: str, ghosts: Iterable[int]) -> None:
        """Take that back."""
        decide(self.connection, self.photo(photo).row, dimension, ghosts, OPEN)

    def spend(self, photo: str | Photo, dimension: str, spent: Spent) -> None:
        """Add to what labelling a photo took."""
        self._check({dimension: None}, self.photo(photo))
        add_spent(self.connection, self.photo(photo).row, dimension, spent)

    def choose_part(self, photo: str | Photo, part: str | None) -> None:
        """See ``ReferenceSet.choose_part``."""
        if part is not None and part not in PARTS:
            raise InputError(f"part must be one of {', '.join(PARTS)}, got {part!r:.40}")
        found = self.photo(photo)
        query = "SELECT part, revision FROM photos WHERE id = ?"
        before, revision = self.connection.execute(query, (found.row,)).fetchone()
        if part == before:
            return
        change = Change(found.row, found.sha, self.who, "part")
        revision += 1
        note(self.connection, change, PART, revision, {PART: before}, {PART: part})
        self.connection.execute(
            "UPDATE photos SET part = ?, revision = ? WHERE id = ?", (part, revision, found.row)
        )

    def pair(self, pair: Pair, *, keep: bool = True) -> None:
        """State a pair of faces, or take it back."""
        set_pair(self.connection, pair, self.who, keep=keep)

    def list_people(self, names: Iterable[str]) -> None:
        """Have these people in the list of identities, behind those that are in it."""
        for name in names:
            row = person_id(self.connection, name)
            self.connection.execute(LISTED, (row,))

    def put(self, content: bytes) -> str:
        """Keep bytes that a label of this batch will name; tells their hash."""
        return self.objects.put(content)

    def put_painting(self, painted: Annotation | Any, trace: Trajectory | None = None) -> Masks:
        """Keep what was painted, and the trace of the mouse: a label that names both.

        Args:
            painted: an ``Annotation``, or (height, width, 4) uint8 with a trace of its own.
        """
        annotation = (
            painted
            if isinstance(painted, Annotation)
            else Annotation(painted, trace or Trajectory.empty())
        )
        trajectory = annotation.trajectory
        kept = self.put(trajectory_parquet(trajectory)) if len(trajectory) else None
        return Masks(self.put(annotation_png(annotation)), kept)

    def suggest(
        self,
        photo: str | Photo,
        dimension: str,
        source: Source,
        ghosts: Iterable[Ghost],
        form: Form = None,
        *,
        first: bool = False,
    ) -> None:
        """Keep what a detector saw in a photo, in the place of what nobody decided about.

        Args:
            first: whether no detector can have seen it before.
        """
        found = self.photo(photo)
        self._check({dimension: None}, found)
        row = self._source(source)
        keep_look(self.connection, found.row, dimension, row, ghosts, form, first=first)

    def _source(self, source: Source) -> int:
        """The row of a source, which is that of thousands of photos."""
        if id(source) not in self.sources:
            # The source is kept beside its number, which could be another's once it is gone.
            self.sources[id(source)] = source, source_id(self.connection, source)
        return self.sources[id(source)][1]

    def _last_person(self) -> int:
        (last,) = self.connection.execute("SELECT coalesce(max(id), 0) FROM people").fetchone()
        return int(last)

    def _list_new_people(self, after: int) -> None:
        query = "SELECT id FROM people WHERE id > ? ORDER BY id"
        for (row,) in self.connection.execute(query, (after,)).fetchall():
            self.connection.execute(LISTED, (row,))

    def _check(self, documents: Mapping[str, Document | None], photo: Photo) -> None:
        for dimension, document in documents.items():
            if dimension not in self.dimensions:
                raise InputError(
                    f"this set has no {dimension}, its dimensions are {', '.join(self.dimensions)}"
                )
            if document is not None and document.dimension != dimension:
                raise InputError(f"{dimension}: a document of {document.dimension} was given")
            if isinstance(document, Masks):
                self._check_paint(document, photo)

    def _check_paint(self, document: Masks, photo: Photo) -> None:
        for sha in filter(None, (document.mask, document.trace)):
            if not self.objects.has(sha):
                raise InputError(f"masks: there is no object {sha}: put it first")
        place = self.objects.path(document.mask)
        height, width = upright_shape(self.objects.read(document.mask), place)
        if photo.width is not None and (width, height) != (photo.width, photo.height):
            raise InputError(
                f"masks: {place} is {width}×{height} but {photo.name} is "
                f"{photo.width}×{photo.height} (width×height): give the mask of this photo"
            )

    def _state_at(self, row: int, dimension: str, revision: int) -> Any:
        """What was said at a revision; ``...`` where that has not changed since."""
        # What the first change after it found there.
        query = (
            "SELECT old FROM log WHERE photo = ? AND dimension = ? AND revision > ? "
            "ORDER BY revision, id LIMIT 1"
        )
        later = self.connection.execute(query, (row, dimension, revision)).fetchone()
        if later is None:
            return ...
        return None if later[0] is None else json.loads(later[0])
