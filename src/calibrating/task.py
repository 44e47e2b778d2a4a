"""What ``/calibrate`` asks for, in three minutes: tunnels, targets, other tools, looks.

Every item is announced in the trace by a key sample whose text is the item itself, so that the
trace alone says what was to be done.
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.float64]

WIDTHS = (8, 16, 32, 64)
TARGET_WIDTHS, TARGET_DISTANCES = (12, 30, 75), (120, 260, 560)
TUNNEL_ROUNDS, TARGET_ROUNDS, SWITCHES, LOOKS = 3, 3, 10, 10
SMALL, LARGE = 6, 14
"""Brush radii."""

AREA = (1000, 640)
"""Px of the sheet, wide and high."""

MARK = "item "
KINDS = {"straight": 5, "round": 4, "target": 3, "tool": 5, "dot": 3, "nothing": 0, "rest": 0}
"""Kind to how many numbers follow it."""

ENDS = 0.1
"""Share of a tunnel, at each end, in which a hand speeds up or slows down."""


@dataclass(frozen=True)
class Item:
    """One thing to do.

    ``straight`` width x1 y1 x2 y2 · ``round`` width x y radius · ``target`` width x y ·
    ``tool`` width x y channel radius · ``dot`` width x y, to be found on a new picture ·
    ``nothing`` to be found there · ``rest``.
    """

    kind: str
    numbers: tuple[float, ...] = ()

    def __str__(self) -> str:
        return " ".join([MARK + self.kind, *(f"{number:g}" for number in self.numbers)])

    @classmethod
    def of(cls, text: str) -> "Item | None":
        """The item that a sample announces; ``None`` for any other key."""
        words = text.removeprefix(MARK).split(" ")
        if not text.startswith(MARK) or KINDS.get(words[0]) != len(words) - 1:
            return None
        try:
            numbers = tuple(float(word) for word in words[1:])
        except ValueError:
            return None
        return cls(words[0], numbers) if all(map(math.isfinite, numbers)) else None

    @property
    def tunnel(self) -> bool:
        """Whether it is to be steered through."""
        return self.kind in ("straight", "round")

    @property
    def width(self) -> float:
        """Px; ``nan`` of a thing without."""
        return self.numbers[0] if self.numbers else math.nan

    @property
    def length(self) -> float:
        """Px of a tunnel."""
        if self.kind == "straight":
            _, x1, y1, x2, y2 = self.numbers
            return math.hypot(x2 - x1, y2 - y1)
        return 2 * math.pi * self.numbers[3]

    def followed(self, x: Numbers, y: Numbers) -> tuple[Numbers, Numbers]:
        """How far along a tunnel points lie, as a share, and px beside its middle line."""
        if self.kind == "straight":
            _, x1, y1, x2, y2 = self.numbers
            right, down = (x2 - x1) / self.length, (y2 - y1) / self.length
            along = ((x - x1) * right + (y - y1) * down) / self.length
            return along, (y - y1) * right - (x - x1) * down
        _, x0, y0, radius = self.numbers
        turns = np.unwrap(np.arctan2(y - y0, x - x0)) / (2 * np.pi)
        return np.abs(turns - turns[:1]), np.hypot(x - x0, y - y0) - radius


def items(seed: int = 1) -> list[Item]:
    """The whole task, its order drawn anew for each seed."""
    rng = np.random.default_rng(seed)
    return [*_tunnels(rng), Item("rest"), *_targets(rng), Item("rest"), *_tools(rng),
            Item("rest"), *_looks(rng)]  # fmt: skip


def task(seed: int = 1) -> dict[str, Any]:
    """For a page: the sheet, and every item with the text that announces it."""
    return {
        "width": AREA[0],
        "height": AREA[1],
        "items": [
            {"kind": item.kind, "numbers": item.numbers, "says": str(item)} for item in items(seed)
        ],
    }


def _tunnels(rng: np.random.Generator) -> list[Item]:
    wide, high = AREA
    left, right = 300, wide - 300
    straight = [Item("straight", (width, left, high / 2, right, high / 2)) for width in WIDTHS]
    around = [Item("round", (width, wide / 2, high / 2, 80)) for width in WIDTHS]
    return [item for _ in range(TUNNEL_ROUNDS) for item in _drawn([*straight, *around], rng)]


def _targets(rng: np.random.Generator) -> list[Item]:
    """To and fro, so that a way to a target begins where the one before was."""
    wide, high = AREA
    pairs = [(width, way) for width in TARGET_WIDTHS for way in TARGET_DISTANCES]
    placed = []
    for _ in range(TARGET_ROUNDS):
        for number in rng.permutation(len(pairs)):
            width, way = pairs[number]
            angle = rng.uniform(-0.5, 0.5)
            across, down = way / 2 * math.cos(angle), way / 2 * math.sin(angle)
            for side in (-1, 1):
                x, y = wide / 2 + side * across, high / 2 + side * down
                placed.append(Item("target", (width, round(x), round(y))))
    return placed


def _tools(rng: np.random.Generator) -> list[Item]:
    """Dots as far apart and as large as one another; some want another class, or brush."""
    wide, high = AREA
    changes = _drawn(["same", "class", "brush"] * SWITCHES, rng)
    placed, channel, radius = [], 0, SMALL
    for number, change in enumerate(["same", *changes]):
        channel = 1 - channel if change == "class" else channel
        radius = SMALL + LARGE - radius if change == "brush" else radius
        x, y = wide / 2 + (-1) ** number * 130, high / 2 + 40 * ((number // 2) % 3 - 1)
        placed.append(Item("tool", (30, x, y, channel, radius)))
    return placed


def _looks(rng: np.random.Generator) -> list[Item]:
    wide, high = AREA
    kinds = _drawn(["dot", "nothing"] * LOOKS, rng)
    places = rng.integers(150, (wide - 150, high - 150), (len(kinds), 2)).tolist()
    return [
        Item("dot", (30, x, y)) if kind == "dot" else Item("nothing")
        for kind, (x, y) in zip(kinds, places, strict=True)
    ]


def _drawn(things: list[Any], rng: np.random.Generator) -> list[Any]:
    return [things[i] for i in rng.permutation(len(things))]
