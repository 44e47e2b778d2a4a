"""What two label images or volumes share: one contingency table, one pass over the pixels."""

from dataclasses import dataclass, fields, replace
from math import prod
from typing import Any, Self

import numpy as np
import numpy.typing as npt
from scipy import sparse

from src.core.arrays import frozen
from src.geometry.spans import Values, as_labels, ranked, run_starts

Column = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class SharedSpans:
    """Two label images in runs within which neither changes; make them with ``of``.

    Args:
        shape: of the images.
        starts: places in the flat images, ascending from 0; a run ends where the next starts.
        truth, prediction: values of each run, 0 where it is ignored.
        exists: whether each run is compared; ``None`` where all are.
    """

    shape: tuple[int, ...]
    starts: Column
    truth: Values
    prediction: Values
    exists: npt.NDArray[np.bool_] | None = None

    @classmethod
    def of(
        cls,
        truth: npt.NDArray[Any],
        prediction: npt.NDArray[Any],
        *,
        ignore: npt.NDArray[np.bool_] | None = None,
    ) -> Self:
        """Tell two label images in runs; pixels in ``ignore`` are as if they did not exist."""
        given = [truth, prediction] if ignore is None else [truth, prediction, ignore]
        images = [as_labels(image, stacks=True) for image in given]
        shapes = [image.shape for image in images]
        if len(set(shapes)) > 1:
            raise ValueError(f"images must have one shape, got {shapes}")
        flat = [image.ravel() for image in images]
        starts = run_starts(*flat)
        values = [image.take(starts) for image in flat]
        exists = None
        if ignore is not None:
            exists = values[2] == 0
            values = [np.where(exists, own, 0) for own in values]
        return cls(shapes[0], starts, values[0], values[1], exists)

    @property
    def lengths(self) -> Column:
        """Pixels of each run."""
        return np.diff(self.starts, append=prod(self.shape))


@dataclass(frozen=True, eq=False)
class Overlap:
    """Sizes of the objects of two label images, and of every overlap that is not empty.

    Args:
        pixels: how many pixels were compared, background included.
        truth_ids, prediction_ids: values in the label images, ascending, background left out.
        truth_sizes, prediction_sizes: pixels of each.
        truth_index, prediction_index: places in the ids of each overlapping pair, in order.
        intersection: pixels that the pair shares.
    """

    pixels: int
    truth_ids: Column
    truth_sizes: Column
    prediction_ids: Column
    prediction_sizes: Column
    truth_index: Column
    prediction_index: Column
    intersection: Column

    def __post_init__(self) -> None:
        for column in fields(self)[1:]:
            object.__setattr__(self, column.name, frozen(getattr(self, column.name), np.int64))

    @classmethod
    def of(
        cls,
        truth: npt.NDArray[Any],
        prediction: npt.NDArray[Any],
        *,
        ignore: npt.NDArray[np.bool_] | None = None,
    ) -> Self:
        """Compare two label images; pixels in ``ignore`` are as if they did not exist."""
        return cls.of_runs(SharedSpans.of(truth, prediction, ignore=ignore))

    @classmethod
    def of_runs(cls, runs: SharedSpans) -> Self:
        """The same from runs that are known already."""
        lengths = runs.lengths if runs.exists is None else np.where(runs.exists, runs.lengths, 0)
        truth_ids, truth_index = _ranked_objects(runs.truth)
        prediction_ids, prediction_index = _ranked_objects(runs.prediction)
        shared = np.flatnonzero((truth_index >= 0) & (prediction_index >= 0))
        # Scipy adds up repeated pairs by counting: nearly linear, and never a dense matrix.
        table = sparse.coo_array(
            (lengths[shared], (truth_index[shared], prediction_index[shared])),
            shape=(len(truth_ids), len(prediction_ids)),
        ).tocsr()
        pairs = table.tocoo()
        return cls(
            pixels=int(lengths.sum()),
            truth_ids=truth_ids,
            truth_sizes=_totals(truth_index, lengths, len(truth_ids)),
            prediction_ids=prediction_ids,
            prediction_sizes=_totals(prediction_index, lengths, len(prediction_ids)),
            truth_index=pairs.row,
            prediction_index=pairs.col,
            intersection=pairs.data,
        )

    def only(self, chosen: npt.NDArray[np.bool_]) -> Self:
        """The same objects, of whose overlaps only some are seen."""
        names = ("truth_index", "prediction_index", "intersection")
        return replace(self, **{name: getattr(self, name)[chosen] for name in names})

    def union(self) -> Column:
        """Pixels that each pair covers together."""
        together = self.truth_sizes[self.truth_index]
        return together + self.prediction_sizes[self.prediction_index] - self.intersection

    def iou(self) -> npt.NDArray[np.float64]:
        """Intersection over union of each pair."""
        return self.intersection / self.union()

    def truth_on_background(self) -> Column:
        """Pixels of each true object where nothing is predicted."""
        return self.truth_sizes - _totals(self.truth_index, self.intersection, len(self.truth_ids))

    def prediction_on_background(self) -> Column:
        """Pixels of each predicted object where nothing is true."""
        covered = _totals(self.prediction_index, self.intersection, len(self.prediction_ids))
        return self.prediction_sizes - covered

    def background(self) -> int:
        """Pixels that belong to no object in either image."""
        covered = self.truth_sizes.sum() + self.prediction_sizes.sum() - self.intersection.sum()
        return self.pixels - int(covered)


def _ranked_objects(values: Values) -> tuple[Column, Column]:
    """Distinct values but the background, and the place of each; below 0 for background."""
    ids, places = ranked(values)
    background = int((ids == 0).sum())
    return ids[background:], places - background


def _totals(places: Column, pixels: Column, count: int) -> Column:
    """Sum of pixels at each place; those below 0 are left out."""
    return np.bincount(places + 1, weights=pixels, minlength=count + 1)[1:].astype(np.int64)
