"""Freezing: what is complete now becomes a set that can never change."""

import logging
import os
import shutil
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from src.core import InputError
from src.data.files.whole import make_folder, sync_folder
from src.data.refsets.canonical import canonical, sha256
from src.data.refsets.completeness import count_states
from src.data.refsets.frozen.frozen_set import (
    FOLDER,
    HEAD,
    NAMES,
    FrozenSet,
    Head,
    refuse_name,
    refuse_withdrawn,
)
from src.data.refsets.frozen.manifest import NAME as MANIFEST
from src.data.refsets.frozen.manifest import Line, manifest_text
from src.data.refsets.frozen.packs import Packing
from src.data.refsets.frozen.staging import BY_DEFAULT, staged_lines
from src.data.refsets.reference_set import ReferenceSet, this_user
from src.data.refsets.store import guard
from src.data.refsets.store.objects import READ_ONLY, disk_errors
from src.data.refsets.store.photos import now
from src.data.refsets.words import INCOMPLETE, STATES, UNLABELLED

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Freezing:
    """What was frozen, and what was not complete in it."""

    frozen: FrozenSet
    states: dict[str, int]


def freeze(
    refset: ReferenceSet,
    name: str,
    *,
    include_incomplete: bool = False,
    everything: bool = False,
    who: str | None = None,
) -> Freezing:
    """Freeze complete photos and known negatives; whole, or nothing of it is there.

    Args:
        include_incomplete: also photos of which a part is labelled.
        everything: also photos that nobody labelled.
    """
    refuse_name(name)
    refuse_without_rights(refset)
    states = [*BY_DEFAULT]
    states += [INCOMPLETE] if include_incomplete or everything else []
    states += [UNLABELLED] if everything else []
    place = refset.folder / FOLDER / name
    if place.exists():
        raise InputError(f"--name: {name} is taken; frozen sets never change, choose another")
    with guard.shared(refset.objects.folder), disk_errors(place):
        packing = Packing()
        lines, names, counts = _collected(refset, states, packing)
        packs = packing.put(refset.objects)
        # Every object is on the disk before the set that names it is.
        os.sync()
        counts = {state: counts[state] for state in states if counts[state]}
        head = _head(refset, name, lines, names, who or this_user())
        head = replace(head, states=counts, packs=packs)
        refuse_withdrawn(refset.folder, head.fingerprint, f"--name: {name}")
        _put_in_place(place, head, lines, names)
    return Freezing(FrozenSet(place), counts)


def refuse_without_rights(refset: ReferenceSet) -> None:
    """Raises where nobody said why these photos may be kept."""
    about = refset.about
    missing = [key for key in ("source", "legal_basis") if not getattr(about, key).strip()]
    if missing and not about.is_synthetic:
        raise InputError(
            f"{refset.folder / 'about.yaml'}: say {' and '.join(missing)} before it is frozen, or "
            "source: synthetic where the photos show nobody"
        )


def _collected(
    refset: ReferenceSet, states: Collection[str], packing: Packing
) -> tuple[list[Line], list[str], dict[str, int]]:
    """Lines and names of one moment, whose labels are packed."""
    objects = refset.objects
    with refset.database.reading() as connection:
        counts = count_states(connection, refset.dimensions)
        if not sum(counts[state] for state in states):
            there = ", ".join(f"{counts[state]} {state}" for state in STATES if counts[state])
            raise InputError(
                f"{refset.folder} has no photo that is {' or '.join(states)} (it has "
                f"{there or 'none at all'}): label some, or see --include-incomplete and --all"
            )
        lines = staged_lines(connection, refset.dimensions, states, packing.keep)
        absent = [line.photo for line in lines if not objects.has(line.photo)]
        if absent:
            raise InputError(
                f"{len(absent)} photos are not in {objects.folder}, the first is {absent[0]}: "
                "python -m src.refset prepare PATH copies them there"
            )
        chosen = {line.photo for line in lines}
        query = (
            "SELECT sha, json_group_array(name) FROM (SELECT sha, name FROM photos JOIN names "
            "ON names.photo = photos.id ORDER BY sha, place) GROUP BY sha ORDER BY sha"
        )
        names = [
            f'{{"names":{said},"photo":"{sha}"}}\n'
            for sha, said in connection.execute(query)
            if sha in chosen
        ]
    return lines, names, counts


def _head(
    refset: ReferenceSet,
    name: str,
    lines: Sequence[Line],
    names: Sequence[str],
    who: str,
) -> Head:
    files = {
        MANIFEST: sha256("".join(manifest_text(lines)).encode()),
        NAMES: sha256("".join(names).encode()),
    }
    about: dict[str, Any] = {
        key: value for key, value in refset.about.__dict__.items() if key != "dimensions"
    }
    about["expiry"] = None if about["expiry"] is None else about["expiry"].isoformat()
    return Head(
        name=name,
        fingerprint=files[MANIFEST],
        created=now(),
        who=who,
        dimensions=refset.dimensions,
        photos=len(lines),
        states={},
        about=about,
        files=files,
        packs={},
    )


def _put_in_place(place: Path, head: Head, lines: Sequence[Line], names: Sequence[str]) -> None:
    """Made beside and renamed: a kill leaves all or nothing."""
    make_folder(place.parent)
    partial = place.with_name(f".{place.name}.{os.getpid()}.partial")
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir()
    try:
        write_frozen(partial, head, lines, names)
        try:
            partial.rename(place)
        except OSError as error:
            if not place.exists():
                raise
            raise InputError(f"--name: {head.name} is taken: choose another") from error
    except BaseException:
        shutil.rmtree(partial, ignore_errors=True)
        raise
    sync_folder(place.parent)


def write_frozen(folder: Path, head: Head, lines: Sequence[Line], names: Sequence[str]) -> None:
    """The files of a frozen set, on the disk when this returns."""
    contents = {
        MANIFEST: "".join(manifest_text(lines)).encode(),
        NAMES: "".join(names).encode(),
        HEAD: head.content(),
    }
    for name, content in contents.items():
        with (folder / name).open("xb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        (folder / name).chmod(READ_ONLY)
    sync_folder(folder)


def name_line(sha: str, names: Sequence[str]) -> str:
    """A line of the file of names."""
    return canonical({"photo": sha, "names": list(names)}) + "\n"
