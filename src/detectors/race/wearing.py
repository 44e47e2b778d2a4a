"""Which numbers somebody may wear: boards and walls have numbers too."""

import numpy as np
import numpy.typing as npt

from src.geometry.boxes import Boxes, cxcywh_from_xyxy

Flags = npt.NDArray[np.bool_]

BELOW, BESIDE = (0.8, 4.0), 1.0
"""Face heights from the middle of a face down to that of a bib, and to either side: wider than any
rule of linking, since a face may be found badly."""

WIDTH = 0.92
"""Usual width of a sheet in heights of its wearer's face: medians of 242 public photos give 0.95,
and CenterFace's boxes are a little lower than people's."""

WIDTHS = 0.5, 1.6
"""Between which the width of a sheet may lie, in heights of its wearer's face."""

ABOVE = 3.2
"""Widths of a sheet from its middle up to that of its wearer's face, at most."""


def may_be_worn(bibs: Boxes, faces: Boxes) -> Flags:
    """(bibs,) which fit a face that they hang below, or one that the upper edge of the photo cuts
    off where they hang below none."""
    sheet = cxcywh_from_xyxy(bibs)
    below, fitting = hanging(bibs, faces), fits(bibs, faces)
    cut_off = ~below.any(axis=1) & (sheet[:, 1] < ABOVE * sheet[:, 2])
    return np.asarray(fitting.any(axis=1) | cut_off)


def fits(bibs: Boxes, faces: Boxes) -> Flags:
    """(bibs, faces) which hang below a face and are as wide as its wearer's sheet may be."""
    wide = (bibs[:, 2] - bibs[:, 0])[:, None] / np.maximum(faces[:, 3] - faces[:, 1], 1e-9)
    return np.asarray(hanging(bibs, faces) & (wide >= WIDTHS[0]) & (wide <= WIDTHS[1]))


def hanging(bibs: Boxes, faces: Boxes) -> Flags:
    """(bibs, faces) which hang below a face."""
    sheet, face = cxcywh_from_xyxy(bibs), cxcywh_from_xyxy(faces)
    apart = (sheet[:, None, :2] - face[None, :, :2]) / np.maximum(face[None, :, 3:], 1e-9)
    hangs = (apart[..., 1] >= BELOW[0]) & (apart[..., 1] <= BELOW[1])
    return np.asarray(hangs & (np.abs(apart[..., 0]) <= BESIDE))
