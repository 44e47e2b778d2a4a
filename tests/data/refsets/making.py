"""Small reference sets for tests."""

import io
from pathlib import Path

import numpy as np
from PIL import Image

from src.data.refsets import About, ReferenceSet
from src.data.refsets.labels import Area, Bib, Bibs, Face, Faces, Links

RACE = ("bibs", "faces", "links")
LOW, HIGH, LEFT = Area(0.1, 0.6, 0.2, 0.2), Area(0.12, 0.1, 0.1, 0.2), Area(0.5, 0.1, 0.1, 0.2)
"""A bib, the face above it, and another face."""


def photo(number: int, shape: tuple[int, int] = (40, 60)) -> bytes:
    """The bytes of a small PNG that differs by number."""
    pixels = np.random.default_rng(number).integers(0, 256, (*shape, 3), np.uint8)
    return png(pixels)


def png(pixels: np.ndarray) -> bytes:
    stream = io.BytesIO()
    Image.fromarray(pixels).save(stream, "PNG")
    return stream.getvalue()


def new_set(
    folder: Path, dimensions: tuple[str, ...] = RACE, photos: int = 0, patience: float = 30.0
) -> ReferenceSet:
    about = About("test", dimensions, source="synthetic")
    made = ReferenceSet.create(folder, about, patience=patience)
    for number in range(photos):
        made.add(photo(number), f"race/{number}.png")
    return made


def one_runner(**said: str) -> dict[str, Bibs | Faces | Links]:
    """A bib, a face and their link, all of them new."""
    return {
        "bibs": Bibs((Bib(LOW, said.get("number", "621"), id=-1),)),
        "faces": Faces((Face(HIGH, identity=said.get("identity"), id=-2),)),
        "links": Links(((-1, -2),)),
    }


def nothing() -> dict[str, Bibs | Faces]:
    """Somebody looked, and there is neither bib nor face."""
    return {"bibs": Bibs(()), "faces": Faces(())}


def label(refset: ReferenceSet, name: str, documents: dict | None = None) -> str:
    """Save labels as they are, whatever is there; tells the photo's hash."""
    sha = refset.photo(name).sha
    refset.save(sha, one_runner() if documents is None else documents, began=None, who="ann")
    return sha
