"""The objects of a label image told in runs: where they lie and whom they touch."""

from dataclasses import dataclass
from math import prod
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
        shape: of the image, or of the volume: planes, rows, columns.
        starts, ends: places in the flat image, the end exclusive; a run may go on in the next row.
        ids: the values of the objects, ascending.
        places: of each run's object in ``ids``.
    """

    shape: tuple[int, ...]
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
        return cls.of_values(flat[starts], starts, labels.shape, only)

    @classmethod
    def of_values(
        cls, values: Values, starts: Column, shape: tuple[int, ...], only: Column | None = None
    ) -> Self:
        """The same from runs of the whole image; neighbours may have one value."""
        first = run_starts(values)
        values, starts = values[first], starts[first]
        inside = np.flatnonzero(values if only is None else np.isin(values, only))
        ends = np.append(starts, prod(shape))[inside + 1]
        return cls(shape, starts[inside], ends, *ranked(values[inside]))

    @property
    def strides(self) -> tuple[int, ...]:
        """Pixels from one plane, row and column to the next."""
        return tuple(prod(self.shape[axis + 1 :]) for axis in range(len(self.shape)))

    def centroids(self) -> npt.NDArray[np.float64]:
        """(n, dimensions) mean row and column of each object; of volumes the plane first."""
        lengths = self.ends - self.starts
        columns, sums = (self.starts + self.ends - 1) * lengths // 2, []
        for axis, stride in enumerate(self.strides[:-1]):
            around = self.shape[axis] if axis else None
            own = _sum_before(self.ends, stride, around) - _sum_before(self.starts, stride, around)
            columns = columns - stride * own
            sums.append(own)
        pixels, *totals = (
            np.bincount(self.places, some, len(self.ids)) for some in (lengths, *sums, columns)
        )
        return np.stack(totals, axis=1) / pixels[:, None]

    def beside(self) -> npt.NDArray[np.int64]:
        """(k, 2) places of the objects of runs that meet within a row."""
        meets = np.flatnonzero(self.ends[:-1] == self.starts[1:])
        meets = meets[self.ends[meets] % self.shape[-1] != 0]
        return np.stack([self.places[meets], self.places[meets + 1]], axis=1)


def _sum_before(place: Column, stride: int, around: int | None) -> Column:
    """Sum of a coordinate over all pixels before a place; it rises by 1 every stride.

    Args:
        around: after so many strides it begins anew; ``None``: never.
    """
    done: Column = np.zeros(1, np.int64)
    if around is not None:
        periods, place = np.divmod(place, max(stride * around, 1))
        done = periods * (stride * (around * (around - 1) // 2))
    step, beyond = np.divmod(place, max(stride, 1))
    before: Column = done + stride * (step * (step - 1) // 2) + step * beyond
    return before
