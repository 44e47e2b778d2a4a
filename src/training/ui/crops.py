"""Crops of pages as the dense net is taught with: of any scale, in any colours, sharp or not."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated

import cv2
import numpy as np
import numpy.typing as npt
from annotated_types import Ge, Gt, Le

from src.training.ui.targets import Elements

Pixels = npt.NDArray[np.uint8]

Share = Annotated[float, Ge(0), Le(1)]

AIMED = 0.85
"""Share of the crops that are drawn round an element; the others lie anywhere."""

WHOLE = 0.7
"""Share of the crops round an element that are wide enough for all of it, where a scale allows."""

FILLED = 0.8
"""Of a crop's side that an element fills at most, where it is to be whole."""


@dataclass(frozen=True)
class Looks:
    """How often a crop is changed, and in which way.

    Args:
        scales: smallest and largest factor on a page's pixels, drawn evenly by their logarithm; the
            scales on which the net looks at a screenshot (1, 1/2, 1/4) lie among them.
        negative: chance of a negative.
        hues: chance of channels that change places.
        light: chance of another brightness, contrast or tint.
        grey: chance of losing all colour.
        soft: chance of being shrunk and enlarged again, as screens are that were scaled.
        blocks: chance of having gone through JPEG.
        noise: chance of noise.
    """

    scales: Sequence[Annotated[float, Gt(0), Le(8)]] = (0.22, 1.6)
    negative: Share = 0.15
    hues: Share = 0.3
    light: Share = 0.4
    grey: Share = 0.06
    soft: Share = 0.2
    blocks: Share = 0.2
    noise: Share = 0.1


@dataclass(frozen=True, eq=False)
class Crops:
    """Draws square crops of pages.

    Args:
        size: px of a side, a multiple of 64.
        looks: what is changed.
    """

    size: Annotated[int, Ge(64), Le(4096)] = 448
    looks: Looks = field(default_factory=Looks)

    def draw(
        self, pixels: Pixels, elements: Elements, zoom: float, rng: np.random.Generator
    ) -> tuple[Pixels, Elements]:
        """One crop and the elements in it.

        Args:
            zoom: factor that brings the page to an ordinary scale.
        """
        near, side = self._place(pixels, elements, zoom, rng)
        seen = _scaled(_cut(pixels, near, side, rng), self.size, rng)
        return self._changed(seen, rng), elements.moved(near, self.size / side)

    def _place(
        self, pixels: Pixels, elements: Elements, zoom: float, rng: np.random.Generator
    ) -> tuple[npt.NDArray[np.float64], int]:
        """Where a crop begins, and px of its side on the page."""
        low, high = self.looks.scales
        scale = float(np.exp(rng.uniform(np.log(low), np.log(high))))
        aim = _aim(elements, rng)
        if aim is not None and rng.random() < WHOLE:
            longest = zoom * float((aim[2:] - aim[:2]).max())
            scale = max(low, min(scale, FILLED * self.size / longest))
        side = max(16, round(self.size / (zoom * scale)))
        extent = np.array([pixels.shape[1], pixels.shape[0]])
        room = np.maximum(extent - side, 0)
        near = rng.uniform(0, 1, 2) * room
        if aim is not None:
            middle = rng.uniform(aim[:2], aim[2:])
            near = np.clip(middle - side * rng.uniform(0.2, 0.8, 2), 0, room)
        # Where the page is smaller than the crop, it lies anywhere in it.
        spare = np.minimum(extent - side, 0)
        near = np.where(spare < 0, spare * rng.uniform(0, 1, 2), near)
        return np.floor(near), side

    def _changed(self, seen: Pixels, rng: np.random.Generator) -> Pixels:
        looks = self.looks
        chances = rng.random(7)
        if chances[0] < looks.soft:
            seen = _soft(seen, rng)
        if chances[1] < looks.hues:
            seen = seen[..., rng.permutation(3)]
        if chances[3] < looks.grey:
            grey = cv2.transform(seen, np.full((1, 3), 1 / 3))
            seen = np.repeat(grey.reshape(*seen.shape[:2], 1), 3, axis=2)
        values = np.arange(256.0)
        if chances[2] < looks.negative:
            values = 255 - values
        table = np.tile(values[:, None], (1, 3))
        if chances[4] < looks.light:
            gain = rng.uniform(0.6, 1.25) * rng.uniform(0.85, 1.15, 3)
            table = (table - 128) * gain + 128 + rng.uniform(-40, 40) + rng.uniform(-15, 15, 3)
        told = np.clip(np.round(table), 0, 255).astype(np.uint8)[None]
        changed: Pixels = np.asarray(cv2.LUT(np.ascontiguousarray(seen), told), np.uint8)
        if chances[5] < looks.noise:
            noise = rng.normal(0, rng.uniform(1, 8), changed.shape)
            changed = np.clip(changed + noise, 0, 255).astype(np.uint8)
        if chances[6] < looks.blocks:
            quality = int(rng.integers(35, 90))
            _, packed = cv2.imencode(".jpg", changed, [cv2.IMWRITE_JPEG_QUALITY, quality])
            changed = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
        return changed


def _aim(elements: Elements, rng: np.random.Generator) -> npt.NDArray[np.float64] | None:
    """The box that a crop is drawn round; ``None`` for one that lies anywhere."""
    chances = elements.draw * elements.known
    if not chances.any() or rng.random() >= AIMED:
        return None
    box: npt.NDArray[np.float64] = elements.boxes[
        rng.choice(len(chances), p=chances / chances.sum())
    ]
    return box


def _cut(
    pixels: Pixels, near: npt.NDArray[np.float64], side: int, rng: np.random.Generator
) -> Pixels:
    x, y = near.astype(int)
    height, width = pixels.shape[:2]
    part = np.asarray(pixels[max(y, 0) : min(y + side, height), max(x, 0) : min(x + side, width)])
    if part.shape[:2] == (side, side):
        return part
    whole = np.empty((side, side, 3), np.uint8)
    whole[:] = rng.integers(0, 256, 3, np.uint8)
    whole[max(-y, 0) : max(-y, 0) + part.shape[0], max(-x, 0) : max(-x, 0) + part.shape[1]] = part
    return whole


def _scaled(part: Pixels, size: int, rng: np.random.Generator) -> Pixels:
    if part.shape[0] == size:
        return part
    if part.shape[0] > size:
        way = cv2.INTER_AREA if rng.random() < 0.7 else cv2.INTER_LINEAR
    else:
        way = cv2.INTER_CUBIC if rng.random() < 0.5 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(part, (size, size), interpolation=way), np.uint8)


def _soft(seen: Pixels, rng: np.random.Generator) -> Pixels:
    size = seen.shape[0]
    small = max(16, round(size * rng.uniform(0.5, 0.9)))
    shrunk = cv2.resize(seen, (small, small), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(shrunk, (size, size), interpolation=cv2.INTER_LINEAR), np.uint8)
