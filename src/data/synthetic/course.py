"""The points along roots, while they grow and when they are done."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt

STEP = 1.5
"""Pixels between two points of an axis."""

SHORTEST = 12.0
"""Pixels; a shorter remainder of an axis is dropped."""

Line = npt.NDArray[np.float64]
Whole = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Course:
    """The points of all axes, one axis after another; a later axis lies over an earlier one.

    Args:
        rows, cols, radii: pixels, one value per point.
        headings: radians, 0 along the columns.
        axes: index of the axis of each point.
        systems: index of the plant of each axis.
    """

    rows: Line
    cols: Line
    radii: Line
    headings: Line
    axes: Whole
    systems: Whole

    @classmethod
    def empty(cls) -> Self:
        """No roots at all."""
        nothing, none = np.zeros(0), np.zeros(0, np.int64)
        return cls(nothing, nothing, nothing, nothing, none, none)

    @classmethod
    def joined(cls, parts: Sequence[Self]) -> Self:
        """All parts, the axes numbered through."""
        firsts = np.cumsum([0, *(len(part.systems) for part in parts[:-1])])
        axes = [part.axes + first for part, first in zip(parts, firsts, strict=True)]
        rows, cols, radii, headings, systems = (
            np.concatenate([getattr(part, name) for part in parts])
            for name in ("rows", "cols", "radii", "headings", "systems")
        )
        return cls(rows, cols, radii, headings, np.concatenate(axes), systems)


@dataclass(frozen=True, eq=False)
class Shoots:
    """Axes of one order, a row each, padded to the longest.

    Args:
        systems: (n,) the plant of each.
        rows, cols, radii: (n, points) pixels.
        alive: which points exist and lie within the picture.
    """

    systems: Whole
    rows: Line
    cols: Line
    radii: Line
    headings: Line
    alive: npt.NDArray[np.bool_]


def afforded(orders: Sequence[Shoots], area: float) -> Course:
    """The living points of whole plants in turn, at most ``area`` pixels large.

    A plant grows from its main root outwards and is painted the other way round, so that
    laterals come out from under their parent.
    """
    systems = np.concatenate([shoots.systems for shoots in orders])
    order = np.repeat(np.arange(len(orders)), [len(shoots.systems) for shoots in orders])
    firsts = np.cumsum([0, *(len(shoots.systems) for shoots in orders[:-1])])
    living = [np.nonzero(shoots.alive) for shoots in orders]
    axes = np.concatenate([axis + first for (axis, _), first in zip(living, firsts, strict=True)])
    rows, cols, radii, headings = (
        np.concatenate([getattr(s, name)[at] for s, at in zip(orders, living, strict=True)])
        for name in ("rows", "cols", "radii", "headings")
    )
    turn = np.lexsort((axes, systems[axes]))
    kept = turn[np.cumsum(2 * STEP * radii[turn]) <= area]
    long = np.bincount(axes[kept], minlength=len(systems)) * STEP >= SHORTEST
    kept = kept[long[axes[kept]]]
    painting = np.lexsort((-order, systems))
    painting = painting[long[painting]]
    number = np.zeros(len(systems), np.int64)
    number[painting] = np.arange(len(painting))
    kept = kept[np.argsort(number[axes[kept]], kind="stable")]
    return Course(
        rows[kept], cols[kept], radii[kept], headings[kept], number[axes[kept]], systems[painting]
    )
