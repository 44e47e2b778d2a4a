"""What a detector found, as suggestions in the dimensions of a set."""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from src.core import InputError, Instances, Prediction
from src.data.formats.painter import segmentation_png
from src.data.refsets.ghosts.nouns import Ghost
from src.data.refsets.labels import Area, Unfit
from src.data.refsets.words import BIBS, BOXED, ELEMENTS, FACES, MASKS
from src.geometry.masks import boxes_of, foreground, rle_boxes

CALLED: Mapping[str, tuple[str, ...]] = {BIBS: ("bib", "bibs"), FACES: ("face", "faces")}
"""Dimension to what a detector may call its class."""


class MisfitError(InputError):
    """A detector whose answers a set has no place for."""


def suggested(
    prediction: Prediction, dimensions: Sequence[str], only: str | None = None
) -> dict[str, tuple[Ghost, ...] | npt.NDArray[np.bool_]]:
    """Dimension to what was found in it, nothing included; a mask where the set is painted.

    A detector that names its classes fills the dimensions of these names; one that does not fills
    the one that the set has.

    Args:
        only: the dimension that it is for, where it does not say.
    """
    found = prediction.consensus
    chosen = [only] if only else dimensions
    if MASKS in chosen:
        return {MASKS: foreground(found)}
    boxed = [dimension for dimension in BOXED if dimension in chosen]
    if found.class_names is None or ELEMENTS in boxed:
        if len(boxed) != 1:
            raise MisfitError(
                "the detector does not say what it finds: say --as with one of "
                f"{', '.join(boxed) or 'bibs, faces'}"
            )
        return {boxed[0]: tuple(_ghosts(found, boxed[0]))}
    looked = {
        dimension: [place for place, name in enumerate(found.class_names) if name in names]
        for dimension, names in CALLED.items()
        if dimension in boxed
    }
    kept = {dimension: places for dimension, places in looked.items() if places}
    if not kept:
        names = ", ".join(found.class_names) or "nothing"
        raise MisfitError(f"the detector finds {names}, the set has {', '.join(boxed)}: say --as")
    return {
        dimension: tuple(_ghosts(found.select(_of(found, places)), dimension))
        for dimension, places in kept.items()
    }


def painting_of(mask: npt.NDArray[np.bool_]) -> bytes:
    """A suggested mask as RootPainter shows one."""
    return segmentation_png(mask)


def _of(found: Instances, places: Sequence[int]) -> npt.NDArray[np.bool_]:
    classes = found.classes if found.classes is not None else np.zeros(len(found), np.int64)
    return np.isin(classes, places)


def _ghosts(found: Instances, dimension: str) -> Iterator[Ghost]:
    kinds = found.extra.get("type")
    for number, box in enumerate(_boxes(found)):
        try:
            area = Area.of_pixels(box, found.shape)
        except Unfit:  # nothing of it is inside the picture
            continue
        yield Ghost(
            area,
            None if found.texts is None else found.texts[number],
            str(kinds[number]) or None if dimension == ELEMENTS and kinds is not None else None,
            None if found.scores is None else float(found.scores[number]),
        )


def _boxes(found: Instances) -> npt.NDArray[np.float64]:
    if found.boxes is not None:
        return found.boxes
    if found.rles is not None:
        return rle_boxes(found.rles)
    return boxes_of(found.labels) if found.labels is not None else np.zeros((0, 4))
