"""Taking photos out of frozen sets for good: who is to be forgotten is forgotten there, too."""

import datetime
import json
import os
import shutil
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from src.data.files.foreign import is_file, read_bytes
from src.data.files.whole import sync_folder, write_whole
from src.data.refsets.canonical import canonical, sha256
from src.data.refsets.frozen.freezing import name_line, write_frozen
from src.data.refsets.frozen.frozen_set import FOLDER, NAMES, WITHDRAWN, FrozenSet, frozen_sets
from src.data.refsets.frozen.manifest import NAME as MANIFEST
from src.data.refsets.frozen.manifest import Line, manifest_text
from src.data.refsets.frozen.packs import pack_content, pack_name, unpacked, without
from src.data.refsets.reference_set import ReferenceSet
from src.data.refsets.store import guard
from src.data.refsets.store.objects import Objects
from src.data.refsets.store.photos import now
from src.data.refsets.words import FACES

REPLACED = ".replaced"


def withdraw(refset: ReferenceSet, photos: Collection[str], why: str) -> list[str]:
    """Put a tombstone in the place of these photos in every frozen set; tells which had any.

    Their labels go from the disk where no other frozen set names them. The fingerprint that a set
    had before is refused from now on, wherever a copy of it comes from.
    """
    gone = set(photos)
    with guard.alone(refset.objects.folder):
        mend(refset.folder)
        changed = [
            frozen
            for frozen in frozen_sets(refset.folder)
            if any(line.photo in gone and not line.withdrawn for line in frozen.lines)
        ]
        if not changed:
            return []
        _refuse_from_now_on(refset.folder, changed, why)
        before = _packs(changed)
        for frozen in changed:
            _bury(frozen, gone, refset.objects)
        for sha in before - _packs(frozen_sets(refset.folder)):
            refset.objects.remove(sha)
    return [frozen.folder.name for frozen in changed]


def mend(home: Path) -> None:
    """Finish what a process left undone that was killed while it took photos out."""
    folder = home / FOLDER
    for left in folder.glob(f".*{REPLACED}") if folder.is_dir() else ():
        place = folder / left.name[1 : -len(REPLACED)]
        if place.exists():
            shutil.rmtree(left)
        else:
            left.rename(place)
    for left in folder.glob(".*.partial") if folder.is_dir() else ():
        shutil.rmtree(left)


def _refuse_from_now_on(home: Path, sets: Iterable[FrozenSet], why: str) -> None:
    """Before anything else: a fingerprint that nobody may use must not outlive its photos."""
    place = home / WITHDRAWN
    before = read_bytes(place) if is_file(place) else b""
    lines = [
        canonical(
            {
                "fingerprint": frozen.head.fingerprint,
                "name": frozen.folder.name,
                "time": now(),
                "why": why,
            }
        )
        for frozen in sets
    ]
    write_whole(place, before + "".join(f"{line}\n" for line in lines).encode())


def _packs(sets: Iterable[FrozenSet]) -> set[str]:
    return {sha for frozen in sets for sha in frozen.head.packs.values()}


def _repacked(
    frozen: FrozenSet, lines: Sequence[Line], gone: Collection[str], objects: Objects
) -> dict[str, str]:
    """The packs without the labels of photos that are gone."""
    packs = dict(frozen.head.packs)
    for name in {pack_name(photo) for photo in gone} & packs.keys():
        labels = unpacked(objects.read(packs[name]))
        kept = without(labels, (line for line in lines if pack_name(line.photo) == name))
        if kept:
            packs[name] = objects.put(pack_content(kept))
        else:
            del packs[name]
    return packs


def _faces_of(frozen: FrozenSet, gone: Collection[str], objects: Objects) -> set[int]:
    """The ids of all faces in photos that go."""
    named = {line.labels.get(FACES) for line in frozen.lines if line.photo in gone}
    packs = {frozen.head.packs.get(pack_name(photo)) for photo in gone} - {None}
    labels = [unpacked(objects.read(str(pack))) for pack in packs]
    said = [json.loads(own[sha]) for own in labels for sha in own.keys() & named]
    return {face["id"] for document in said for face in document["boxes"]}


def _left(line: Line, gone: Collection[str], faces: Collection[int], today: str) -> Line:
    """What stays of a line: of one that goes its hash, of another no pair with a face that goes."""
    if line.photo in gone and not line.withdrawn:
        return Line(line.photo, withdrawn=today)
    kept = (pair for pair in line.pairs if not {pair.first, pair.second} & {*faces})
    return replace(line, pairs=tuple(kept))


def _bury(frozen: FrozenSet, gone: Collection[str], objects: Objects) -> None:
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    faces = _faces_of(frozen, gone, objects)
    lines = [_left(line, gone, faces, today) for line in frozen.lines]
    names = [name_line(sha, said) for sha, said in frozen.names.items() if sha not in gone]
    head, files = frozen.head, dict(frozen.head.files)
    files[MANIFEST] = sha256("".join(manifest_text(lines)).encode())
    files[NAMES] = sha256("".join(names).encode())
    head = replace(
        head,
        fingerprint=files[MANIFEST],
        photos=sum(line.withdrawn is None for line in lines),
        files=files,
        packs=_repacked(frozen, lines, gone, objects),
        withdrawn=(*head.withdrawn, head.fingerprint),
    )
    place = frozen.folder
    partial = place.with_name(f".{place.name}.{os.getpid()}.partial")
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir()
    write_frozen(partial, head, lines, names)
    old = place.with_name(f".{place.name}{REPLACED}")
    place.rename(old)
    partial.rename(place)
    sync_folder(place.parent)
    shutil.rmtree(old)
