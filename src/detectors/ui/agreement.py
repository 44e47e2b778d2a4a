"""How candidates lie to what the net sees at a click."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from src.detectors.ui.seen import Seen
from src.detectors.ui.sight import LEVELS, Sight
from src.geometry.boxes import Boxes, area, iou

Columns = npt.NDArray[np.float64]

SCALES = 3
"""Scales of the net that are told of; a missing one is told as the coarsest there is."""

AGREES = 0.6
"""IoU from which on a candidate is the net's own box."""

EACH = tuple(
    f"{name}_{level}_{scale}"
    for scale in range(SCALES)
    for level in LEVELS
    for name in ("iou", "present", "quality", "ratio")
)
"""Of every scale and level."""

SUREST = tuple(
    f"{name}_{level}"
    for level in LEVELS
    for name in (
        "sure_iou", "sure_present", "sure_quality", "sure_ratio", "weighed_iou", "level_agrees",
    )
)  # fmt: skip
"""Of every level, on the scale on which the net is surest of its box."""

BETWEEN = ("both_iou", "levels_iou", "levels_ratio")
"""Of the boxes of both levels: a candidate that is near enough to both is right for either."""

SCREEN = ("screen_controls", "screen_lines")
"""How probably the lines of text of this screen lie in controls, and how many there are."""

NAMES = (*EACH, "net_agrees", "net_best", *SUREST, *BETWEEN, *SCREEN)
"""What is told of each candidate, in this order."""


@dataclass(frozen=True, eq=False)
class Level:
    """What the net sees of one level at a click, and how candidates lie to it.

    Args:
        own: (scales, 4) the net's boxes.
        present, quality: (scales,) how probably there is an element, and how good its box is.
        overlap, ratio: (candidates, scales) IoU, and logarithm of the ratio of the areas.
    """

    own: Boxes
    present: Columns
    quality: Columns
    overlap: Columns
    ratio: Columns

    @property
    def best(self) -> int:
        """The scale on which the net is surest."""
        return int(self.quality.argmax())

    def at_scale(self, scale: int) -> list[Columns]:
        """The columns of ``EACH``."""
        flat = np.ones(len(self.overlap))
        told = (self.present[scale] * flat, self.quality[scale] * flat)
        return [self.overlap[:, scale], *told, self.ratio[:, scale]]

    def surest(self) -> list[Columns]:
        """The columns of ``SUREST``."""
        weighed = self.overlap @ self.quality / max(float(self.quality.sum()), 1e-6)
        agrees = iou(self.own, self.own[self.best][None]).mean()
        return [*self.at_scale(self.best), weighed, np.full(len(weighed), agrees)]


def agreement(seen: Seen, boxes: Boxes, click: tuple[float, float]) -> Columns:
    """(n, ``NAMES``); zeros without a net."""
    if seen.sight is None:
        return np.zeros((len(boxes), len(NAMES)))
    control, leaf = levels = _levels(seen.sight, boxes, click)
    each = [one for scale in range(SCALES) for level in levels for one in level.at_scale(scale)]
    best = np.concatenate([level.overlap for level in levels], axis=1)
    surest = [control.own[control.best], leaf.own[leaf.best]]
    sizes = np.maximum(area(np.stack(surest)), 1)
    screen = (iou([surest[0]], [surest[1]])[0, 0], np.log(sizes[0] / sizes[1]), *_screen(seen))
    both = np.minimum(control.overlap[:, control.best], leaf.overlap[:, leaf.best])
    return np.column_stack(
        [
            *each, (best > AGREES).sum(axis=1), best.max(axis=1),
            *control.surest(), *leaf.surest(), both,
            *(np.full(len(boxes), value) for value in screen),
        ]
    )  # fmt: skip


def _levels(sight: Sight, boxes: Boxes, click: tuple[float, float]) -> tuple[Level, Level]:
    point, size = np.array([click]), np.maximum(area(boxes), 1)
    scales = [min(scale, len(sight.maps) - 1) for scale in range(SCALES)]
    own, present, quality = (
        np.stack(part)[:, 0] for part in zip(*(sight.at(point, at) for at in scales), strict=True)
    )
    levels = [
        Level(
            own[:, level], present[:, level], quality[:, level], iou(boxes, own[:, level]),
            np.clip(np.log(size[:, None] / np.maximum(area(own[:, level]), 1)), -6, 6),
        )
        for level in range(len(LEVELS))
    ]  # fmt: skip
    return levels[0], levels[1]


def _screen(seen: Seen) -> tuple[float, float]:
    if seen.sight is None or not len(seen.lines):
        return 0.5, 0.0
    middle = (seen.lines[:, :2] + seen.lines[:, 2:]) / 2
    return float(seen.sight.at(middle, 0)[1][:, 0].mean()), float(np.log1p(len(seen.lines)))
