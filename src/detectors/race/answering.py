"""What the stages found, in the words in which the truth about a photo is told."""

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from src.core import Answers, Instances
from src.detectors.race.finding import Finding

BIB, FACE = "bib", "face"
"""Names of the classes; a set that labels one of them alone has that one alone."""

EMBEDDING = "embedding"
"""The column of what faces measure; it tells who somebody is, and nothing keeps it."""

Links = npt.NDArray[np.int64]
Vectors = npt.NDArray[np.float64]


def answered(
    shape: tuple[int, int],
    bibs: Finding | None = None,
    faces: Finding | None = None,
    links: Links | None = None,
    vectors: Vectors | None = None,
    spent: Mapping[str, float] | None = None,
) -> Answers:
    """One answer; a kind that nobody looked for has no class.

    Args:
        links: (k, 2) places of a bib and of a face that belong together.
        vectors: (faces, n) what each face measures, ``nan`` where it could not be measured.
        spent: of further stages, name to milliseconds.
    """
    looked = [(name, own) for name, own in ((BIB, bibs), (FACE, faces)) if own is not None]
    counts = [len(own) for _, own in looked]
    ids = np.arange(1, sum(counts) + 1)
    paired = None
    if links is not None:
        first = np.array([1, 1 + counts[0]], np.int64)
        paired = np.asarray(links, np.int64).reshape(-1, 2) + first
    found = Instances(
        shape,
        boxes=np.concatenate([own.boxes for _, own in looked]),
        ids=ids,
        classes=np.repeat(np.arange(len(looked)), counts),
        texts=tuple(text or None for _, own in looked for text in own.texts),
        scores=np.concatenate([own.scores for _, own in looked]),
        links=paired,
        class_names=tuple(name for name, _ in looked),
        extra={} if vectors is None else {EMBEDDING: _below(len(ids), vectors)},
    )
    times = {f"{name}s_ms": own.milliseconds for name, own in looked}
    return Answers(found, spent={**times, **(spent or {})})


def _below(count: int, vectors: Vectors) -> Vectors:
    """A row for every instance: nothing is known of the bibs, which come first."""
    rows = np.full((count, vectors.shape[1]), np.nan)
    rows[count - len(vectors) :] = vectors
    return rows
