"""How often the net's own box is right where somebody clicks."""

from dataclasses import dataclass

import numpy as np

from src.detectors.ui.choice import SIGMA
from src.detectors.ui.sight import LEVELS, Sight
from src.geometry.boxes import iou
from src.training.ui.targets import Elements

RIGHT = 0.5
"""IoU from which on a box is right."""

MOST = 60
"""Elements of a level that are clicked on one page."""


@dataclass(frozen=True)
class Hits:
    """How many clicks there were, and how many were answered right."""

    right: int
    clicks: int

    @classmethod
    def none(cls) -> "Hits":
        """Before the first click."""
        return cls(0, 0)

    def __add__(self, other: "Hits") -> "Hits":
        return Hits(self.right + other.right, self.clicks + other.clicks)

    @property
    def rate(self) -> float:
        """``nan`` without any click."""
        return self.right / self.clicks if self.clicks else float("nan")


def hits_on(sight: Sight, elements: Elements, seed: int) -> list[Hits]:
    """Of each level: one human click on every element whose box is known.

    The box is that of the scale on which the net is surest that it is right.
    """
    rng = np.random.default_rng(seed)
    found = []
    for level in range(len(LEVELS)):
        own = np.flatnonzero((elements.levels == level) & elements.known)
        own = rng.permutation(own)[:MOST]
        boxes = elements.boxes[own]
        sides = boxes[:, 2:] - boxes[:, :2]
        off = np.clip(rng.normal(0, SIGMA, (len(own), 2)), -0.48, 0.48)
        clicks = boxes[:, :2] + (0.5 + off) * sides
        told = [sight.at(clicks, scale) for scale in range(len(sight.maps))]
        sure = np.stack([quality[:, level] for _, _, quality in told])
        seen = np.stack([box[:, level] for box, _, _ in told])
        best = seen[sure.argmax(axis=0), np.arange(len(own))] if len(own) else boxes
        right = sum(
            iou(one[None], other[None])[0, 0] >= RIGHT
            for one, other in zip(best, boxes, strict=True)
        )
        found.append(Hits(int(right), len(own)))
    return found
