"""What comes from another format about one photo, and which photo of the set that is."""

import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from src.core import InputError
from src.data.files.foreign import is_file, read_bytes, spoken
from src.data.formats.label_studio.tasks import UPLOADED
from src.data.formats.painter import segmentation_png
from src.data.refsets.arriving import UNSAID, Arrival, Seen
from src.data.refsets.canonical import is_sha, sha256
from src.data.refsets.exchange.completing import Held, completed, same_seen
from src.data.refsets.exchange.painting import Mask, painted, painting_png
from src.data.refsets.ghosts import Ghost, Source
from src.data.refsets.labels import Document, Masks
from src.data.refsets.reference_set import ReferenceSet
from src.data.refsets.store.objects import Objects
from src.data.refsets.store.photos import Photo, photo_of
from src.data.refsets.store.rows import read_document
from src.data.refsets.upright import MOST_BYTES, upright_shape
from src.data.refsets.words import MASKS


@dataclass(frozen=True)
class Coming:
    """All that a file says about one photo.

    Args:
        place: where it says so, for sentences.
        name: of the photo's file, as the format gives it.
        file: where that file should be.
        content: its bytes, where there is no file.
        sha: of the photo in the set that it left, where the format holds it.
        shape: height and width that the labels are for, where the format says them.
        documents: new boxes have ids below 0, by which the links among them name them.
        painted: foreground and background that somebody painted.
        finished: whether that is all there is to paint.
        suggested: foreground that a detector suggests, and which one that was.
    """

    place: str
    name: str
    file: Path | None = None
    sha: str | None = None
    shape: tuple[int, int] | None = None
    documents: Mapping[str, Document] = field(default_factory=dict)
    seen: tuple[Seen, ...] = ()
    part: Any = UNSAID
    painted: tuple[Mask, Mask] | None = None
    finished: bool | None = True
    suggested: tuple[Source, Mask] | None = None
    content: bytes | None = field(default=None, repr=False)


def arrival_of(
    refset: ReferenceSet, coming: Coming, held: Held, people: Mapping[str, str]
) -> Arrival:
    """The same about a photo of the set, with what its format has no place for filled in.

    Args:
        people: what people are called outside to their names here.
    """
    with refset.database.reading() as connection:
        photo, content = _photo(connection, refset.objects, coming)
        sha = photo.sha if photo else sha256(content or b"")
        _refuse_other_shape(coming, photo, content)
        documents = dict(coming.documents)
        if coming.painted is not None:
            here = None if photo is None else read_document(connection, photo.row, MASKS)
            documents[MASKS] = _painting(refset, here, coming.painted, coming.finished, held)
        seen = (*coming.seen, *_suggestion(refset, coming.suggested))
        if photo is not None:
            known = {
                name: read_document(connection, photo.row, name)
                for name in (*documents, *held.dimensions)
            }
            documents = completed(documents, known, held, people)
            seen = tuple(same_seen(connection, photo.row, one, held) for one in seen)
        _refuse_strangers(refset, coming, [*documents, *(one.dimension for one in seen)])
    return Arrival(
        sha,
        () if photo else (coming.name,),
        documents,
        coming.part,
        seen,
        None if content is None else (lambda: content),
    )


def _painting(
    refset: ReferenceSet,
    here: Document | None,
    paint: tuple[Mask, Mask],
    finished: bool | None,
    held: Held,
) -> Document:
    """The paint as a label; the one of the set, with its trace, where the same is painted."""
    if isinstance(here, Masks) and refset.objects.has(here.mask):
        known = painted(refset, here.mask)
        told = 2 if held.background else 1
        if all(np.array_equal(known[n], paint[n]) for n in range(told)):
            return replace(here, labelled=finished)
    return Masks(refset.objects.put(painting_png(*paint)), labelled=finished)


def _suggestion(refset: ReferenceSet, suggested: tuple[Source, Mask] | None) -> Iterator[Seen]:
    if suggested is not None:
        source, mask = suggested
        ghost = Ghost(painting=refset.objects.put(segmentation_png(mask)))
        yield Seen(MASKS, source, (ghost,))


def _photo(
    connection: sqlite3.Connection, objects: Objects, coming: Coming
) -> tuple[Photo | None, bytes | None]:
    """The photo of the set, or the bytes of one that is new to it."""
    if coming.sha is not None and (found := _known(connection, coming.sha)):
        return found, None if _has(objects, found) else _missing_bytes(coming, found)
    if coming.file is not None and is_file(coming.file):
        content = read_bytes(coming.file, MOST_BYTES)
        found = _known(connection, sha256(content))
        return found, None if found and _has(objects, found) else content
    if coming.content is not None:
        return None, coming.content
    reasons = []
    for name in dict.fromkeys((coming.name, UPLOADED.sub("", coming.name))):
        try:
            return photo_of(connection, name), None
        except InputError as error:
            reasons.append(str(error))
    where = "" if coming.file is None else f", and there is no {spoken(coming.file)}"
    raise InputError(f"{coming.place}: {reasons[0]}{where}")


def _known(connection: sqlite3.Connection, sha: str) -> Photo | None:
    if not is_sha(sha):
        return None
    there = connection.execute("SELECT 1 FROM photos WHERE sha = ?", (sha,)).fetchone()
    return photo_of(connection, sha) if there else None


def _has(objects: Objects, photo: Photo) -> bool:
    """Whether the set has the photo's file, not its name alone."""
    return photo.bytes is not None and objects.has(photo.sha)


def _missing_bytes(coming: Coming, photo: Photo) -> bytes | None:
    """The photo's file, where the right one came along."""
    content = coming.content
    if content is None and coming.file is not None and is_file(coming.file):
        content = read_bytes(coming.file, MOST_BYTES)
    if content is None:
        return None
    return content if sha256(content) == photo.sha else None


def _refuse_other_shape(coming: Coming, photo: Photo | None, content: bytes | None) -> None:
    """Raises for labels of another size, and for a new photo that is damaged."""
    shape = (photo.height, photo.width) if photo and photo.height else None
    if shape is None and content is not None:
        shape = upright_shape(content, coming.file or coming.name)
    if coming.shape is not None and shape is not None and shape != coming.shape:
        said = f"{coming.shape[1]}×{coming.shape[0]}"
        raise InputError(
            f"{coming.place}: its labels are for {said} but {spoken(coming.name)} is "
            f"{shape[1]}×{shape[0]} (width×height, upright): give the photo that was labelled"
        )


def _refuse_strangers(refset: ReferenceSet, coming: Coming, dimensions: list[str]) -> None:
    for dimension in dimensions:
        if dimension not in refset.dimensions:
            raise InputError(
                f"{coming.place} has {dimension}, {refset.folder} has "
                f"{', '.join(refset.dimensions)}: import it into a set that has them"
            )
