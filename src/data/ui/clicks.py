"""Where a person clicks on an element."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np
import numpy.typing as npt
from annotated_types import Ge, Le, Lt, MinLen

from src.core import InputError
from src.data.ui.elements import Element, Point
from src.geometry.polygons import inside

KINDS = ("human", "centre", "uniform", "offset")
RULE = 1
"""Raised whenever the same settings would give other clicks."""

DRAWS, ROUNDS = 64, 32
"""Tries at a time and how many times, before the free places are searched one by one."""

LATTICE = 101
"""Places per axis of that search; odd, so that the middle of an element is one of them."""

Points = npt.NDArray[np.float64]
"""(n, 2) x and y in pixels."""


@dataclass(frozen=True)
class Clicks:
    """Draws clicks on elements; each depends on its element alone, not on the order of a file.

    A click lies inside the box, inside the polygon where there is one, and on no nested element.

    Args:
        kind: ``human`` for a normal distribution round the middle, ``centre`` for the middle
            itself, ``uniform`` for anywhere, ``offset`` for some of the way from the middle to
            the edge.
        sigma: of ``human``, in sides of the box; see ``benchmarks/click_spread.py``.
        repeats: clicks per element, and per offset.
        offsets: of ``offset``: 0 for the middle, towards 1 for the edge.
        recorded: whether a click that the file gives is taken as it is; ``offset`` draws anyway.
    """

    kind: str = "human"
    sigma: Annotated[float, Ge(1e-3), Le(10)] = 0.18
    repeats: Annotated[int, Ge(1), Le(1000)] = 1
    offsets: Annotated[Sequence[Annotated[float, Ge(0), Lt(1)]], MinLen(1)] = (
        0.0, 0.2, 0.4, 0.6, 0.8, 0.9,
    )  # fmt: skip
    recorded: bool = True

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise InputError(f"click.kind must be one of {KINDS}, got {self.kind!r}")
        if self.sigma <= 0 or self.repeats < 1:
            raise InputError(
                f"click.sigma and click.repeats must be positive, got {self.sigma}, {self.repeats}"
            )
        offsets = tuple(float(offset) for offset in self.offsets)
        if not offsets or not all(0 <= offset < 1 for offset in offsets):
            raise InputError(f"click.offsets must lie in [0, 1), got {offsets}")
        object.__setattr__(self, "offsets", offsets)

    @property
    def settings(self) -> str:
        """All that decides where the clicks lie, for the fingerprint of a set."""
        own = {"human": self.sigma, "offset": self.offsets}.get(self.kind)
        return f"{RULE} {self.kind} {own} {self.repeats} {self.recorded}"

    def on(self, screen: str, element: Element, covers: npt.ArrayLike = ()) -> dict[int, Point]:
        """Number of a repeat to the click; none where nothing of the element is free.

        Args:
            screen: name of the screenshot, since ids need only be unique on theirs.
            covers: (n, 4) boxes of what lies on the element, xyxy pixels.
        """
        if element.box is None:
            return {}
        if element.click is not None and self.recorded and self.kind != "offset":
            return {0: element.click}
        offsets = self.offsets if self.kind == "offset" else (0.0,)
        boxes = np.asarray(covers, np.float64).reshape(-1, 4)
        clicks = {}
        for number in range(len(offsets) * (1 if self.kind == "centre" else self.repeats)):
            rng = _generator(f"{screen}/{element.id}/{number}")
            click = self._draw(element, boxes, offsets[number % len(offsets)], rng)
            if click is not None:
                clicks[number] = click
        return clicks

    def _draw(
        self, element: Element, covers: Points, offset: float, rng: np.random.Generator
    ) -> Point | None:
        assert element.box is not None  # noqa: S101 - for the type
        near, far = np.array(element.box[:2]), np.array(element.box[2:])
        middle, half = (near + far) / 2, (far - near) / 2
        for _ in range(ROUNDS):
            points = middle + half * self._spread(offset, rng)
            free = _free(points, element, covers)
            if free.any():
                return _point(points[np.argmax(free)])
            if self.kind == "centre":
                break
        if self.kind == "offset":
            return None
        return self._searched(element, covers, middle, half, rng)

    def _spread(self, offset: float, rng: np.random.Generator) -> Points:
        """(``DRAWS``, 2) places in halves of the sides, 0 for the middle and ±1 for the edges."""
        if self.kind == "centre":
            return np.zeros((1, 2))
        if self.kind == "human":
            return rng.normal(0, 2 * self.sigma, (DRAWS, 2))
        places = rng.uniform(-1, 1, (DRAWS, 2))
        if self.kind == "offset":
            # Onto the frame at this offset: one axis, drawn by lot, is all the way out.
            out = rng.integers(0, 2, DRAWS)
            rows = np.arange(DRAWS)
            places[rows, out] = np.where(places[rows, out] < 0, -1, 1)
            places *= offset
        return places

    def _searched(
        self, element: Element, covers: Points, middle: Points, half: Points,
        rng: np.random.Generator,
    ) -> Point | None:  # fmt: skip
        """A free place of a lattice: the nearest to the middle, or drawn by the same density."""
        steps = (np.arange(LATTICE) + 0.5) / LATTICE * 2 - 1
        places = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
        points = middle + half * places
        free = _free(points, element, covers)
        if not free.any():
            return None
        points, places = points[free], places[free]
        if self.kind == "centre":
            return _point(points[np.argmin(((half * places) ** 2).sum(axis=1))])
        if self.kind == "uniform":
            return _point(points[rng.integers(len(points))])
        exponent = -((places / (2 * self.sigma)) ** 2).sum(axis=1) / 2
        density = np.exp(exponent - exponent.max())
        return _point(points[rng.choice(len(points), p=density / density.sum())])


def offset_of(click: npt.ArrayLike, box: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """How far from the middle of its box to the edge a click lies: 0 in the middle, 1 at the edge.

    Args:
        click: (..., 2) x and y.
        box: (..., 4) xyxy.
    """
    click, box = np.asarray(click, np.float64), np.asarray(box, np.float64)
    middle, half = (box[..., :2] + box[..., 2:]) / 2, (box[..., 2:] - box[..., :2]) / 2
    way: npt.NDArray[np.float64] = (np.abs(click - middle) / half).max(axis=-1)
    return way


def _free(points: Points, element: Element, covers: Points) -> npt.NDArray[np.bool_]:
    """(n,) which points are on the element and on nothing that lies on it."""
    assert element.box is not None  # noqa: S101 - for the type
    free = _within(points, np.array([element.box]))
    if element.polygon is not None:
        free &= inside(np.array(element.polygon), points)
    return free & ~_within(points, covers)


def _within(points: Points, boxes: Points) -> npt.NDArray[np.bool_]:
    """(n,) which points lie in one of the boxes."""
    x, y = points[:, :1], points[:, 1:]
    hits = (boxes[:, 0] <= x) & (x < boxes[:, 2]) & (boxes[:, 1] <= y) & (y < boxes[:, 3])
    return np.asarray(hits.any(axis=1), np.bool_)


def _generator(key: str) -> np.random.Generator:
    digest = hashlib.sha256(key.encode()).digest()
    return np.random.default_rng(int.from_bytes(digest[:16], "big"))


def _point(place: npt.NDArray[np.float64]) -> Point:
    return float(place[0]), float(place[1])
