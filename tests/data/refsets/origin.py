"""Files of schema version 3, generated: the shape is that of a real set, the people are nobody."""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

BIB_SCOPES = ("bib", "bib", "bib", "bib_clipped", "bib_obscured")
FACE_SCOPES = ("keep", "keep", "keep", "uncertain")
BOX_TAGS = ("tiny", "blurry", "occluded", "profile", "looking_down")
BIB_TAGS = ("obscured_bib", "dark_bib", "blurry_bib", "partial_bib", "light_bib", "other_banners")

Files = dict[str, Any]
"""File to what it holds."""


@dataclass(frozen=True)
class Shape:
    """How many of everything."""

    photos: int = 468
    labelled: int = 242
    bibs: int = 294
    faces: int = 487
    links: int = 281
    empty_links: int = 43
    people: int = 144


def sha_of(number: int) -> str:
    return hashlib.sha256(f"photo {number}".encode()).hexdigest()


def spread(total: int, places: int, rng: np.random.Generator) -> list[int]:
    """So many things on so many places."""
    if not places:
        return []
    return np.bincount(rng.integers(0, places, total), minlength=places).tolist()


ORIGIN = Shape()


def generated(shape: Shape = ORIGIN, seed: int = 0) -> Files:
    """Every file of such a set."""
    rng = np.random.default_rng(seed)
    shas = [sha_of(number) for number in range(shape.photos)]
    people = [f"person {n}" for n in range(shape.people - 7)] + [
        f"anonymous_{n}" for n in range(1, 8)
    ]
    # Photos in which nothing is linked have no bib; the others have as many faces as links need.
    linked = shape.labelled - shape.empty_links
    bibs = [1 + more for more in spread(shape.bibs - linked, linked, rng)] + [0] * shape.empty_links
    faces = [1 + more for more in spread(shape.faces - shape.labelled, shape.labelled, rng)]
    firsts = np.cumsum([0, *bibs[:-1]])
    others = np.setdiff1d(np.arange(shape.bibs), firsts)
    unlinked = set(rng.choice(others, shape.bibs - shape.links, replace=False).tolist())
    truth: dict[str, Files] = {"bibs": {}, "faces": {}, "links": {}}
    bib_number = 0
    for sha, bib_count, face_count in zip(shas, bibs, faces, strict=False):
        truth["bibs"][sha] = {
            "boxes": [bib(rng) for _ in range(bib_count)],
            "tags": some(BIB_TAGS, rng) or (["no_bib"] if not bib_count else []),
            "split": "iteration" if rng.random() < 0.3 else "full",
            "labeled": True,
        }
        truth["faces"][sha] = {
            "boxes": [face(rng, people) for _ in range(face_count)],
            "tags": [],
            "labeled": True,
        }
        own = range(bib_number, bib_number + bib_count)
        bib_number += bib_count
        truth["links"][sha] = [
            [place, int(rng.integers(face_count))]
            for place, number in enumerate(own)
            if number not in unlinked
        ]
    return {
        "photo_index.json": {sha: [f"race/IMG_{n:04}.jpg"] for n, sha in enumerate(shas)},
        "bib_ground_truth.json": {"version": 3, "photos": truth["bibs"]},
        "face_ground_truth.json": {"version": 3, "photos": truth["faces"]},
        "bib_face_links.json": {"version": 3, "photos": truth["links"]},
        "face_identities.json": people,
        "suggestions.json": {"photos": {sha: suggestion(rng) for sha in shas}},
    }


def area(rng: np.random.Generator) -> dict[str, float]:
    x, y = rng.uniform(0, 0.7, 2)
    w, h = rng.uniform(0.02, 0.25, 2)
    return {"x": float(x), "y": float(y), "w": float(w), "h": float(h)}


def bib(rng: np.random.Generator) -> Files:
    number = str(rng.integers(1, 2000))
    if rng.random() < 0.1:
        number = f"{number[:-1]}?"
    return {**area(rng), "number": number, "scope": str(rng.choice(BIB_SCOPES))}


def face(rng: np.random.Generator, people: list[str]) -> Files:
    name = str(rng.choice(people)) if rng.random() < 0.6 else None
    tags = some(BOX_TAGS, rng)
    return {**area(rng), "scope": str(rng.choice(FACE_SCOPES)), "identity": name, "tags": tags}


def some(words: tuple[str, ...], rng: np.random.Generator) -> list[str]:
    return [str(word) for word in words if rng.random() < 0.08]


def suggestion(rng: np.random.Generator) -> Files:
    return {
        "bibs": [
            {**area(rng), "number": str(rng.integers(1, 2000)), "confidence": float(rng.random())}
            for _ in range(rng.integers(0, 3))
        ],
        "faces": [
            {**area(rng), "confidence": float(rng.random())} for _ in range(rng.integers(0, 3))
        ],
        "provenance": {"backend": "ocr+faces", "version": "1.7", "config": {}},
    }


def write(folder: Path, files: Files) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, said in files.items():
        (folder / name).write_text(json.dumps(said, indent=2, ensure_ascii=False))
    return folder


def read(folder: Path) -> Files:
    return {path.name: json.loads(path.read_text()) for path in sorted(folder.glob("*.json"))}
