"""Where nuclei lie and how they are shaped."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

ANGLES = 128
"""Directions in which the radius of a nucleus is known."""

OPPOSITE = ANGLES // 2

GAP = 3.0
"""Pixels that stay free around a nucleus that is meant to touch none."""

OVERLAP = 0.92
"""Distance of two touching nuclei as a share of the sum of their radii; below 1 they press."""

ATTEMPTS = 40
"""Places tried for one nucleus before it is given up."""

FULL, NOBODY = 65535, np.iinfo(np.int64).max
"""Steps from the middle of a nucleus to its outline, and what no nucleus has claimed."""

BUCKET = 4
"""Pixels; nuclei of about the same size are drawn together."""

Array = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Colony:
    """Nuclei, one row each.

    Args:
        places: (n, 2) rows and columns of the middles, in pixels.
        radii: (n, ANGLES) pixels from the middle to the outline, by direction.
    """

    places: Array
    radii: Array

    def raster(
        self, shape: tuple[int, int]
    ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float32]]:
        """Label image, and for each labelled pixel its distance from the middle, 0 to 1.

        Where two nuclei claim a pixel the one whose middle is relatively nearer has it.
        """
        reaches = BUCKET * np.ceil((self.radii.max(axis=1) + 1) / BUCKET).astype(np.int64)
        border = int(max(reaches, default=0)) + 1
        padded = (shape[0] + 2 * border, shape[1] + 2 * border)
        best = np.full(padded[0] * padded[1], NOBODY)
        for reach in np.unique(reaches).tolist():
            self._claim(best, padded[1], border, np.flatnonzero(reaches == reach), reach)
        best = best.reshape(padded)[border:-border, border:-border]
        taken = best < NOBODY
        labels: npt.NDArray[np.int64] = np.where(taken, best & 0xFFFFFFFF, 0)
        shares = np.where(taken, best >> 32, FULL).astype(np.float32) / np.float32(FULL)
        return labels, shares

    def _claim(
        self,
        best: npt.NDArray[np.int64],
        pitch: int,
        border: int,
        chosen: npt.NDArray[np.int64],
        reach: int,
    ) -> None:
        """Offer the chosen nuclei to the pixels around their middles; the least share wins."""
        down, right = np.mgrid[-reach : reach + 1, -reach : reach + 1].reshape(2, -1)
        middles = np.rint(self.places[chosen]).astype(np.int64)
        pixels = ((middles[:, :1] + border) * pitch + middles[:, 1:] + border) + (
            down * pitch + right
        )
        offsets = (middles - self.places[chosen]).astype(np.float32)
        rows = offsets[:, :1] + down.astype(np.float32)
        cols = offsets[:, 1:] + right.astype(np.float32)
        outline = self.radii[chosen[:, None], _direction(rows, cols)]
        shares = np.sqrt(rows * rows + cols * cols) / outline
        claimed = shares < 1
        names = np.broadcast_to(chosen[:, None] + 1, claimed.shape)[claimed]
        keys = (shares[claimed] * FULL).astype(np.int64) << 32 | names
        np.minimum.at(best, pixels[claimed], keys)


@dataclass(frozen=True)
class Settlement:
    """How nuclei settle in one picture.

    Args:
        area: pixels to cover.
        diameters: smallest and largest, in pixels.
        touching: share of nuclei that settle against another one.
    """

    shape: tuple[int, int]
    area: float
    diameters: tuple[float, float]
    touching: float

    def colony(self, rng: np.random.Generator) -> Colony:
        """Nuclei until the area is covered, or until there is no room."""
        smallest, largest = self.diameters
        most = 4 + int(2 * self.area / (smallest * largest))
        diameters = smallest + (largest - smallest) * rng.beta(2, 2.5, most)
        outlines = _outlines(rng, diameters / 2)
        places, radii = np.zeros((most, 2)), np.zeros((most, ANGLES))
        settled, covered = 0, 0.0
        for outline, diameter in zip(outlines, diameters, strict=True):
            size = np.pi / 4 * diameter**2
            if covered + size / 2 > self.area:
                break
            place = self._place(rng, outline, places[:settled], radii[:settled])
            if place is not None:
                places[settled], radii[settled] = place, outline
                settled += 1
                covered += size
        return Colony(places[:settled], radii[:settled])

    def _place(
        self, rng: np.random.Generator, own: Array, others: Array, outlines: Array
    ) -> Array | None:
        """A place against another nucleus or away from all of them; ``None`` without room."""
        if len(others) and rng.random() < self.touching:
            for _ in range(ATTEMPTS):
                place = _beside(rng, own, others, outlines)
                if self._holds(place) and _pressed(place, own, others, outlines):
                    return place
            return None
        reaches = outlines.max(axis=1) + own.max() + GAP
        for _ in range(ATTEMPTS):
            place = rng.uniform(0, 1, 2) * self.shape
            away = place - others
            if (np.hypot(away[:, 0], away[:, 1]) > reaches).all():
                return place
        return None

    def _holds(self, place: Array) -> bool:
        return bool(0 <= place[0] < self.shape[0] and 0 <= place[1] < self.shape[1])


def _outlines(rng: np.random.Generator, radii: Array) -> Array:
    """(n, ANGLES) ellipses with a few gentle dents."""
    count = len(radii)
    angles = np.arange(ANGLES) * (2 * np.pi / ANGLES)
    stretch = np.sqrt(rng.uniform(1.0, 1.75, (count, 1)))
    turned = angles - rng.uniform(0, np.pi, (count, 1))
    ellipses = radii[:, None] / np.hypot(np.cos(turned) / stretch, np.sin(turned) * stretch)
    waves = np.arange(2, 5)
    swing = rng.normal(0, 0.14, (count, 3)) / waves
    phase = rng.uniform(0, 2 * np.pi, (count, 3))
    dents = (swing[..., None] * np.cos(waves[:, None] * angles + phase[..., None])).sum(axis=1)
    outlines: Array = ellipses * (1 + dents)
    return outlines


def _beside(rng: np.random.Generator, own: Array, others: Array, outlines: Array) -> Array:
    """A place at which the outline presses against that of one of the others."""
    other, direction = rng.integers(len(others)), rng.integers(ANGLES)
    angle = direction * 2 * np.pi / ANGLES
    reach = OVERLAP * (outlines[other, direction] + own[direction - OPPOSITE])
    beside: Array = others[other] + reach * np.array([np.sin(angle), np.cos(angle)])
    return beside


def _pressed(place: Array, own: Array, others: Array, outlines: Array) -> bool:
    """Whether none of the others is overlapped by more than touching takes."""
    away = place - others
    direction = _direction(away[:, 0], away[:, 1])
    reaches = outlines[np.arange(len(others)), direction] + own[direction - OPPOSITE]
    free = np.hypot(away[:, 0], away[:, 1]) > reaches * (OVERLAP - 0.01)
    return bool(free.all())


def _direction(down: npt.NDArray[Any], right: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
    """Index of the direction of an offset, 0 to the right and on towards the bottom."""
    turns = np.arctan2(down, right) * (ANGLES / (2 * np.pi))
    direction: npt.NDArray[np.int64] = np.rint(turns).astype(np.int64) % ANGLES
    return direction
