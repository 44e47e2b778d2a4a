"""Many lines in one array, so that one operation serves them all."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Lines:
    """Lines one after another.

    Args:
        points: (n, 2) of all lines, row and column.
        counts: points of each line, at least one.
    """

    points: npt.NDArray[Any]
    counts: Numbers

    @classmethod
    def of(cls, lines: Sequence[npt.NDArray[Any]]) -> Self:
        """The lines, each (n, 2), in one."""
        return cls(np.concatenate(lines), np.array([len(line) for line in lines]))

    def __len__(self) -> int:
        return len(self.counts)

    @cached_property
    def ends(self) -> Numbers:
        """Behind the last point of each line."""
        return np.cumsum(self.counts)

    @property
    def starts(self) -> Numbers:
        """The first point of each line."""
        return self.ends - self.counts

    @cached_property
    def line(self) -> Numbers:
        """The number of the line that each point is of."""
        return np.repeat(np.arange(len(self)), self.counts)

    @cached_property
    def within(self) -> Numbers:
        """The number of each point in its line, from 0 on."""
        return np.arange(len(self.line)) - self.starts[self.line]

    def every(self, stride: npt.ArrayLike, ended: bool = False) -> Self:
        """One of so many points of each line, the first and, if ``ended``, the last among them."""
        kept = self.within % np.asarray(stride)[self.line] == 0
        if ended:
            kept[self.ends - 1] = True
        return self.only(kept)

    def only(self, kept: npt.NDArray[np.bool_]) -> Self:
        """The chosen points, of each line one at least."""
        counts = np.bincount(self.line[kept], minlength=len(self))
        return type(self)(self.points[kept], counts)

    def chosen(self, lines: npt.NDArray[np.bool_]) -> Self:
        """Some of the lines."""
        return type(self)(self.points[lines[self.line]], self.counts[lines])

    def share(self, values: npt.NDArray[Any], share: float) -> npt.NDArray[Any]:
        """For each line the value, of one for each point, below which such a share of them lies."""
        order = np.lexsort((values, self.line))
        lowest: npt.NDArray[Any] = values[
            order[self.starts + (share * self.counts).astype(np.int64)]
        ]
        return lowest

    def mean(self, values: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
        """The mean of each line, of one value for each point."""
        means: npt.NDArray[np.float64] = np.add.reduceat(values, self.starts) / self.counts
        return means

    def each(self, values: npt.NDArray[Any]) -> list[npt.NDArray[Any]]:
        """Line by line what all points have."""
        starts, ends = self.starts.tolist(), self.ends.tolist()
        return [values[start:end] for start, end in zip(starts, ends, strict=True)]
