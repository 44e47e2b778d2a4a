"""A frozen set on the disk."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from src.core import InputError
from src.data.files.foreign import is_file, is_folder, read_bytes, spoken
from src.data.refsets.canonical import canonical_bytes, sha256
from src.data.refsets.frozen.manifest import NAME as MANIFEST
from src.data.refsets.frozen.manifest import Line, read_lines

FOLDER = "frozen"
HEAD, NAMES = "frozen.json", "names.jsonl"
FILES = (HEAD, MANIFEST, NAMES)
WITHDRAWN = "withdrawn.jsonl"
"""Of the whole set: fingerprints that must not be used any more."""

STAGING = "staging"
"""The name of what would be frozen now."""

PATTERN = re.compile(r"[a-z0-9][a-z0-9._-]{0,63}")


@dataclass(frozen=True)
class Head:
    """What a frozen set says of itself.

    Args:
        files: name to SHA-256; that of the manifest is the fingerprint.
        packs: the objects that hold its labels, see ``packs``.
        withdrawn: fingerprints that it had before photos were taken out.
    """

    name: str
    fingerprint: str
    created: str
    who: str
    dimensions: tuple[str, ...]
    photos: int
    states: Mapping[str, int]
    about: Mapping[str, Any]
    files: Mapping[str, str]
    packs: Mapping[str, str]
    withdrawn: tuple[str, ...] = ()

    def content(self) -> bytes:
        """The file: canonical, with a checksum of its own, so that no bit of it can change."""
        said = {
            **self.__dict__,
            "dimensions": list(self.dimensions),
            "withdrawn": list(self.withdrawn),
        }
        return canonical_bytes({**said, "checksum": sha256(canonical_bytes(said))}) + b"\n"

    @classmethod
    def of(cls, content: bytes, place: str) -> "Head":
        """What the file says; raises where it is not what was written."""
        try:
            said = json.loads(content)
            said.pop("checksum")
            said |= {key: tuple(said[key]) for key in ("dimensions", "withdrawn")}
            head = cls(**said)
            if head.content() == content:
                return head
        except (ValueError, KeyError, TypeError, AttributeError):
            pass
        raise InputError(f"{place} has changed: put the folder back from a copy")


@dataclass(frozen=True)
class FrozenSet:
    """The folder of a frozen set; its photos and labels are objects of the set above it."""

    folder: Path

    @cached_property
    def head(self) -> Head:
        """What it says of itself."""
        place = self.folder / HEAD
        return Head.of(read_bytes(place), spoken(place))

    @cached_property
    def lines(self) -> Sequence[Line]:
        """Every photo, in the order of hashes, where the manifest is what its fingerprint says."""
        place = self.folder / MANIFEST
        content = read_bytes(place)
        if sha256(content) != self.head.fingerprint:
            raise InputError(
                f"{place} has changed: its fingerprint is not {self.head.fingerprint[:16]}…; put "
                "the folder back from a copy"
            )
        return read_lines(content, spoken(place))

    @property
    def names(self) -> Mapping[str, Sequence[str]]:
        """Hash of a photo to what it was called when the set was frozen."""
        place = self.folder / NAMES
        content = read_bytes(place)
        if sha256(content) != self.head.files.get(NAMES):
            raise InputError(f"{place} has changed: put the folder back from a copy")
        said = (json.loads(text) for text in content.decode().splitlines())
        return {one["photo"]: one["names"] for one in said}


def refuse_name(name: str) -> None:
    """Raises for a name that a frozen set cannot have."""
    if name == STAGING:
        raise InputError(f"--name: {STAGING} is what is not frozen yet: choose another")
    if not PATTERN.fullmatch(name):
        raise InputError(
            f"--name: {name!a:.80} must be 1 to 64 of a-z, 0-9, '.', '_' and '-', and begin with a "
            "letter or a digit"
        )


def frozen_sets(home: Path) -> list[FrozenSet]:
    """The frozen sets of a set, by name."""
    folder = home / FOLDER
    if not is_folder(folder):
        return []
    names = sorted(path.name for path in folder.iterdir() if PATTERN.fullmatch(path.name))
    return [FrozenSet(folder / name) for name in names if is_file(folder / name / HEAD)]


def frozen_set(home: Path, name: str, key: str = "NAME") -> FrozenSet:
    """The frozen set of a name, if it may still be used."""
    known = [one.folder.name for one in frozen_sets(home)]
    if name not in known:
        there = ", ".join(known) or "there is none yet"
        raise InputError(f"{key}: {home} has no frozen set {name!a:.80}; it has: {there}")
    found = FrozenSet(home / FOLDER / name)
    refuse_withdrawn(home, found.head.fingerprint, f"{key}: {name}")
    return found


def refuse_withdrawn(home: Path, fingerprint: str, what: str) -> None:
    """Raises for a fingerprint that was withdrawn, from wherever a copy of its files came."""
    if fingerprint in withdrawn_fingerprints(home):
        raise InputError(
            f"{what} has the fingerprint {fingerprint[:16]}…, which was withdrawn: somebody in it "
            "asked to be forgotten; use the set as it is now, or another one"
        )


def withdrawn_fingerprints(home: Path) -> set[str]:
    """All that must not be used any more."""
    place = home / WITHDRAWN
    if not is_file(place):
        return set()
    lines = read_bytes(place).decode(errors="replace").splitlines()
    return {json.loads(line)["fingerprint"] for line in lines if line.strip()}
