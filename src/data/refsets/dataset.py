"""A reference set as a dataset, frozen or as it stands."""

import hashlib
import json
import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated

from annotated_types import MinLen

from src.core import Entry, InputError, Picture, Sample
from src.data.base import LazyDataset
from src.data.refsets.canonical import canonical_bytes, sha256
from src.data.refsets.frozen.frozen_set import STAGING, FrozenSet, frozen_set
from src.data.refsets.frozen.manifest import Line, fingerprint
from src.data.refsets.frozen.packs import FrozenLabels
from src.data.refsets.frozen.staging import BY_DEFAULT, shas_in, staged_lines
from src.data.refsets.labels import Document, document_of
from src.data.refsets.reference_set import ReferenceSet
from src.data.refsets.stated import stated, with_pairs
from src.data.refsets.store.changes import read_log
from src.data.refsets.store.photos import photo_of
from src.data.refsets.store.rows import read_document
from src.data.refsets.truth import is_labelled, questions_of, truth_of
from src.data.refsets.upright import upright_pixels
from src.data.refsets.words import FULL, INCOMPLETE, ITERATION, PARTS, REST, STATES, UNLABELLED
from src.data.split import Split
from src.data.tags import read_tags, tagged

log = logging.getLogger(__name__)


class Reference(LazyDataset):
    """Photos and labels of a reference set.

    Args:
        root: the folder with ``about.yaml``.
        frozen: a frozen set of it, which never changes; ``None`` for the labels as they are now.
        part: ``iteration`` for the photos of that part, ``full`` for all, ``rest`` for those that
            are not of ``iteration``.
        unlabelled: also photos of which nobody labelled anything; their truth is unknown, and no
            scorer can use it.
        tags: see ``FileDataset``; beside those that the labels have.
    """

    def __init__(
        self,
        root: str = ".",
        frozen: Annotated[str, MinLen(1)] | None = None,
        part: str = FULL,
        unlabelled: bool = False,
        tags: str | None = None,
        split: Split | None = None,
        on_error: str = "stop",
    ) -> None:
        super().__init__(on_error)
        if part not in (*PARTS, REST):
            raise InputError(f"dataset.part must be one of {(*PARTS, REST)}, got {part!r}")
        self.refset = ReferenceSet.open(root, key="dataset.root")
        self.frozen, self.part, self.split = frozen, part, split or Split()
        self._labels: FrozenLabels | None = None
        self._manifest, self._lines, doubtful, names = self._listed(unlabelled)
        pairs = [pair for line in self._lines.values() for pair in line.pairs]
        self._stated = stated(pairs)
        kept = [
            line
            for line in self._lines.values()
            if unlabelled or line.photo not in doubtful or self._is_labelled(line)
        ]
        chosen = [line for line in kept if _is_of(line, part)]
        if not chosen:
            raise InputError(
                f"dataset.root: {self.refset.folder} has no labelled photo in dataset.part={part} "
                f"of {frozen or STAGING}: label some, or choose another part"
            )
        called = _called(chosen, names)
        entries = [self._entry(line, called[line.photo]) for line in chosen]
        self._entries = _with_tags(entries, tags)
        self._photos = {called[line.photo]: line.photo for line in chosen}
        left_out = len(self._lines) - len(kept)
        log.info(
            "%s: %d photos of %s, %d without labels left out",
            self.refset.folder,
            len(chosen),
            frozen or STAGING,
            left_out,
        )

    @property
    def entries(self) -> Sequence[Entry]:
        """All photos, in the order of their hashes."""
        return self._entries

    @property
    def fingerprint(self) -> str:
        """Of the manifest, the part and the splits."""
        splits = sorted(f"{entry.id} {entry.split}" for entry in self._entries)
        lines = [self._manifest, self.part, *splits]
        return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]

    @property
    def run_tags(self) -> Mapping[str, str]:
        """What a run on it is tagged with: which set, frozen or not, and its manifest."""
        return {
            "reference.set": self.refset.about.title,
            "reference.frozen": self.frozen or STAGING,
            "reference.part": self.part,
            "reference.fingerprint": self._manifest,
        }

    def read(self, entry: Entry) -> Sample:
        """One photo, upright, with what is known of it."""
        line = self._lines[self._photos[entry.name]]
        objects = self.refset.objects
        documents = {name: self._document(line, name) for name in line.labels}
        pixels = upright_pixels(self.refset.content(line.photo), objects.path(line.photo))
        shape = (pixels.shape[0], pixels.shape[1])
        truth = with_pairs(truth_of(documents, shape, objects), self._stated)
        return Sample(Picture(entry, pixels, questions=questions_of(documents, shape)), truth)

    def _listed(
        self, unlabelled: bool
    ) -> tuple[str, dict[str, Line], set[str], Mapping[str, Sequence[str]]]:
        """The manifest's fingerprint, its lines by photo, photos that may lack labels, names."""
        if self.frozen is not None:
            found: FrozenSet = frozen_set(self.refset.folder, self.frozen, "dataset.frozen")
            lines = {line.photo: line for line in found.lines if line.withdrawn is None}
            all_complete = set(found.head.states) <= set(BY_DEFAULT)
            doubtful = set() if all_complete else set(lines)
            self._labels = FrozenLabels(self.refset.objects, found.head.packs)
            return found.head.fingerprint, lines, doubtful, found.names
        states = [state for state in STATES if unlabelled or state != UNLABELLED]
        dimensions = self.refset.dimensions
        with self.refset.database.reading() as connection:
            staged = staged_lines(connection, dimensions, states)
            doubtful = shas_in(connection, dimensions, [INCOMPLETE, UNLABELLED])
            query = (
                "SELECT sha, name FROM names JOIN photos ON photos.id = photo ORDER BY sha, place"
            )
            names: dict[str, list[str]] = {}
            for sha, name in connection.execute(query):
                names.setdefault(sha, []).append(name)
        return fingerprint(staged), {line.photo: line for line in staged}, doubtful, names

    def _is_labelled(self, line: Line) -> bool:
        return any(is_labelled(self._document(line, name)) for name in line.labels)

    def _entry(self, line: Line, name: str) -> Entry:
        labels = canonical_bytes({**line.labels, "part": line.part})
        short = line.photo[:16]
        tags = {tag: "yes" for words in line.tags.values() for tag in words}
        tags["part"] = line.part or FULL
        return Entry(short, name, self.split.of(short, name), sha256(labels)[:16], tags)

    def _document(self, line: Line, dimension: str) -> Document | None:
        sha = line.labels[dimension]
        if sha is None:
            return None
        if self._labels is not None:
            return document_of(dimension, json.loads(self._labels.read(line.photo, sha)))
        return self._staged(line.photo, dimension, sha)

    def _staged(self, photo: str, dimension: str, sha: str) -> Document | None:
        """The label as it was when the dataset was made, whatever people changed since."""
        with self.refset.database.reading() as connection:
            found = photo_of(connection, photo)
            document = read_document(connection, found.row, dimension)
            if document is not None and sha256(canonical_bytes(document.as_json())) == sha:
                return document
            for change in reversed(read_log(connection, found.row, photo)):
                if change.dimension == dimension and change.new is not None:
                    document = document_of(dimension, change.new)
                    if document and sha256(canonical_bytes(document.as_json())) == sha:
                        return document
        raise InputError(
            f"photo {photo[:12]}: its {dimension} changed since the run began and the log does not "
            "hold them any more: start again, or freeze the set first"
        )


def _is_of(line: Line, part: str) -> bool:
    """Whether a photo is of a part; every photo is of ``full``."""
    return part == FULL or (line.part == ITERATION) == (part == ITERATION)


def _with_tags(entries: Sequence[Entry], file: str | None) -> tuple[Entry, ...]:
    """The entries with what a table says of them, too."""
    told = tagged([replace(entry, tags={}) for entry in entries], read_tags(file), file, ())
    return tuple(
        replace(entry, tags={**entry.tags, **more.tags})
        for entry, more in zip(entries, told, strict=True)
    )


def _called(lines: Sequence[Line], names: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """What each photo is called in tables: its first name without ending, unique."""
    first = {
        line.photo: str(Path(names[line.photo][0]).with_suffix(""))
        if names.get(line.photo)
        else line.photo[:12]
        for line in lines
    }
    taken: dict[str, int] = {}
    for name in first.values():
        taken[name] = taken.get(name, 0) + 1
    return {
        photo: name if taken[name] == 1 else f"{name}-{photo[:8]}" for photo, name in first.items()
    }
