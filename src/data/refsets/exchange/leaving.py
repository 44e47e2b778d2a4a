"""What leaves a set, photo by photo, and on which terms."""

import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from src.core import InputError
from src.data.refsets.exchange.file_names import FileNames
from src.data.refsets.exchange.losses import Losses
from src.data.refsets.ghosts import Look, current_look
from src.data.refsets.labels import Document, Faces
from src.data.refsets.people.pseudonyms import Pseudonyms
from src.data.refsets.reference_set import ReferenceSet
from src.data.refsets.store.photos import Photo, page_of
from src.data.refsets.store.rows import read_document
from src.data.refsets.truth import is_labelled
from src.data.refsets.words import BIBS, FACES

PSEUDONYMS, NAMES = "pseudonyms", "names"
IDENTITIES = (PSEUDONYMS, NAMES)
BLURRED = (FACES, BIBS)
PAGE = 500


@dataclass(frozen=True)
class Terms:
    """On which terms photos and the people in them leave.

    Args:
        identities: ``pseudonyms``, or ``names`` where everybody agreed.
        blur: dimensions whose boxes are made unrecognisable in the photos.
        place, serial: whether the photos go on saying where and with which camera they were taken.
        photos: whether the photos come along at all.
    """

    identities: str = PSEUDONYMS
    blur: tuple[str, ...] = ()
    place: bool = True
    serial: bool = True
    photos: bool = True

    def __post_init__(self) -> None:
        if self.identities not in IDENTITIES:
            raise InputError(
                f"--identities must be one of {', '.join(IDENTITIES)}, got {self.identities!r:.40}"
            )
        for dimension in self.blur:
            if dimension not in BLURRED:
                raise InputError(
                    f"--blur: {dimension!r:.40} cannot be blurred; choose {', '.join(BLURRED)}"
                )


@dataclass(frozen=True)
class Leaving:
    """All that leaves about one photo.

    Args:
        file: path of its picture below the folder of pictures; safe, and no other photo's.
        shape: height and width of the upright picture.
        documents: what people said; dimensions of which nobody said anything are missing.
        looks: dimension to the last suggestions.
    """

    photo: Photo
    file: str
    shape: tuple[int, int]
    documents: Mapping[str, Document]
    looks: Mapping[str, Look]

    @property
    def labelled(self) -> dict[str, bool]:
        """Dimension to whether somebody said that this is all."""
        return {name: is_labelled(document) for name, document in self.documents.items()}


def leavings(
    refset: ReferenceSet, terms: Terms, losses: Losses, *, flat: bool = False
) -> Iterator[Leaving]:
    """Every photo whose file is there, in one state of the set, whatever others change.

    Args:
        flat: whether all pictures lie in one folder.
    """
    unblurred = [dimension for dimension in terms.blur if dimension not in refset.dimensions]
    if unblurred:
        raise InputError(
            f"--blur: {refset.folder} has no {', '.join(unblurred)}, so nobody knows where they are"
        )
    names = Pseudonyms.of(refset) if terms.identities == PSEUDONYMS else None
    files = FileNames(() if names is None else names.people, png=bool(terms.blur), flat=flat)
    with refset.database.reading() as connection:
        losses.note("pairs of faces", _count(connection, "pairs"))
        after = 0
        while page := page_of(connection, "id > ?", [after], PAGE):
            after = page[-1].row
            for photo in page:
                made = _leaving(connection, photo, refset, files, names)
                if made is None:
                    losses.note("photos without their file")
                elif _hides_too_little(made, terms):
                    losses.note("photos that nobody looked at for what is to be blurred")
                else:
                    yield made


def _leaving(
    connection: sqlite3.Connection,
    photo: Photo,
    refset: ReferenceSet,
    files: FileNames,
    names: Pseudonyms | None,
) -> Leaving | None:
    if photo.bytes is None or photo.height is None or photo.width is None:
        return None
    documents: dict[str, Document] = {}
    looks: dict[str, Look] = {}
    for dimension in refset.dimensions:
        document = read_document(connection, photo.row, dimension)
        if document is not None:
            documents[dimension] = _called(document, names)
        look = current_look(connection, photo.row, dimension)
        if look is not None:
            looks[dimension] = look
    file = files.of(photo.sha, photo.name)
    return Leaving(photo, file, (photo.height, photo.width), documents, looks)


def _called(document: Document, names: Pseudonyms | None) -> Document:
    if names is None or not isinstance(document, Faces):
        return document
    boxes = (
        box if box.identity is None else replace(box, identity=names.of_name(box.identity))
        for box in document.boxes
    )
    return replace(document, boxes=tuple(boxes))


def _hides_too_little(leaving: Leaving, terms: Terms) -> bool:
    """Whether a face may be in it that nobody marked: it could not be blurred."""
    return terms.photos and not all(leaving.labelled.get(name) for name in terms.blur)


def _count(connection: sqlite3.Connection, table: str) -> int:
    (found,) = connection.execute(f"SELECT count(*) FROM {table}").fetchone()
    return int(found)
