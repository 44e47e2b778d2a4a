"""The documented files as arrivals."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

from src.core import InputError
from src.data.files.foreign import is_file, is_folder, spoken
from src.data.refsets.arriving import UNSAID, Arrival, Seen
from src.data.refsets.canonical import is_sha
from src.data.refsets.documented import metadata as photo_metadata
from src.data.refsets.documented.entries import entry_of, links_of
from src.data.refsets.documented.layout import (
    BIB_TRUTH,
    FACE_TRUTH,
    FILES,
    IDENTITIES,
    INDEX,
    LINK_TRUTH,
    METADATA,
    METADATA_VERSION,
    OLDEST,
    OLDEST_VERSION,
    SUGGESTIONS,
    VERSION,
    Layout,
)
from src.data.refsets.documented.oldest import bibs_said, faces_said
from src.data.refsets.documented.places import JsonFile, Members
from src.data.refsets.documented.suggestions import suggested_of
from src.data.refsets.ghosts import Source
from src.data.refsets.labels import Bibs, Boxes, Faces, Unfit
from src.data.refsets.labels.unfit import listed, mapping, shown, text
from src.data.refsets.words import BIBS, FACES, LINKS

Answer = TypeVar("Answer")

PHOTOS = "photos"
VERSIONS = {
    BIB_TRUTH: (OLDEST_VERSION, VERSION),
    FACE_TRUTH: (OLDEST_VERSION, VERSION),
    LINK_TRUTH: (VERSION,),
    METADATA: (METADATA_VERSION,),
    OLDEST: (OLDEST_VERSION,),
}


@dataclass
class DocumentedFiles:
    """The documented files of a folder, each read and checked as a whole before anything is taken.

    Args:
        advice: what to do about a file that is torn.
    """

    folder: Path
    advice: str = "copy it again"
    files: dict[str, JsonFile] = field(default_factory=dict, init=False)
    heads: dict[str, Mapping[str, Any]] = field(default_factory=dict, init=False)
    sources: dict[str, Source] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        if not is_folder(self.folder):
            raise InputError(f"{spoken(self.folder)} is no folder: name the one of the JSON files")
        for name in (*FILES, OLDEST):
            if is_file(self.folder / name):
                self.files[name] = JsonFile(self.folder / name, self.advice)
        if INDEX not in self.files and METADATA not in self.files:
            raise InputError(
                f"{spoken(self.folder)} holds neither {INDEX} nor {METADATA}, which say what its "
                "photos are called"
            )
        self.photos = {name: self._photos(name) for name in self.files if name != IDENTITIES}
        self.identities = self._identities()
        self._refuse_unknown_photos()

    @property
    def layout(self) -> Layout:
        """How to write them again; version 2 is written as version 3."""
        names = [name for name in self.files if name != OLDEST]
        if OLDEST in self.files:
            names += [name for name in (BIB_TRUTH, FACE_TRUTH) if name not in names]
        ordered = tuple(name for name in FILES if name in names)
        return Layout(ordered, METADATA in self.files, self.heads)

    def __len__(self) -> int:
        return len(self._shas)

    def arrivals(self) -> Iterator[Arrival]:
        """Every photo, in the order of hashes."""
        for sha in sorted(self._shas):
            yield self._arrival(sha)

    @cached_property
    def _shas(self) -> set[str]:
        return set(self.photos.get(INDEX, ())) | set(self.photos.get(METADATA, ()))

    def _arrival(self, sha: str) -> Arrival:
        about = self._said(METADATA, sha, photo_metadata.about_of)
        names = self._said(INDEX, sha, photo_metadata.names_of) or ()
        if about is not None:
            names = tuple(dict.fromkeys((*names, *about.names)))
        part = UNSAID if about is None else about.part
        documents: dict[str, Any] = {}
        for dimension, noun in ((BIBS, Bibs), (FACES, Faces)):
            entry = self._entry(sha, dimension, noun)
            if entry is None:
                continue
            boxes = entry.boxes
            if about is not None:
                boxes = replace(boxes, tags=about.tags[dimension])
            elif dimension == BIBS:
                part = entry.part
            documents[dimension] = boxes
        if about is not None:
            documents |= _tagged(about, documents)
        ids = [_ids(documents.get(dimension)) for dimension in (BIBS, FACES)]
        links = self._said(LINK_TRUTH, sha, lambda said: links_of(said, *ids))
        if links is not None:
            documents[LINKS] = links
        form = None if about is None else about.form
        return Arrival(sha, names, documents, part, tuple(self._seen(sha)), form=form)

    def _entry(self, sha: str, dimension: str, noun: type[Boxes]) -> Any:
        with_metadata = METADATA in self.files
        file, old = {BIBS: (BIB_TRUTH, bibs_said), FACES: (FACE_TRUTH, faces_said)}[dimension]
        entry = self._said(
            file,
            sha,
            lambda said: entry_of(noun, _upgraded(said, old), metadata=with_metadata),
        )
        if entry is None:
            entry = self._said(
                OLDEST, sha, lambda said: entry_of(noun, old(mapping(said)), metadata=False)
            )
        return entry

    def _seen(self, sha: str) -> Iterator[Seen]:
        suggested = self._said(SUGGESTIONS, sha, lambda said: suggested_of(said, self.sources))
        if suggested is None:
            return
        for dimension in (BIBS, FACES):
            ghosts = suggested.ghosts.get(dimension)
            form = suggested.form
            if ghosts is None:
                form = {**(form or {}), ABSENT: True}
            yield Seen(dimension, suggested.source, ghosts or (), form)

    def _said(self, file: str, sha: str, read: Callable[[Any], Answer]) -> Answer | None:
        """What a file says of a photo; ``None`` where it says nothing."""
        photos = self.photos.get(file)
        if photos is None or sha not in photos:
            return None
        path = (sha,) if file == INDEX else (PHOTOS, sha)
        return self._told(file, lambda: read(photos[sha]), *path)

    def _told(self, file: str, read: Callable[[], Answer], *path: str | int) -> Answer:
        try:
            return read()
        except Unfit as unfit:
            raise self.files[file].refused(unfit.below(*path)) from unfit

    def _photos(self, name: str) -> Members:
        file = self.files[name]
        found = file.members()
        path: tuple[str, ...] = ()
        if name != INDEX:
            head = {key: found[key] for key in found if key != PHOTOS}
            self._told(name, lambda: _refuse_version(name, head))
            if name != OLDEST:
                self.heads[name] = head
            found, path = file.members(PHOTOS), (PHOTOS,)
        for sha in found:
            if not is_sha(sha):
                raise file.refused(Unfit("is no SHA-256 in 64 small letters", (*path, sha)))
        return found

    def _identities(self) -> list[str]:
        """The list of names; a face may have one that is not in it."""
        found: list[str] = []
        if IDENTITIES not in self.files:
            return found

        def read() -> None:
            seen: set[str] = set()
            for place, name in enumerate(listed(self.files[IDENTITIES].value())):
                if text(name, place) in seen:
                    raise Unfit(f"{shown(name)} is there twice: keep one", (place,))
                seen.add(name)
                found.append(name)

        self._told(IDENTITIES, read)
        return found

    def _refuse_unknown_photos(self) -> None:
        known = self._shas
        index = INDEX if INDEX in self.files else METADATA
        for name, photos in self.photos.items():
            unknown = next((sha for sha in photos if sha not in known), None)
            if unknown is not None:
                unfit = Unfit(f"this photo is not in {index}: add it there", (PHOTOS, unknown))
                raise self.files[name].refused(unfit)


ABSENT = "(absent)"
"""In the form of a look: its file has no list of this dimension."""


def _refuse_version(name: str, whole: Mapping[str, Any]) -> None:
    if name not in VERSIONS:
        return
    known = VERSIONS[name]
    version = whole.get("version", known[-1])
    if isinstance(version, bool) or version not in known:
        words = " or ".join(map(str, known))
        raise Unfit(f"is {shown(version)}, only {words} can be read", ("version",))


def _upgraded(said: Any, old: Callable[[Mapping[str, Any]], dict[str, Any]]) -> Any:
    """An entry with numbers in place of boxes, as version 2 has it, with boxes."""
    raw = mapping(said)
    return old(raw) if "boxes" not in raw and ("bibs" in raw or "face_tags" in raw) else raw


def _ids(boxes: Boxes | None) -> list[int]:
    return [] if boxes is None else [box.id for box in boxes.boxes]


def _tagged(about: photo_metadata.About, documents: Mapping[str, Any]) -> dict[str, Boxes]:
    """Tags of a photo that has no boxes in a dimension: something is said, and nothing labelled."""
    nouns: dict[str, type[Boxes]] = {BIBS: Bibs, FACES: Faces}
    return {
        dimension: noun((), about.tags[dimension], None, {ONLY_TAGS: True})
        for dimension, noun in nouns.items()
        if about.tags[dimension] and dimension not in documents
    }


ONLY_TAGS = "(only tags)"
"""In the form of boxes: their file has no entry of the photo."""
