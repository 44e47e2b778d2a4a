"""Label images from mask files of every common kind."""

import logging
from enum import StrEnum
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import ndimage

from src.core import InputError
from src.core.arrays import signed_ids
from src.data.formats.raster import Raster, decode, load

log = logging.getLogger(__name__)

KINDS = ("auto", "binary", "labels")
LARGEST = int(np.iinfo(np.int64).max)
"""Ids are counted in signed numbers."""

DEEPEST_COLOUR = 2**16 - 1


class Look(StrEnum):
    """What the values of one mask, alone, tell of its kind."""

    CONSTANT = "constant"
    BINARY = "binary"
    EITHER = "either"
    SOFT = "soft"
    LABELS = "labels"


def read_mask(path: str | Path, kind: str = "auto", threshold: float = 0) -> npt.NDArray[Any]:
    """The label image of a mask file: 0 for background, one value per instance.

    ``binary``: what exceeds ``threshold`` is foreground, each 8-connected component of it
    one instance. ``labels``: the values are the ids. ``auto``: a file of one bit per pixel,
    and one that holds just 0 and one of 1, 255 or 65535, is binary; any other is labels,
    save that a soft mask (grey edges between 0 and white) is refused.

    Equal channels are grey; other colours are one label each, black the background. Alpha
    counts only where the colours say nothing.
    """
    path = Path(path)
    values = mask_values(decode(load(path), path), path)
    if kind == "auto":
        kind = resolve(look(values), path)
    return label_image(values, kind, path, threshold)


def read_labels(path: str | Path) -> npt.NDArray[Any]:
    """The label image of a tool: values are ids, 0 is background.

    One object in many pieces is probably a binary mask, and a warning says so.
    """
    path = Path(path)
    values = mask_values(decode(load(path), path), path)
    if np.issubdtype(values.dtype, np.floating):
        raise InputError(f"{path} holds fractions, which are no ids: save whole numbers")
    warn_of_pieces(values, path)
    return smallest(values.astype(np.uint8) if values.dtype == bool else values)


def read_touching(path: str | Path) -> npt.NDArray[Any]:
    """The label image of a mask in whose first channel equal values may be several objects.

    Values differ only where objects touch, as in BBBC039: each 8-connected component of a value
    is one object.
    """
    from skimage.measure import label

    path = Path(path)
    raster = decode(load(path), path)
    values = raster.values if raster.palette is None else raster.palette[raster.values]
    if values.ndim == 3:
        values = values[..., 0]
    if not np.issubdtype(values.dtype, np.integer) and values.dtype != bool:
        raise InputError(f"{path} holds fractions: a mask of touching objects has whole numbers")
    return smallest(label(values.astype(np.int64), background=0, connectivity=2))


def mask_values(raster: Raster, path: Path) -> npt.NDArray[Any]:
    """(h, w) bool, integers or fractions, whatever the channels were."""
    values = raster.values
    if raster.palette is not None:
        values = _without_palette(values, raster.palette)
    if values.ndim == 3:
        values = _without_channels(values, path)
    if np.issubdtype(values.dtype, np.floating) and not np.isfinite(values).all():
        raise InputError(f"{path} has values that are not finite numbers: replace them")
    if values.dtype == np.uint64:
        values = signed_ids(values)
    if values.size and int(values.max()) > LARGEST:
        raise InputError(f"{path} has the value {values.max()}, too large for an id: count from 1")
    if np.issubdtype(values.dtype, np.floating) and (values == np.rint(values)).all():
        values = values.astype(np.int64)
    if values.dtype != bool and values.size and values.min() < 0:
        raise InputError(f"{path} has the negative value {values.min()}: a mask starts at 0")
    return values


def look(values: npt.NDArray[Any]) -> Look:
    """Whether the values are a binary mask, a label image, or could be both."""
    present, counts = _census(values)
    if len(present) <= 1:
        return Look.CONSTANT
    if values.dtype == bool:
        return Look.BINARY
    if np.issubdtype(values.dtype, np.floating):
        return Look.SOFT
    if len(present) == 2 and present[0] == 0:
        return {1: Look.EITHER, 255: Look.BINARY, 65535: Look.BINARY}.get(
            int(present[1]), Look.LABELS
        )
    return Look.SOFT if _has_grey_edges(present, counts) else Look.LABELS


def resolve(look: Look, path: Path) -> str:
    """``binary`` or ``labels`` for a mask that is judged alone."""
    if look is Look.SOFT:
        raise InputError(
            f"{path} looks like a soft mask: set dataset.kind=binary and dataset.threshold "
            "(127 for 8 bit), or dataset.kind=labels if its values are ids"
        )
    return "labels" if look is Look.LABELS else "binary"


def label_image(
    values: npt.NDArray[Any], kind: str, path: Path, threshold: float = 0
) -> npt.NDArray[Any]:
    """Values as a label image of the given kind, in the smallest unsigned type."""
    if kind == "binary":
        return components(values if values.dtype == bool else values > threshold)
    if kind != "labels":
        raise InputError(f"dataset.kind must be one of {KINDS}, got {kind!r}")
    if np.issubdtype(values.dtype, np.floating):
        raise InputError(f"{path} holds fractions, which are no ids: set dataset.kind=binary")
    warn_of_pieces(values, path)
    return smallest(values)


def warn_of_pieces(values: npt.NDArray[Any], path: Path) -> None:
    """Say where an id stands for several pieces: ids that mean something else, or a binary mask."""
    from skimage.measure import label

    if values.dtype == bool:
        values = values.astype(np.uint8)
    pieces = label(values, background=0, connectivity=2)
    owners = np.zeros(int(pieces.max(initial=0)) + 1, np.int64)
    owners[pieces.ravel()] = values.ravel()
    ids, counts = np.unique(owners[owners > 0], return_counts=True)
    torn = np.flatnonzero(counts > 1)
    if len(torn) and len(ids) == 1:
        log.warning(
            "%s has one object in %d pieces: a binary mask? label its components first",
            path,
            counts[0],
        )
    elif len(torn):
        worst = torn[counts[torn].argmax()]
        log.warning(
            "%s: %d of %d ids have several pieces, id %d has %d: each id counts as one object; "
            "label the components first if its values are no ids (BBBC039: dataset=bbbc039)",
            path,
            len(torn),
            len(ids),
            ids[worst],
            counts[worst],
        )


def components(foreground: npt.NDArray[np.bool_]) -> npt.NDArray[Any]:
    """One id per 8-connected component."""
    labels, _ = ndimage.label(foreground, structure=np.ones((3, 3), bool))
    return smallest(labels)


def smallest(labels: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The same labels in the smallest unsigned type that holds them."""
    highest = int(labels.max()) if labels.size else 0
    return labels.astype(np.min_scalar_type(highest), copy=False)


def _census(values: npt.NDArray[Any]) -> tuple[npt.NDArray[Any], npt.NDArray[np.int64]]:
    """The values that occur and how often; counting is ~20x faster than sorting."""
    if values.dtype not in (np.uint8, np.uint16):
        return np.unique(values, return_counts=True)
    counts = np.bincount(values.ravel())
    present = np.flatnonzero(counts)
    return present, counts[present]


def _has_grey_edges(present: npt.NDArray[Any], counts: npt.NDArray[np.int64]) -> bool:
    """White outweighs all the greys between black and white, and these are many."""
    if present[0] != 0 or present[-1] not in (255, 65535) or len(present) < 10:
        return False
    return bool(counts[-1] > counts[1:-1].sum())


def _without_palette(indices: npt.NDArray[Any], palette: npt.NDArray[np.uint8]) -> npt.NDArray[Any]:
    """The indices, unless black stands elsewhere than at 0: then the colours they mean.

    Label palettes keep black at 0 and the id as index; optimisers reorder the palette.
    """
    used = np.unique(indices)
    black = used[(palette[used] == 0).all(axis=1)]
    if len(black) == 0 or 0 in black:
        return indices
    coloured: npt.NDArray[Any] = palette[indices]
    return coloured


def _without_channels(values: npt.NDArray[Any], path: Path) -> npt.NDArray[Any]:
    channels = values.shape[2]
    colours = values[..., : channels - 1] if channels in (2, 4) else values
    if channels in (2, 4) and (colours == colours[:1, :1]).all():
        alpha: npt.NDArray[Any] = values[..., -1]
        if alpha.min() != alpha.max():
            return alpha
    if (colours == colours[..., :1]).all():
        grey: npt.NDArray[Any] = colours[..., 0]
        return grey
    return _colour_labels(colours, path)


def _colour_labels(colours: npt.NDArray[Any], path: Path) -> npt.NDArray[Any]:
    """1, 2, … for the colours in ascending order, 0 for black."""
    if colours.dtype.kind not in "bu" or int(colours.max()) > DEEPEST_COLOUR:
        raise InputError(f"{path} has colours of {colours.dtype}: save them with 8 or 16 bits")
    wide = colours.astype(np.int64)
    codes = wide[..., 0] << 32 | wide[..., 1] << 16 | wide[..., 2]
    present, labels = np.unique(codes, return_inverse=True)
    if len(present) > max(256, codes.size // 16):
        raise InputError(
            f"{path} has {len(present)} colours, so it is a photograph or a lossy copy of a mask: "
            "give the mask itself"
        )
    has_black = present[0] == 0
    ids: npt.NDArray[Any] = labels.reshape(codes.shape) + (0 if has_black else 1)
    return ids
