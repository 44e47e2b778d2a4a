"""The objects of a label image told in runs: where they lie and whom they touch."""

from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt

from src.core.arrays import frozen
from src.geometry.overlap import Column
from src.geometry.spans import Values, ranked, run_starts


@dataclass(frozen=True, eq=False)
class ObjectSpans:
    """Pieces of objects in reading order, background left out; make one with ``of``.

    Args:
        width: of the image, in pixels.
        starts, ends: places in the flat image, the end exclusive; a run may go on in the next row.
        ids: the values of the objects, ascending.
        places: of each run's object in ``ids``.
    """

    width: int
    starts: Column
    ends: Column
    ids: Column
    places: Column

    def __post_init__(self) -> None:
        for name in ("starts", "ends", "ids", "places"):
            object.__setattr__(self, name, frozen(getattr(self, name), np.int64))

    @classmethod
    def of(cls, labels: Values, only: Column | None = None) -> Self:
        """The runs of a label image, or of the objects with some values alone."""
        flat = labels.ravel()
        starts = run_starts(flat)
        return cls.of_values(flat[starts], starts, (labels.shape[0], labels.shape[1]), only)

    @classmethod
    def of_values(
        cls, values: Values, starts: Column, shape: tuple[int, int], only: Column | None = None
    ) -> Self:
        """The same from runs of the whole image; neighbours may have one value."""
        first = run_starts(values)
        values, starts = values[first], starts[first]
        inside = np.flatnonzero(values if only is None else np.isin(values, only))
        ends = np.append(starts, shape[0] * shape[1])[inside + 1]
        return cls(shape[1], starts[inside], ends, *ranked(values[inside]))

    def centroids(self) -> npt.NDArray[np.float64]:
        """(n, 2) mean row and column of each object."""
        lengths = self.ends - self.starts
        rows = _rows_before(self.ends, self.width) - _rows_before(self.starts, self.width)
        columns = (self.starts + self.ends - 1) * lengths // 2 - self.width * rows
        pixels, row, column = (
            np.bincount(self.places, some, len(self.ids)) for some in (lengths, rows, columns)
        )
        return np.stack([row, column], axis=1) / pixels[:, None]

    def beside(self) -> npt.NDArray[np.int64]:
        """(k, 2) places of the objects of runs that meet within a row."""
        meets = np.flatnonzero(self.ends[:-1] == self.starts[1:])
        meets = meets[self.ends[meets] % self.width != 0]
        return np.stack([self.places[meets], self.places[meets + 1]], axis=1)


def _rows_before(place: Column, width: int) -> Column:
    """Sum of the row numbers of all pixels before a place of the flat image."""
    row, column = np.divmod(place, width)
    before: Column = width * (row * (row - 1) // 2) + row * column
    return before
