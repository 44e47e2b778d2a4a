"""Clicks that teach a ranker: on controls, on leaves alone, now and then on one in a control."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np
import numpy.typing as npt
from annotated_types import Ge, Le

from src.core import Instances
from src.detectors.ui.choice import SIGMA, Point
from src.geometry.boxes import Boxes, area, intersection

TRIES = 40
"""Draws until a click lies on no element that is nested."""

CONTROL, LEAF = "control", "leaf"


@dataclass(frozen=True)
class Meant:
    """A click and what it meant.

    Args:
        box: xyxy px.
        weight: how much it counts.
    """

    click: Point
    box: tuple[float, float, float, float]
    weight: float


@dataclass(frozen=True)
class Aims:
    """What people click on.

    Args:
        controls: of a page, in turn of every type.
        leaves: of a page that lie in no control, in turn of every type; the lines of one text are
            one leaf.
        alone: how often such a leaf is meant, for every time a control is: where both are to be
            had, people click on what does something.
        inner: how often each leaf in a control is meant, for every time the control is.
        alone_phone, inner_phone: the same on a screen that is higher than wide.
    """

    controls: Annotated[int, Ge(0)] = 16
    leaves: Annotated[int, Ge(0)] = 8
    alone: Annotated[float, Ge(0), Le(10)] = 0.15
    alone_phone: Annotated[float, Ge(0), Le(10)] = 1.0
    inner: Annotated[float, Ge(0), Le(10)] = 0.01
    inner_phone: Annotated[float, Ge(0), Le(10)] = 0.22

    def drawn(self, truth: Instances, rng: np.random.Generator) -> list[Meant]:
        """Clicks on the elements of a page."""
        things = Things.of(truth)
        upright = truth.shape[0] > truth.shape[1]
        alone, inner = (self.alone_phone, self.inner_phone) if upright else (self.alone, self.inner)
        controls = _in_turn(things.controls, things.types, self.controls, rng)
        single = [place for place in things.leaves if things.owner[place] < 0]
        leaves = _in_turn(single, things.types, self.leaves, rng)
        drawn = [things.meant(place, 1.0, rng) for place in controls]
        drawn += [things.meant(place, alone, rng) for place in leaves]
        for control in controls:
            own = [place for place in things.leaves if things.owner[place] == control]
            if own:
                drawn.append(things.meant(int(rng.choice(own)), inner * len(own), rng))
        return [one for one in drawn if one is not None and one.weight > 0]


@dataclass(frozen=True, eq=False)
class Things:
    """The elements of a page that can be meant.

    Args:
        owner: (n,) of a leaf, the control that it lies in; -1 for none.
        covers: of each element, those of its level that lie in it.
    """

    boxes: Boxes
    types: Sequence[str]
    controls: list[int]
    leaves: list[int]
    owner: npt.NDArray[np.int64]
    covers: npt.NDArray[np.bool_]

    @classmethod
    def of(cls, truth: Instances) -> "Things":
        """All elements whose boxes are known; the lines of one block of text together."""
        assert truth.boxes is not None  # noqa: S101 - a dataset of screenshots gives boxes
        level = np.asarray(truth.extra["level"]).astype(str)
        types = np.asarray(truth.extra["type"]).astype(str)
        known = truth.counts & (truth.boxes[:, 2:] > truth.boxes[:, :2]).all(axis=1)
        boxes, kinds, levels = truth.boxes[known], types[known], level[known]
        blocks = np.asarray(truth.extra.get("block", np.full(len(truth), ""))).astype(str)[known]
        owner = _owners(boxes, levels)
        boxes, kinds, levels, owner = _joined(boxes, kinds, levels, owner, blocks)
        within = _within(boxes)
        same = levels[:, None] == levels[None]
        return cls(
            boxes, kinds.tolist(), np.flatnonzero(levels != LEAF).tolist(),
            np.flatnonzero(levels == LEAF).tolist(), owner, within & same,
        )  # fmt: skip

    def meant(self, place: int, weight: float, rng: np.random.Generator) -> Meant | None:
        """A human click on an element; ``None`` where it is covered all over."""
        box = self.boxes[place]
        covers = self.boxes[self.covers[place]]
        middle, side = (box[:2] + box[2:]) / 2, box[2:] - box[:2]
        for _ in range(TRIES):
            click = middle + rng.normal(0, SIGMA, 2) * side
            if (np.abs(click - middle) >= side / 2).any():
                continue
            under = (covers[:, :2] <= click).all(axis=1) & (covers[:, 2:] > click).all(axis=1)
            if not under.any():
                x1, y1, x2, y2 = map(float, box)
                return Meant((float(click[0]), float(click[1])), (x1, y1, x2, y2), weight)
        return None


def _owners(boxes: Boxes, levels: npt.NDArray[np.str_]) -> npt.NDArray[np.int64]:
    """(n,) the smallest control that a leaf lies in."""
    size = area(boxes)
    holds = _within(boxes, 0.7) & (levels != LEAF)[:, None] & (levels == LEAF)[None]
    smallest = np.where(holds, size[:, None], np.inf)
    return (
        np.where(holds.any(axis=0), smallest.argmin(axis=0), -1)
        if len(boxes)
        else np.zeros(0, np.int64)
    )


def _within(boxes: Boxes, share: float = 0.5) -> npt.NDArray[np.bool_]:
    """(n, n) whether the element of a row has that of a column in it."""
    size = np.maximum(area(boxes), 1e-6)
    inner: npt.NDArray[np.bool_] = (intersection(boxes, boxes) / size[None] >= share) & (
        size[None] < size[:, None]
    )
    return inner


def _joined(
    boxes: Boxes,
    kinds: npt.NDArray[np.str_],
    levels: npt.NDArray[np.str_],
    owner: npt.NDArray[np.int64],
    blocks: npt.NDArray[np.str_],
) -> tuple[Boxes, npt.NDArray[np.str_], npt.NDArray[np.str_], npt.NDArray[np.int64]]:
    """Lines of one block as one leaf."""
    groups = defaultdict(list)
    for place, name in enumerate(blocks):
        if name and levels[place] == LEAF:
            groups[name, owner[place]].append(place)
    keep = np.ones(len(boxes), bool)
    boxes = boxes.copy()
    for places in groups.values():
        first, *rest = places
        boxes[first] = np.r_[boxes[places, :2].min(axis=0), boxes[places, 2:].max(axis=0)]
        keep[rest] = False
    new = np.cumsum(keep) - 1
    owner = np.where(owner >= 0, new[owner], -1)
    return boxes[keep], kinds[keep], levels[keep], owner[keep]


def _in_turn(
    places: Sequence[int], types: Sequence[str], most: int, rng: np.random.Generator
) -> list[int]:
    """One of every type, then the next of every type, and so on."""
    by_type: defaultdict[str, list[int]] = defaultdict(list)
    for place in rng.permutation(np.array(places, int)):
        by_type[types[place]].append(int(place))
    turns = sorted(
        ((turn, int(rng.integers(1 << 30)), place)
         for own in by_type.values() for turn, place in enumerate(own)),
    )  # fmt: skip
    return [place for _, _, place in turns[:most]]
