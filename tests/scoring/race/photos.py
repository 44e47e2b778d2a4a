"""Race photos made by hand: bibs, faces, links, and predictions of them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from src.core import Entry, Instances, Picture, Row, Sample, Scorer

SHAPE = (200, 300)
Box = tuple[float, float, float, float]
Link = tuple[int, int]

NAMES = ("bib", "face")
SCORED = {"bib": True, "bib_clipped": True, "keep": True}


@dataclass(frozen=True)
class Bib:
    """A bib, true or predicted."""

    box: Box | None
    text: str | None = "621"
    scope: str = "bib"
    score: float = 0.9


@dataclass(frozen=True)
class Face:
    """A face; ``vector`` is what a prediction measures."""

    box: Box
    identity: str = ""
    scope: str = "keep"
    vector: Sequence[float] | None = None
    tags: str = ""
    must: str = ""
    cannot: str = ""


def person(number: int) -> list[float]:
    """A measurement that is far from everybody else's."""
    return np.eye(128)[number].tolist()  # type: ignore[no-any-return]


def truth_of(
    bibs: Sequence[Bib] | None,
    faces: Sequence[Face] | None,
    links: Sequence[Link] | None = (),
    first: int = 1,
) -> Instances:
    """As a reference set gives it; ``None`` for what nobody labelled. Ids go on from ``first``.

    Args:
        links: places of a bib and of a face.
    """
    if bibs is None and faces is None:
        return Instances(SHAPE)
    names = tuple(name for name, own in zip(NAMES, (bibs, faces), strict=True) if own is not None)
    things: list[Bib | Face] = [*(bibs or ()), *(faces or ())]
    located = np.array([own.box is not None for own in things], bool)
    boxes = [own.box or (0.0, 0.0, 0.0, 0.0) for own in things]
    count = len(bibs or ())
    pairs = [(first + bib, first + count + face) for bib, face in links or ()]
    return Instances(
        SHAPE,
        boxes=np.array(boxes, float).reshape(-1, 4),
        ids=np.arange(first, first + len(things)),
        classes=np.array(
            [names.index("bib" if isinstance(own, Bib) else "face") for own in things], int
        ),
        texts=tuple(own.text if isinstance(own, Bib) else None for own in things),
        scored=np.array([SCORED.get(own.scope, False) for own in things], bool) & located,
        links=None if links is None else np.array(pairs, np.int64).reshape(-1, 2),
        class_names=names,
        extra={
            "scope": np.array([own.scope for own in things], "U12"),
            "identity": np.array([getattr(own, "identity", "") for own in things], "U20"),
            "tags": np.array([getattr(own, "tags", "") for own in things], "U40"),
            "must": np.array([getattr(own, "must", "") for own in things], "U40"),
            "cannot": np.array([getattr(own, "cannot", "") for own in things], "U40"),
            "located": located,
        },
    )


def found_of(
    bibs: Sequence[Bib] = (),
    faces: Sequence[Face] = (),
    links: Sequence[Link] | None = (),
    *,
    measured: bool = True,
    names: tuple[str, ...] = NAMES,
) -> Instances:
    """What a detector gives."""
    things: list[Bib | Face] = [*bibs, *faces]
    missing = [np.nan] * 128
    vectors = [getattr(own, "vector", None) or missing for own in things]
    pairs = [(bib, len(bibs) + face) for bib, face in links or ()]
    return Instances(
        SHAPE,
        boxes=np.array([own.box for own in things], float).reshape(-1, 4),
        ids=np.arange(len(things)),
        classes=np.array(
            [names.index("bib" if isinstance(own, Bib) else "face") for own in things], int
        ),
        texts=tuple(own.text if isinstance(own, Bib) else None for own in things),
        scores=np.array([getattr(own, "score", 0.8) for own in things], float),
        links=None if links is None else np.array(pairs, np.int64).reshape(-1, 2),
        class_names=names,
        extra={"embedding": np.array(vectors, float).reshape(-1, 128)} if measured else {},
    )


def sample_of(truth: Instances, name: str = "photo", **tags: str) -> Sample:
    """A black photo with this truth."""
    entry = Entry(f"id-{name}", name, "test", tags=tags)
    return Sample(Picture(entry, np.zeros((*SHAPE, 3), np.uint8)), truth)


def scored(
    scorer: Scorer, truth: Instances, found: Instances, name: str = "photo", **tags: str
) -> Row:
    """The row of one photo, as an evaluation makes it."""
    sample = sample_of(truth, name, **tags)
    row = scorer.score(sample, found)
    return replace(row, name=sample.name, id=sample.id, tags=sample.picture.entry.tags)
