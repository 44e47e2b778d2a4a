"""What the dense net should answer at every fourth pixel of a crop."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from src.detectors.ui.sight import LEVELS, STRIDE

Floats = npt.NDArray[np.float32]

NOBODY, UNKNOWN = -1, -2
"""In place of an element: there is none, and nobody knows."""

SPREAD = 0.3
"""Sides of an element over which the weight of its pixels falls off: people aim at the middle."""


@dataclass(frozen=True, eq=False)
class Elements:
    """What is known of the elements of a page or of a part of it.

    Args:
        boxes: (n, 4) xyxy pixels.
        levels: (n,) places in ``LEVELS``.
        known: (n,) false where an element is cut or covered, so that its box is nobody's to guess.
        draw: (n,) how often a crop is drawn round an element, rare kinds more often.
    """

    boxes: npt.NDArray[np.float64]
    levels: npt.NDArray[np.int64]
    known: npt.NDArray[np.bool_]
    draw: npt.NDArray[np.float64]

    def moved(self, near: npt.NDArray[np.float64], scale: float) -> "Elements":
        """As seen in a crop that begins at ``near`` and is then scaled."""
        return Elements((self.boxes - np.tile(near, 2)) * scale, self.levels, self.known, self.draw)


@dataclass(frozen=True, eq=False)
class Targets:
    """Arrays of (levels, …, rows, columns), one place for each fourth pixel.

    Args:
        distances: px to the four sides, 0 where nobody asks.
        sides: 1 where the distance to a side is known.
        weights: how much the box at a place counts; all places of one element together count a
            little more for a large one, and less where a page is full of its kind.
        whole: 1 where the whole box is known.
        present: 1 where there is an element.
        told: how much it counts whether there is one; 0 where nobody knows.
    """

    distances: Floats
    sides: Floats
    weights: Floats
    whole: Floats
    present: Floats
    told: Floats

    def arrays(self) -> tuple[Floats, ...]:
        """All of them, in order."""
        return (
            self.distances, self.sides, self.weights, self.whole, self.present, self.told
        )  # fmt: skip


def targets_of(elements: Elements, size: int) -> Targets:
    """The targets of a square crop, whose elements may reach beyond it."""
    levels = [_level(elements, level, size) for level in range(len(LEVELS))]
    names = ("distances", "sides", "weights", "whole", "present", "told")
    return Targets(*(np.stack([level[name] for level in levels]) for name in names))


def owners(elements: Elements, level: int, size: int) -> npt.NDArray[np.int64]:
    """(rows, columns) the innermost element of a level at each place."""
    count = size // STRIDE
    owner = np.full((count, count), NOBODY, np.int64)
    own = np.flatnonzero(elements.levels == level)
    area = (elements.boxes[own, 2:] - elements.boxes[own, :2]).prod(axis=1)
    # A place stands for its pixel in the middle.
    spans = np.clip(np.ceil(elements.boxes / STRIDE - 0.5), 0, count).astype(int)
    for place in own[np.argsort(-area, kind="stable")]:
        x1, y1, x2, y2 = spans[place]
        if x1 < x2 and y1 < y2:
            owner[y1:y2, x1:x2] = place if elements.known[place] else UNKNOWN
    return owner


def _level(elements: Elements, level: int, size: int) -> dict[str, Floats]:
    owner = owners(elements, level, size)
    count = size // STRIDE
    has = owner >= 0
    box = np.zeros((count, count, 4))
    box[has] = elements.boxes[owner[has]]
    middle = (np.arange(count) + 0.5) * STRIDE
    x, y = np.broadcast_to(middle, (count, count)), np.broadcast_to(middle[:, None], (count, count))
    distances = np.stack([x - box[..., 0], y - box[..., 1], box[..., 2] - x, box[..., 3] - y])
    inside = np.stack(
        [box[..., 0] >= -2, box[..., 1] >= -2, box[..., 2] <= size + 2, box[..., 3] <= size + 2]
    )
    sides = inside & has
    weights = _weights(owner, distances, len(elements.boxes))
    draw = np.where(has, elements.draw[np.where(has, owner, 0)], 0) if len(elements.draw) else 0
    return {
        "distances": np.where(has, np.maximum(distances, 0), 0).astype(np.float32),
        "sides": sides.astype(np.float32),
        "weights": (weights * draw).astype(np.float32),
        "whole": np.asarray(sides.all(axis=0), np.float32),
        "present": has.astype(np.float32),
        "told": np.where(has, np.clip(4 * weights, 0.5, 3), owner != UNKNOWN).astype(np.float32),
    }


def _weights(
    owner: npt.NDArray[np.int64], distances: npt.NDArray[np.float64], count: int
) -> Floats:
    has = owner >= 0
    width = np.maximum(distances[0] + distances[2], 1)
    height = np.maximum(distances[1] + distances[3], 1)
    u = (distances[0] - distances[2]) / (2 * width)
    v = (distances[1] - distances[3]) / (2 * height)
    near = np.where(has, np.exp(-(u**2 + v**2) / (2 * SPREAD**2)), 0)
    total = np.bincount(owner[has], weights=near[has], minlength=max(count, 1))
    size = np.bincount(owner[has], minlength=max(count, 1))
    # An element counts by the fourth root of its places: large ones are hard and few.
    share = np.sqrt(np.sqrt(np.maximum(size, 1))) / np.maximum(total, 1e-6)
    return np.where(has, near * share[np.where(has, owner, 0)], 0).astype(np.float32)
