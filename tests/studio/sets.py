"""Rendered race photos with suggestions beside the truth: ``python -m tests.studio.sets DIR``."""

import sys
from pathlib import Path

import numpy as np

from src.data.race_synthetic.dataset import RaceSynthetic
from src.data.refsets import About, ReferenceSet
from src.data.refsets.ghosts import Ghost, Source
from src.data.refsets.labels import Area, Bib, Document
from src.data.refsets.samples.taking import take_samples
from tests.data.refsets.making import RACE

SOURCE = Source("jittered truth", "1", {"sigma": 0.05, "missed": 0.1})
SIGMA, MISSED, WRONG = 0.05, 0.1, 0.1
"""Of a side: how far suggestions lie off; shares that are not suggested, or misread."""


def race_set(folder: Path, count: int = 10, seed: int = 0) -> ReferenceSet:
    """Photos that nobody labelled, with suggestions that a person mostly accepts."""
    refset = ReferenceSet.create(folder, About("rendered race", RACE, source="synthetic"))
    photos = RaceSynthetic(count=count, seed=seed)
    take_samples(refset, photos.samples(), "dataset=race_synthetic")
    rng = np.random.default_rng(seed)
    for photo in refset.photos(limit=count):
        truth = refset.labels(photo.sha).documents
        with refset.batch() as batch:
            batch.save(photo.sha, dict.fromkeys(RACE), began=None, why="import nothing")
            for dimension in ("bibs", "faces"):
                batch.suggest(photo.sha, dimension, SOURCE, _ghosts(truth[dimension], rng))
    return refset


def _ghosts(document: Document | None, rng: np.random.Generator) -> list[Ghost]:
    return [
        Ghost(_moved(box.area, rng), _read(box, rng), confidence=float(rng.uniform(0.5, 1)))
        for box in getattr(document, "boxes", ())
        if rng.random() > MISSED
    ]


def _moved(area: Area, rng: np.random.Generator) -> Area:
    x, y = area.x + rng.normal(0, SIGMA) * area.w, area.y + rng.normal(0, SIGMA) * area.h
    x, y = float(np.clip(x, 0, 1 - area.w)), float(np.clip(y, 0, 1 - area.h))
    return Area(x, y, area.w, area.h)


def _read(box: object, rng: np.random.Generator) -> str | None:
    if not isinstance(box, Bib):
        return None
    return box.number if rng.random() > WRONG else box.number[:-1]


if __name__ == "__main__":
    race_set(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 10)
