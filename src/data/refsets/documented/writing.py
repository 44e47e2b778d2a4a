"""The documented files, written from a set, one photo at a time."""

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from src.data.files.whole import make_folder, partial_of, put_in_place
from src.data.refsets.documented import metadata as photo_metadata
from src.data.refsets.documented import suggestions
from src.data.refsets.documented.entries import said_of
from src.data.refsets.documented.layout import (
    BIB_TRUTH,
    FACE_TRUTH,
    IDENTITIES,
    INDEX,
    LINK_TRUTH,
    METADATA,
    SUGGESTIONS,
    Layout,
)
from src.data.refsets.documented.reading import ABSENT, ONLY_TAGS, PHOTOS
from src.data.refsets.ghosts import Source
from src.data.refsets.ghosts.rows import all_current_looks, read_source
from src.data.refsets.labels import Boxes, Links
from src.data.refsets.store.objects import disk_errors
from src.data.refsets.store.rows import all_documents
from src.data.refsets.words import BIBS, FACES, LINKS

Connection = sqlite3.Connection
Entries = Iterable[tuple[str, Any]]
"""Hash of a photo to what a file says of it."""


def write_files(
    connection: Connection, folder: Path, called: Callable[[str], str] = str
) -> list[Path]:
    """Write the files of a set as they were laid out, each whole or not at all; tells which.

    Args:
        called: what a person of a name is called in them.
    """
    layout = Layout.of(connection)
    written = [folder / file for file in layout.files]
    for path in written:
        with disk_errors(path):
            make_folder(folder)
            partial = partial_of(path)
            try:
                with partial.open("w", encoding="utf-8") as stream:
                    stream.writelines(_text(connection, path.name, layout, called))
                put_in_place(partial, path)
            except OSError:
                partial.unlink(missing_ok=True)
                raise
    return written


def _text(
    connection: Connection, file: str, layout: Layout, called: Callable[[str], str]
) -> Iterator[str]:
    if file == IDENTITIES:
        query = "SELECT name FROM people WHERE place IS NOT NULL ORDER BY place"
        names = [called(name) for (name,) in connection.execute(query)]
        yield json.dumps(names, indent=1, ensure_ascii=False) + "\n"
        return
    entries = WRITERS[file](connection, layout)
    if file == FACE_TRUTH:
        entries = ((sha, _called(said, called)) for sha, said in entries)
    if file == INDEX:
        yield from _object(entries)
        yield "\n"
        return
    head = json.dumps(layout.head(file), ensure_ascii=False)[1:-1]
    yield "{" + head + (", " if head else "") + json.dumps(PHOTOS) + ": "
    yield from _object(entries)
    yield "}\n"


def _called(said: dict[str, Any], called: Callable[[str], str]) -> dict[str, Any]:
    boxes = [
        {**box, "identity": called(box["identity"])} if box.get("identity") else box
        for box in said["boxes"]
    ]
    return {**said, "boxes": boxes}


def _object(entries: Entries) -> Iterator[str]:
    """One photo to a line, so that a difference of two files can be read."""
    between = "{\n"
    for key, said in entries:
        yield f"{between}{json.dumps(key)}: {json.dumps(said, ensure_ascii=False)}"
        between = ",\n"
    yield "{}" if between == "{\n" else "\n}"


def _index(connection: Connection, _: Layout) -> Entries:
    for _row, sha, names, *_rest in _photos(connection):
        yield sha, names


def _metadata(connection: Connection, _: Layout) -> Entries:
    tags: dict[str, dict[int, list[str]]] = {BIBS: {}, FACES: {}}
    query = "SELECT photo, dimension, tags FROM labels WHERE tags != '[]'"
    for photo, dimension, said in connection.execute(query):
        tags[dimension][photo] = json.loads(said)
    for row, sha, names, part, form in _photos(connection):
        own = {dimension: tuple(tags[dimension].get(row, ())) for dimension in (BIBS, FACES)}
        yield sha, photo_metadata.said_of(photo_metadata.About(tuple(names), part, own, form))


def _boxes(dimension: str) -> Callable[[Connection, Layout], Entries]:
    def entries(connection: Connection, layout: Layout) -> Entries:
        photos = _shas(connection)
        for row, document in all_documents(connection, dimension):
            if isinstance(document, Boxes) and ONLY_TAGS not in (document.form or {}):
                sha, part = photos[row]
                yield sha, said_of(document, part, metadata=layout.metadata)

    return entries


def _links(connection: Connection, _: Layout) -> Entries:
    """Ids become places; links that somebody must look at again are not said."""
    places = dict(connection.execute("SELECT id, place FROM boxes").fetchall())
    photos = _shas(connection)
    for row, document in all_documents(connection, LINKS):
        if isinstance(document, Links) and document.labelled:
            pairs = [[places[bib], places[face]] for bib, face in document.pairs]
            yield photos[row][0], pairs


def _suggestions(connection: Connection, _: Layout) -> Entries:
    """Both dimensions are read side by side, in the order of photos."""
    photos, sources = _shas(connection), _Sources(connection)
    both = {name: _looks(connection, name, sources) for name in (BIBS, FACES)}
    current = {name: next(looks, None) for name, looks in both.items()}
    while any(current.values()):
        row = min(look[0] for look in current.values() if look is not None)
        here = {name: look[1] for name, look in current.items() if look and look[0] == row}
        yield photos[row][0], _suggestion(here)
        current |= {name: next(both[name], None) for name in here}


def _looks(
    connection: Connection, dimension: str, sources: "_Sources"
) -> Iterator[tuple[int, tuple[Any, ...]]]:
    for row, source, ghosts, form in all_current_looks(connection, dimension):
        yield row, (sources.of(source), ghosts, form)


class _Sources:
    """Every source once: the file has one of each photo, and few are different."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._known: dict[int, Source] = {}

    def of(self, row: int) -> Source:
        if row not in self._known:
            self._known[row] = read_source(self._connection, row)
        return self._known[row]


def _suggestion(looks: Mapping[str, Any]) -> dict[str, Any]:
    absent = {name for name, (_, _, form) in looks.items() if ABSENT in (form or {})}
    plain = {
        name: (source, ghosts, {key: value for key, value in (form or {}).items() if key != ABSENT})
        for name, (source, ghosts, form) in looks.items()
    }
    said = suggestions.said_of(plain)
    return {key: value for key, value in said.items() if key not in absent}


def _shas(connection: Connection) -> dict[int, tuple[str, str | None]]:
    """Row of a photo to its hash and its part."""
    rows = connection.execute("SELECT id, sha, part FROM photos")
    return {row: (sha, part) for row, sha, part in rows}


def _photos(connection: Connection) -> Iterator[tuple[int, str, list[str], str | None, Any]]:
    """Row, hash, names, part and form, in the order of hashes."""
    query = (
        "SELECT id, sha, part, form, (SELECT json_group_array(name) FROM "
        "(SELECT name FROM names WHERE photo = photos.id ORDER BY place)) FROM photos ORDER BY sha"
    )
    for row, sha, part, form, names in connection.execute(query):
        yield row, sha, json.loads(names), part, None if form is None else json.loads(form)


WRITERS: Mapping[str, Callable[[Connection, Layout], Entries]] = {
    INDEX: _index,
    METADATA: _metadata,
    BIB_TRUTH: _boxes(BIBS),
    FACE_TRUTH: _boxes(FACES),
    LINK_TRUTH: _links,
    SUGGESTIONS: _suggestions,
}
