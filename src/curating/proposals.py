"""What a person is asked about: a box that somebody proposes, and those nested round it."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isnan, nan

import numpy as np
import numpy.typing as npt

from src.core import Instances
from src.geometry.boxes import iou

Box = tuple[float, float, float, float]
Point = tuple[float, float]

ALIKE = 0.9
"""IoU from which on two boxes are one to a person."""


@dataclass(frozen=True)
class Proposal:
    """An element that somebody suggests.

    Args:
        by: who suggests it, a detector or ``recording``.
        chain: xyxy pixels, from the narrowest box round the place to the widest.
        place: which of the chain is suggested.
        click: where somebody clicked, x and y in pixels.
    """

    by: str
    chain: tuple[Box, ...]
    place: int = 0
    text: str = ""
    type: str = ""
    score: float = nan
    click: Point | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.place < len(self.chain):
            raise ValueError(f"place must be one of {len(self.chain)} boxes, got {self.place}")

    @property
    def box(self) -> Box:
        """The box that is suggested."""
        return self.chain[self.place]

    @property
    def key(self) -> str:
        """What a decision about it is known by, also when the program is started again."""
        return " ".join([self.by, *(f"{side:.1f}" for side in self.box)])


def proposals_of(elements: Instances, by: str, least_score: float = 0.0) -> tuple[Proposal, ...]:
    """The elements of a parsed screen in reading order; boxes that are alike are one."""
    if elements.boxes is None or not len(elements):
        return ()
    scores = np.full(len(elements), nan) if elements.scores is None else elements.scores
    order = np.argsort(-np.nan_to_num(scores, nan=0.0), kind="stable")
    wide = np.all(elements.boxes[:, 2:] > elements.boxes[:, :2], axis=1)
    kept: list[int] = []
    for place in order:
        low = not isnan(scores[place]) and scores[place] < least_score
        if low or not wide[place]:
            continue
        if not kept or (iou(elements.boxes[[place]], elements.boxes[kept]) < ALIKE).all():
            kept.append(int(place))
    boxes = elements.boxes[kept]
    types = elements.extra.get("type")
    return tuple(
        Proposal(
            by,
            *nested(boxes, place),
            text=(elements.texts[kept[place]] or "") if elements.texts else "",
            type="" if types is None else str(types[kept[place]]),
            score=float(scores[kept[place]]),
        )
        for place in reading_order(boxes)
    )


def nested(boxes: npt.NDArray[np.float64], place: int) -> tuple[tuple[Box, ...], int]:
    """The boxes inside and round one of them, from narrow to wide, and its place among them."""
    own = boxes[place]
    inside = (boxes[:, :2] >= own[:2]).all(axis=1) & (boxes[:, 2:] <= own[2:]).all(axis=1)
    around = (boxes[:, :2] <= own[:2]).all(axis=1) & (boxes[:, 2:] >= own[2:]).all(axis=1)
    chain = np.flatnonzero(inside | around)
    areas = (boxes[chain, 2:] - boxes[chain, :2]).prod(axis=1)
    chain = chain[np.lexsort((chain, areas))]
    as_boxes = tuple(_box(boxes[other]) for other in chain)
    return as_boxes, int(np.flatnonzero(chain == place)[0])


def reading_order(boxes: npt.NDArray[np.float64]) -> Sequence[int]:
    """Places from top to bottom and, where two begin at the same height, from left to right."""
    return [int(place) for place in np.lexsort((boxes[:, 0], np.round(boxes[:, 1] / 8)))]


def _box(sides: npt.NDArray[np.float64]) -> Box:
    x1, y1, x2, y2 = (float(side) for side in sides)
    return x1, y1, x2, y2
