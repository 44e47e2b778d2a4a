"""Measuring faces, so that the same person can be found again."""

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from src.core import InputError
from src.data.refsets.ghosts import Source, source_id
from src.data.refsets.people.nearest import keep_vector
from src.data.refsets.reference_set import ReferenceSet
from src.data.refsets.store.rows import area_of

WAITING = (
    "SELECT DISTINCT photos.sha FROM boxes JOIN photos ON photos.id = boxes.photo "
    "WHERE {which} AND bytes IS NOT NULL ORDER BY photos.id"
)
UNMEASURED = (
    "dimension = 'faces' AND x IS NOT NULL AND scope IS NOT 'exclude' AND NOT EXISTS "
    "(SELECT 1 FROM embeddings WHERE embeddings.box = boxes.id AND embeddings.source = ?)"
)


class Embedder(Protocol):
    """Measures faces."""

    def measure(self, pixels: npt.NDArray[Any], faces: Any) -> npt.NDArray[np.float64]:
        """(faces, n), ``nan`` where a face cannot be measured."""


def refuse_strangers(refset: ReferenceSet) -> None:
    """Raises where nobody said why people in the photos may be told apart."""
    about = refset.about
    if not about.is_synthetic and not about.legal_basis.strip():
        raise InputError(
            f"{refset.folder / 'about.yaml'}: say legal_basis before faces are measured, or "
            "source: synthetic where the photos show nobody"
        )


def measure_faces(
    refset: ReferenceSet,
    embedder: Embedder,
    source: Source,
    step: Callable[[], None] = lambda: None,
) -> int:
    """Measure every face that this source has not measured yet; tells how many it could."""
    refuse_strangers(refset)
    return sum(
        _stepped(measure_photo(refset, sha, embedder, source), step)
        for sha in photos_to_measure(refset, source)
    )


def photos_to_measure(refset: ReferenceSet, source: Source) -> list[str]:
    """The photos in which a face is not measured yet."""
    with refset.batch() as batch:
        row = source_id(batch.connection, source)
        query = WAITING.format(which=UNMEASURED)
        return [sha for (sha,) in batch.connection.execute(query, (row,))]


def measure_photo(refset: ReferenceSet, sha: str, embedder: Embedder, source: Source) -> int:
    """The same in one photo."""
    photo = refset.photo(sha)
    with refset.batch() as batch:
        row = source_id(batch.connection, source)
        query = f"SELECT id, x, y, w, h FROM boxes WHERE photo = ? AND {UNMEASURED}"
        found = batch.connection.execute(query, (photo.row, row)).fetchall()
    faces = {own: area for own, *sides in found if (area := area_of(sides)) is not None}
    if not faces:
        return 0
    pixels = _coloured(refset.pixels(sha))
    shape = pixels.shape[0], pixels.shape[1]
    boxes = np.array([area.pixels(shape) for area in faces.values()])
    measured = dict(zip(faces, embedder.measure(pixels, boxes), strict=True))
    kept = {own: vector for own, vector in measured.items() if np.isfinite(vector).all()}
    with refset.batch() as batch:
        # Somebody may have deleted one meanwhile.
        query = "SELECT id FROM boxes WHERE photo = ?"
        there = {own for (own,) in batch.connection.execute(query, (photo.row,))}
        for own in kept.keys() & there:
            keep_vector(batch.connection, own, row, kept[own])
    return len(kept)


def _stepped(count: int, step: Callable[[], None]) -> int:
    step()
    return count


def _coloured(pixels: npt.NDArray[Any]) -> npt.NDArray[np.uint8]:
    """Three channels of 8 bits, as nets of faces were taught on."""
    eight = pixels if pixels.dtype == np.uint8 else (pixels >> 8).astype(np.uint8)
    return np.ascontiguousarray(eight if eight.ndim == 3 else np.repeat(eight[..., None], 3, 2))
