"""From every pixel of an outline to the nearest of another: all objects of a picture at once."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, product
from math import hypot, inf, prod
from operator import itemgetter
from typing import Any, Self

import numpy as np
import numpy.typing as npt
from scipy.spatial import KDTree

from src.geometry.overlap import Column
from src.geometry.spans import places_of
from src.scoring.objects.bands import by_bands

Numbers = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]
Rings = tuple[tuple[int, tuple[int, ...]], ...]

REACH = 8
"""Pixels around each pixel that are looked at one by one; what lies further asks a tree."""


def boundary(labels: npt.NDArray[Any]) -> Mask:
    """Pixels of an object that have an edge with another object, background or the border."""
    labels = np.asarray(labels)
    edge = np.zeros(labels.shape, np.bool_)
    for axis in range(labels.ndim):
        own, along = np.moveaxis(edge, axis, 0), np.moveaxis(labels, axis, 0)
        own[:1] = own[-1:] = True
        changes = along[1:] != along[:-1]
        own[1:] |= changes
        own[:-1] |= changes
    edge &= labels != 0
    return edge


@dataclass(frozen=True, eq=False)
class Outline:
    """Pixels of the outlines of a label image; make one with ``of``.

    Args:
        frame: shape of the picture with a frame as wide as the reach, so that no step leaves it.
        places: (n,) in the flat framed picture.
        groups: (n,) pair of the pixel's object, from 1; 0 for an object without a partner.
    """

    frame: tuple[int, ...]
    places: Column
    groups: Column

    @classmethod
    def of(cls, labels: npt.NDArray[Any], pair_of: Column) -> Self:
        """Of a label image, and of the pair of each of its values."""
        flat = places_of(by_bands(boundary, labels, 1).ravel())
        frame = tuple(max(side, 1) + 2 * REACH for side in labels.shape)
        places = _framed(flat, labels.shape, frame)
        return cls(frame, places, pair_of.take(labels.ravel().take(flat)))

    def __len__(self) -> int:
        return len(self.groups)

    def distances_to(self, other: Self, tolerance: float) -> tuple[Numbers, int]:
        """To the outlines of partners, and how many pixels have any outline near.

        Returns:
            (m,) pixels from each pixel of a matched object to the outline of its partner, and the
            number of pixels, of all, with any other outline within the tolerance.
        """
        alone = int(max(self.groups.max(initial=0), other.groups.max(initial=0))) + 1
        target = np.zeros(prod(self.frame), np.min_scalar_type(alone + 1))
        target[other.places] = np.where(other.groups > 0, other.groups, alone)
        squared, near = np.full(len(self), inf), np.zeros(len(self), np.bool_)
        left, places = np.arange(len(self)), self.places - _corner(self.frame)
        groups = np.where(self.groups > 0, self.groups, alone + 1).astype(target.dtype)
        for distance, steps in _rings(self.frame):
            if not len(left):
                break
            within = distance <= tolerance**2
            found = np.zeros(len(left), np.bool_)
            seen = np.zeros(len(left), np.bool_)
            for step in steps:
                here = target[step:].take(places)
                found |= here == groups
                if within:
                    seen |= here != 0
            squared[left.compress(found)] = distance
            near[left.compress(seen)] = True
            # Taking places is ten times faster than a mask.
            missing = np.flatnonzero(~found if within else ~found & (groups <= alone))
            left, places, groups = (column.take(missing) for column in (left, places, groups))
        far = left.compress(groups <= alone)
        squared[far] = self._squared_by_tree(far, other)
        if tolerance > REACH:
            unseen = np.flatnonzero(~near)
            near[unseen] = self._near_by_tree(unseen, other, tolerance)
        return np.sqrt(squared.compress(self.groups > 0)), int(np.count_nonzero(near))

    def _squared_by_tree(self, far: Column, other: Self) -> Numbers:
        """One tree for all pairs, each on a storey of its own, too high to be worth the climb."""
        groups = self.groups.take(far)
        wanted = np.bincount(groups, minlength=int(other.groups.max(initial=0)) + 1) > 0
        partners = np.flatnonzero(wanted[other.groups])
        if not len(partners):
            return np.full(len(far), inf)
        storey = hypot(*self.frame)
        heights = other.groups.take(partners) * storey
        tree = _tree(np.column_stack([other._coordinates(partners), heights]))
        distances, _ = tree.query(np.column_stack([self._coordinates(far), groups * storey]))
        return np.asarray(np.rint(distances**2))

    def _near_by_tree(self, unseen: Column, other: Self, tolerance: float) -> Mask:
        if not len(other) or not len(unseen):
            return np.zeros(len(unseen), np.bool_)
        tree = _tree(other._coordinates(np.arange(len(other))))
        distances, _ = tree.query(self._coordinates(unseen))
        return np.asarray(distances <= tolerance)

    def _coordinates(self, chosen: Column) -> Column:
        """(n, dimensions) of some of the pixels, in the framed picture."""
        return np.column_stack(np.unravel_index(self.places.take(chosen), self.frame))


def _framed(flat: Column, shape: tuple[int, ...], frame: tuple[int, ...]) -> Column:
    """Places in the flat picture as places in the flat framed one."""
    *before, last = shape
    if not before:
        return flat + REACH
    lines = flat // max(last, 1)
    return _framed(lines, tuple(before), frame[:-1]) * frame[-1] + (flat - lines * last + REACH)


def _tree(points: npt.NDArray[Any]) -> KDTree:
    # Outlines come in reading order: a balanced tree takes longer to make than it saves.
    return KDTree(points, leafsize=32, balanced_tree=False, compact_nodes=False)


def _corner(frame: tuple[int, ...]) -> int:
    """How far before a pixel the square that is looked at begins, in the flat picture."""
    return int(np.ravel_multi_index((REACH,) * len(frame), frame))


@lru_cache(maxsize=16)
def _rings(frame: tuple[int, ...]) -> Rings:
    """Squared distance, ascending, to the places as far away, counted from the corner."""
    steps = sorted(_steps(len(frame)))
    return tuple(
        (distance, tuple(int(np.ravel_multi_index(step, frame)) for _, step in ring))
        for distance, ring in groupby(steps, key=itemgetter(0))
    )


def _steps(dimensions: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    for step in product(range(2 * REACH + 1), repeat=dimensions):
        squared = sum((length - REACH) ** 2 for length in step)
        if squared <= REACH**2:
            yield squared, step
