"""What the dense net saw of a screenshot, readable without torch."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from src.geometry.boxes import Boxes, clip

Floats = npt.NDArray[np.float32]

LEVELS = ("control", "leaf")
"""The thing that takes a click, and the text line, glyph or picture in it."""

STRIDE = 4
"""Px between two answers of the net, at the scale that it was shown."""

PER_LEVEL = 6
"""Four logarithms of distances, whether there is an element, and how good its box is."""

LONGEST = 8.5
"""Logarithm of the largest distance in px that an answer is taken for."""

FINE, CERTAIN = 30.0, 16.0
"""Steps per unit by which logarithms and logits are kept in 8 bits: boxes to 3 %."""

PRESENT = -1.0
"""Logit from which on a place is worth looking at."""

LEAST_SIDE = 3.0
"""Px of the shortest side of a box."""

STEP = 0.12
"""Boxes whose edges differ by less than this share of their shorter side agree."""

AGREEING = 2
"""Places that must agree on a box."""


@dataclass(frozen=True, eq=False)
class Sight:
    """The net's answers at several scales, finest first.

    Args:
        shape: height and width of the screenshot in px.
        scales: (scales,) px that the net was shown per px of the screenshot, (x, y) each.
        maps: of each scale (12, rows, columns) in 8 bits, see ``packed``.
    """

    shape: tuple[int, int]
    scales: tuple[tuple[float, float], ...]
    maps: tuple[npt.NDArray[np.uint8], ...]

    def at(self, points: npt.NDArray[np.float64], scale: int) -> tuple[Boxes, Floats, Floats]:
        """Of points (n, 2): boxes (n, levels, 4), and how probable and how good (n, levels)."""
        seen, factor = self.maps[scale], np.array(self.scales[scale])
        rows, columns = seen.shape[1:]
        place = np.floor(points * factor / STRIDE).astype(int)
        column = np.clip(place[:, 0], 0, columns - 1)
        row = np.clip(place[:, 1], 0, rows - 1)
        told = seen[:, row, column].astype(np.float32).T.reshape(-1, len(LEVELS), PER_LEVEL)
        distances = np.expm1(told[..., :4] / FINE)
        middle = (np.stack([column, row], axis=1) + 0.5) * STRIDE
        near = middle[:, None] - distances[..., :2]
        far = middle[:, None] + distances[..., 2:]
        boxes = np.concatenate([near, far], axis=-1) / np.tile(factor, 2)
        boxes = clip(boxes.reshape(-1, 4), self.shape).reshape(boxes.shape)
        return boxes, _probability(told[..., 4]), _probability(told[..., 5])

    def clusters(self, level: int) -> Boxes:
        """The boxes of a level that several places agree on, at every scale."""
        found = [self._clusters(level, scale) for scale in range(len(self.maps))]
        return np.concatenate([np.zeros((0, 4)), *found])

    def _clusters(self, level: int, scale: int) -> Boxes:
        rows, columns = self.maps[scale].shape[1:]
        grid = np.stack(np.meshgrid(np.arange(columns), np.arange(rows)), axis=-1).reshape(-1, 2)
        told = self.maps[scale][PER_LEVEL * level + 4].ravel() > 128 + CERTAIN * PRESENT
        points = (grid[told] + 0.5) * STRIDE / np.array(self.scales[scale])
        boxes = self.at(points, scale)[0][:, level]
        sides = (boxes[:, 2:] - boxes[:, :2]).min(axis=1)
        real = sides >= LEAST_SIDE
        boxes, sides = boxes[real], sides[real]
        step = 2.0 ** np.round(np.log2(np.maximum(STEP * sides, 0.5)))
        keys = np.column_stack([np.round(boxes / step[:, None]), 2 * step]).astype(np.int64)
        _, place, count = np.unique(keys, axis=0, return_inverse=True, return_counts=True)
        place = place.ravel()
        total = np.stack(
            [np.bincount(place, boxes[:, side], minlength=len(count)) for side in range(4)], axis=1
        )
        agreed = count >= AGREEING
        return total[agreed] / count[agreed, None]


def packed(answer: Floats) -> npt.NDArray[np.uint8]:
    """A net's answer (12, rows, columns) in 8 bits: what is kept and what is new are the same."""
    told = answer.reshape(len(LEVELS), PER_LEVEL, *answer.shape[1:])
    steps = np.concatenate(
        [np.clip(told[:, :4], 0, LONGEST) * FINE, told[:, 4:] * CERTAIN + 128], axis=1
    )
    return np.clip(np.round(steps), 0, 255).astype(np.uint8).reshape(answer.shape)


def _probability(kept: Floats) -> Floats:
    probability: Floats = 1 / (1 + np.exp((128 - kept) / CERTAIN))
    return probability
