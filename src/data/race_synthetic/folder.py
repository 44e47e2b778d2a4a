"""Rendered photos into a folder, with their labels as a reference set reads them."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from src.core import InputError
from src.data.files.progress import progress
from src.data.race_synthetic.dataset import RaceSynthetic, part_of
from src.data.race_synthetic.labelling import Labelled
from src.data.refsets.documented.entries import said_of
from src.data.refsets.documented.layout import (
    BIB_TRUTH,
    FACE_TRUTH,
    IDENTITIES,
    INDEX,
    LINK_TRUTH,
    Layout,
)

PHOTOS, LABELS = "photos", "labels"
"""Folders below the one that is written."""


@dataclass(frozen=True)
class Written:
    """Where photos and labels are, and how many."""

    photos: Path
    labels: Path
    count: int


def write_photos(dataset: RaceSynthetic, out: Path) -> Written:
    """Write JPEG files whose pixels are those of the dataset, and the documented label files.

    Args:
        out: must not exist yet, or be empty.
    """
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise InputError(f"{out} is not empty: name a new folder, or delete this one")
    written = Written(out / PHOTOS, out / LABELS, dataset.count)
    written.photos.mkdir(parents=True)
    written.labels.mkdir()
    files: dict[str, dict[str, Any]] = {
        name: {} for name in (INDEX, BIB_TRUTH, FACE_TRUTH, LINK_TRUTH)
    }
    people: set[str] = set()
    with progress("photos", dataset.count) as step:
        for index, entry in enumerate(dataset.entries):
            content, said = dataset.file(index), dataset.labels(index)
            name = f"{entry.name}.jpg"
            (written.photos / name).write_bytes(content)
            for file, entries in _said(name, said, part_of(index)).items():
                files[file][sha256(content).hexdigest()] = entries
            people |= {face.identity for face in said.faces.boxes if face.identity}
            step()
    for file, photos in files.items():
        told = photos if file == INDEX else {**Layout().head(file), "photos": photos}
        (written.labels / file).write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    (written.labels / IDENTITIES).write_text(json.dumps(sorted(people), indent=1) + "\n")
    return written


def _said(name: str, said: Labelled, part: str) -> Mapping[str, Any]:
    bibs = {box.id: place for place, box in enumerate(said.bibs.boxes)}
    faces = {box.id: place for place, box in enumerate(said.faces.boxes)}
    return {
        INDEX: [name],
        BIB_TRUTH: said_of(said.bibs, part, metadata=False),
        FACE_TRUTH: said_of(said.faces, None, metadata=False),
        LINK_TRUTH: [[bibs[bib], faces[face]] for bib, face in said.links.pairs],
    }
