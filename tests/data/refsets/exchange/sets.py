"""Sets with something of everything that a format may hold."""

from pathlib import Path

import numpy as np

from src.core import Trajectory
from src.data.formats.painter import segmentation_png
from src.data.refsets import ReferenceSet
from src.data.refsets.ghosts import Ghost, Source
from src.data.refsets.labels import Area, Bib, Bibs, Element, Elements, Face, Faces, Links
from tests.data.refsets.making import HIGH, LEFT, LOW, label, new_set, nothing

NAME = "Ann Maria Smith"


def race_set(folder: Path) -> ReferenceSet:
    """Four photos: labelled, known negative, labelled in part, only suggested."""
    made = new_set(folder, photos=4)
    bibs = Bibs(
        (Bib(LOW, "621", id=-1), Bib(Area(0.123456789, 0.3, 0.333, 0.1), "62?", "bib_obscured")),
        ("dark_bib",),
    )
    faces = Faces(
        (
            Face(HIGH, identity=NAME, tags=("tiny", "profile"), id=-2),
            Face(LEFT, "uncertain", "anonymous_3"),
        ),
        ("light_faces",),
    )
    label(made, "race/0.png", {"bibs": bibs, "faces": faces, "links": Links(((-1, -2),))})
    label(made, "race/1.png", nothing())
    label(made, "race/2.png", {"bibs": Bibs((Bib(LOW, "7"), Bib(None, "88")))})
    made.choose_part("race/0.png", "iteration")
    with made.batch() as batch:
        source = Source("easyocr", "1.7", {"scale": 2})
        ghosts = [Ghost(LOW, "12", confidence=0.5), Ghost(HIGH, confidence=0.25)]
        batch.suggest("race/3.png", "bibs", source, ghosts)
    return made


def painted_set(folder: Path) -> ReferenceSet:
    """Three photos: painted all over, painted in part, only suggested."""
    made = new_set(folder, ("masks",), photos=3)
    for number in (0, 1):
        rgba = np.zeros((40, 60, 4), np.uint8)
        rgba[5:20, 10:30, 0] = 255
        rgba[20:, :, 1] = 255
        if number == 0:
            rgba[..., 1] = np.where(rgba[..., 0] > 0, 0, 255)
        with made.batch("ann") as batch:
            painting = batch.put_painting(rgba, Trajectory.empty())
            batch.save(f"race/{number}.png", {"masks": painting}, began=None)
    with made.batch() as batch:
        sha = batch.put(segmentation_png(np.random.default_rng(0).random((40, 60)) > 0.5))
        batch.suggest("race/2.png", "masks", Source("unet", "1.0"), [Ghost(painting=sha)])
    return made


def screens_set(folder: Path) -> ReferenceSet:
    """Two screenshots, one of them labelled."""
    made = new_set(folder, ("elements",), photos=2)
    button = {
        "id": "a", "bbox": [0.1, 0.2, 0.3, 0.4], "text": "OK", "type": "button",
        "click_point": [0.2, 0.3], "own": {"key": 1},
    }  # fmt: skip
    refusal = {"id": "b", "bbox": None, "box_type": "refusal", "instruction": "the moon"}
    document = Elements((Element(button), Element(refusal)), {"id": "s1", "app": "calc"})
    made.save("race/0.png", {"elements": document}, began=None, who="ann")
    return made


def said(refset: ReferenceSet) -> dict[str, object]:
    """Everything that people said, without the ids that a set gives."""
    found: dict[str, object] = {}
    for photo in refset.photos(limit=100):
        documents = refset.labels(photo.sha).documents
        links = documents.get("links")
        order = {
            box.id: (name, place)
            for name, document in documents.items()
            for place, box in enumerate(getattr(document, "boxes", ()))
        }
        found[photo.sha] = {
            name: document and _plain(document.as_json())
            for name, document in documents.items()
            if name != "links"
        } | {"links": links and sorted((order[bib], order[face]) for bib, face in links.pairs)}
    return found


def _plain(value: object) -> object:
    """Without ids of boxes; numbers as far as they survive another unit."""
    if isinstance(value, dict):
        own = {key: _plain(one) for key, one in value.items() if key not in ("mask", "trace")}
        return own if not isinstance(own.get("id"), int) else {**own, "id": None}
    if isinstance(value, list):
        return [_plain(one) for one in value]
    return round(value, 9) if isinstance(value, float) else value
