"""What became of a painted suggestion."""

import sqlite3
from typing import Any

import numpy as np
import numpy.typing as npt

from src.data.formats.images import pixels_of
from src.data.formats.raster import decode
from src.data.refsets.ghosts.rows import current_ghosts
from src.data.refsets.labels import Document, Masks
from src.data.refsets.store.objects import Objects
from src.data.refsets.words import ACCEPTED, EDITED, MASKS, REJECTED_GHOST

Mask = npt.NDArray[np.bool_]

SHOWN = 2
"""The channel that a prediction has and paint does not: RootPainter shows it in cyan."""


def settle_painted(
    connection: sqlite3.Connection, objects: Objects, photo: int, saved: Document | None
) -> None:
    """Decide about the last suggestion: it is accepted where no paint contradicts it.

    The IoU of an edited one is that of both foregrounds where somebody painted.
    """
    if not isinstance(saved, Masks) or not saved.labelled:
        return
    ghosts = current_ghosts(connection, photo, MASKS)
    suggested = [ghost for ghost in ghosts if ghost.painting]
    if not suggested:
        return
    foreground, background = _paint(objects, saved.mask)
    for ghost in suggested:
        proposed = _pixels(objects, str(ghost.painting))[..., SHOWN] > 0
        fate, overlap = painted_fate(proposed, foreground, background)
        row = (fate, overlap, ghost.id)
        connection.execute("UPDATE ghosts SET fate = ?, iou = ? WHERE id = ?", row)


def painted_fate(proposed: Mask, foreground: Mask, background: Mask) -> tuple[str, float | None]:
    """The fate of a suggestion, and the IoU where it was edited."""
    if proposed.shape != foreground.shape:
        return REJECTED_GHOST, None
    if not (foreground & ~proposed).any() and not (background & proposed).any():
        return ACCEPTED, None
    judged = proposed & (foreground | background)
    shared, either = int((judged & foreground).sum()), int((judged | foreground).sum())
    return (EDITED, shared / either) if shared else (REJECTED_GHOST, None)


def _paint(objects: Objects, sha: str) -> tuple[Mask, Mask]:
    """Red and green, where there is one alone."""
    pixels = _pixels(objects, sha)
    red, green = pixels[..., 0] > 0, pixels[..., 1] > 0
    return red & ~green, green & ~red


def _pixels(objects: Objects, sha: str) -> npt.NDArray[Any]:
    path = objects.path(sha)
    return pixels_of(decode(objects.read(sha), path), path)
