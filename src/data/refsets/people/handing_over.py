"""Everything that a set holds about somebody, for them to have."""

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from src.core import InputError
from src.data.files.finding import expanded
from src.data.files.whole import make_folder, write_whole
from src.data.formats.painter import write_picture
from src.data.refsets.exchange.file_names import FileNames
from src.data.refsets.frozen.frozen_set import frozen_sets
from src.data.refsets.frozen.packs import FrozenLabels
from src.data.refsets.labels import Face, Faces, Links
from src.data.refsets.people.listing import aliases_of, person_row
from src.data.refsets.people.traces import Names
from src.data.refsets.reference_set import ReferenceSet
from src.data.refsets.store.objects import disk_errors
from src.data.refsets.store.photos import Photo, by_row
from src.data.refsets.store.rows import read_document
from src.data.refsets.words import BIBS, FACES, LINKS

FILE, PHOTOS, CUTTINGS = "person.json", "photos", "faces"


def hand_over(refset: ReferenceSet, name: str, folder: Path) -> int:
    """Write ``person.json``, the photos and the faces; tells in how many photos they are.

    Embeddings stay in the set: it is told that there are some, and who made them.
    """
    home = expanded(folder, "FOLDER").absolute()
    if home.exists() and (not home.is_dir() or any(home.iterdir())):
        raise InputError(f"FOLDER: {home} is not empty: name a new folder")
    files = FileNames()
    with disk_errors(home), refset.database.reading() as connection:
        row = person_row(connection, name)
        names = Names.of((name, *aliases_of(connection, row)))
        query = "SELECT DISTINCT photo FROM boxes WHERE person = ? ORDER BY photo"
        photos = [by_row(connection, one) for (one,) in connection.execute(query, (row,))]
        make_folder(home)
        said = {
            "name": name,
            "called before": sorted(names.names - {name}),
            "set": refset.about.title,
            "source": refset.about.source,
            "legal_basis": refset.about.legal_basis,
            "contact": refset.about.contact,
            "expiry": str(refset.about.expiry) if refset.about.expiry else None,
            "photos": [_photo(connection, refset, photo, name, home, files) for photo in photos],
            "embeddings": _embeddings(connection, row),
            "pairs": _pairs(connection, row),
            "log": list(_log(connection, names)),
            "frozen": list(_frozen(refset, names)),
        }
        text = json.dumps(said, ensure_ascii=False, indent=1)
        write_whole(home / FILE, f"{text}\n".encode())
    return len(photos)


def _photo(
    connection: sqlite3.Connection,
    refset: ReferenceSet,
    photo: Photo,
    name: str,
    home: Path,
    files: FileNames,
) -> dict[str, Any]:
    """Where they are in a photo, and which bibs they wear; the photo is written beside."""
    faces, bibs, links = (read_document(connection, photo.row, one) for one in (FACES, BIBS, LINKS))
    own = [one for one in getattr(faces, "boxes", ()) if one.identity == name]
    pairs = links.pairs if isinstance(links, Links) else ()
    mine = {bib for bib, face in pairs if face in {one.id for one in own}}
    worn = [one.as_json() for one in getattr(bibs, "boxes", ()) if one.id in mine]
    said = {
        "sha256": photo.sha,
        "names": list(photo.names),
        "faces": [one.as_json() | {"id": one.id} for one in own],
        "bibs": worn,
    }
    if photo.bytes is None or not refset.objects.has(photo.sha):
        return said
    file = files.of(photo.sha, photo.name)
    write_whole(home / PHOTOS / file, refset.content(photo.sha))
    for face in own:
        _cut(refset, photo, face, home / CUTTINGS / f"{photo.sha[:12]}-{face.id}.png")
    return said | {"file": f"{PHOTOS}/{file}"}


def _cut(refset: ReferenceSet, photo: Photo, face: Face, path: Path) -> None:
    if face.area is None:
        return
    pixels = refset.pixels(photo.sha)
    x1, y1, x2, y2 = face.area.pixels((pixels.shape[0], pixels.shape[1]))
    write_picture(path, pixels[int(y1) : int(y2) + 1, int(x1) : int(x2) + 1])


def _embeddings(connection: sqlite3.Connection, person: int) -> list[dict[str, Any]]:
    query = (
        "SELECT backend, version, count(*), max(length(vector)) FROM embeddings "
        "JOIN boxes ON boxes.id = embeddings.box JOIN sources ON sources.id = embeddings.source "
        "WHERE person = ? GROUP BY backend, version"
    )
    keys = ("backend", "version", "count", "bytes of each")
    return [dict(zip(keys, row, strict=True)) for row in connection.execute(query, (person,))]


def _pairs(connection: sqlite3.Connection, person: int) -> list[dict[str, Any]]:
    query = (
        "SELECT DISTINCT first, second, kind FROM pairs JOIN boxes ON boxes.id IN (first, second) "
        "WHERE person = ?"
    )
    keys = ("first", "second", "kind")
    return [dict(zip(keys, row, strict=True)) for row in connection.execute(query, (person,))]


def _log(connection: sqlite3.Connection, names: Names) -> Iterator[dict[str, Any]]:
    """Changes that name them: when, by whom, and what was said of their face alone."""
    query = (
        "SELECT sha, log.revision, old, new, time, who, why FROM log JOIN photos "
        "ON photos.id = log.photo WHERE dimension = ? ORDER BY log.id"
    )
    for sha, revision, *said, time, who, why in connection.execute(query, (FACES,)):
        old, new = (_own(text, names) for text in said)
        if old or new:
            entry = {"photo": sha, "revision": revision, "old": old, "new": new}
            yield entry | {"time": time, "who": who, "why": why}


def _own(text: str | None, names: Names) -> list[Any]:
    boxes = json.loads(text)["boxes"] if text else []
    return [box for box in boxes if box.get("identity") in names.names]


def _frozen(refset: ReferenceSet, names: Names) -> Iterator[dict[str, Any]]:
    for frozen in frozen_sets(refset.folder):
        photos, labels = [], FrozenLabels(refset.objects, frozen.head.packs)
        for line in frozen.lines:
            sha = line.labels.get(FACES)
            if line.withdrawn is None and sha:
                faces = Faces.of_json(json.loads(labels.read(line.photo, sha)))
                if any(face.identity in names.names for face in faces.boxes):
                    photos.append(line.photo)
        if photos:
            yield {"name": frozen.folder.name, "photos": photos}
