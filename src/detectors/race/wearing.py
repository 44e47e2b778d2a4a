"""Which numbers somebody may wear: boards and walls have numbers too."""

import numpy as np
import numpy.typing as npt

from src.geometry.boxes import Boxes, cxcywh_from_xyxy

BELOW, BESIDE = (0.8, 4.0), 1.0
"""Face heights from the middle of a face down to that of a bib, and to either side: wider than any
rule of linking, since a face may be found badly."""

ABOVE = 3.2
"""Widths of a sheet from its middle up to that of its wearer's face, at most."""


def may_be_worn(bibs: Boxes, faces: Boxes) -> npt.NDArray[np.bool_]:
    """(bibs,) which hang below a face, or below one that the upper edge of the photo cuts off."""
    sheet, face = cxcywh_from_xyxy(bibs), cxcywh_from_xyxy(faces)
    apart = (sheet[:, None, :2] - face[None, :, :2]) / np.maximum(face[None, :, 3:], 1e-9)
    hangs = (apart[..., 1] >= BELOW[0]) & (apart[..., 1] <= BELOW[1])
    below = (hangs & (np.abs(apart[..., 0]) <= BESIDE)).any(axis=1)
    return np.asarray(below | (sheet[:, 1] < ABOVE * sheet[:, 2]))
