"""The surroundings of a line of text, turned upright and brought to one size, and their edges."""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from src.detectors.race.cropping import Corners, size_of
from src.detectors.race.finding import Pixels

Edges = npt.NDArray[np.float64]
Sides = tuple[float, float, float, float]
"""Left, top, right and bottom."""

UNIT = 18
"""Px to which the height of a line is brought."""

BESIDE, LEAST_BESIDE, ABOVE = 1.1, 2.4, 2.1
"""Heights of the digits that are seen beside its ends, to a side of its middle, and above it."""

FAINT = 0.1
"""An edge counts in full from this share of the contrast between ink and paper on."""

NOISE = 4.0
"""And from so many grey values on, whatever the ink."""


@dataclass(frozen=True, eq=False)
class Window:
    """A line of text and what is round it.

    Args:
        colours: (height, width, 3) the line level, and ``UNIT`` px high.
        line: where it is in them.
        frame: where the photo ends in them, nearly: a photo's edges are not turned.
        outward: (2, 3) from their pixels to the photo's.
    """

    colours: npt.NDArray[np.float32]
    line: Sides
    frame: Sides
    outward: npt.NDArray[np.float64]

    @classmethod
    def around(cls, pixels: Pixels, quad: Corners) -> "Window":
        """Of a line by its corners, from the top left clockwise."""
        width, height = (max(side, 1.0) for side in size_of(quad))
        middle, scale = quad.mean(axis=0), UNIT / height
        right = (quad[1] + quad[2] - quad[0] - quad[3]) / 2
        right = right / max(float(np.linalg.norm(right)), 1e-9)
        axes = np.column_stack([right, (-right[1], right[0])])
        reach = np.array([max(width / 2 + BESIDE * height, LEAST_BESIDE * height), ABOVE * height])
        half = np.ceil(reach * scale)
        turned = axes / scale
        outward = np.column_stack([turned, middle - turned @ half])
        size = int(2 * half[0]), int(2 * half[1])
        line = half[0] - width * scale / 2, half[1] - UNIT / 2
        ends = (line[0], line[1], line[0] + width * scale, line[1] + UNIT)
        photo = (pixels.shape[1], pixels.shape[0])
        near = (np.zeros(2) - middle) * scale + half
        far = (np.array(photo) - middle) * scale + half
        frame = (float(near[0]), float(near[1]), float(far[0]), float(far[1]))
        return cls(_sampled(pixels, outward, size, scale), ends, frame, outward)

    @property
    def size(self) -> tuple[int, int]:
        """Height and width."""
        return self.colours.shape[0], self.colours.shape[1]

    @property
    def scale(self) -> float:
        """Its pixels to one of the photo."""
        return 1 / float(np.linalg.norm(self.outward[:, 0]))

    def edges(self) -> tuple[Edges, Edges]:
        """How surely an edge runs down, and across, every pixel: 0 to 1."""
        level = max(FAINT * self._contrast(), NOISE)
        kernels = (np.ones((1, 3), np.uint8), np.ones((3, 1), np.uint8))
        found = []
        for (dx, dy), kernel in zip(((1, 0), (0, 1)), kernels, strict=True):
            steps = np.abs(cv2.Scharr(self.colours, cv2.CV_32F, dx, dy)).max(axis=2) / 32
            # A fold moves an edge a little to the side.
            found.append(np.asarray(cv2.dilate(np.minimum(steps / level, 1), kernel), np.float64))
        return found[0], found[1]

    def corners(self, sides: Sides) -> Corners:
        """A rectangle in pixels of the photo."""
        left, top, right, bottom = sides
        places = np.array([(left, top, 1), (right, top, 1), (right, bottom, 1), (left, bottom, 1)])
        return places @ self.outward.T

    def ink(self) -> npt.NDArray[np.float64]:
        """(width,) share of the line's height that has the colour of its ink, column by column."""
        left, top, right, bottom = (max(round(side), 0) for side in self.line)
        line = self.colours[top:bottom]
        above, below = (
            self.colours[max(top - 4, 0) : top - 1],
            self.colours[bottom + 1 : bottom + 4],
        )
        rim = np.concatenate([above[:, left:right], below[:, left:right]]).reshape(-1, 3)
        if not len(rim):
            return np.zeros(self.size[1])
        paper = np.median(rim, axis=0)
        inside = line[2:-2, left:right]
        off = np.abs(inside - paper).max(axis=2)
        dark = inside[off > np.percentile(off, 90) / 2]
        ink = np.median(dark, axis=0) if len(dark) else paper
        reach = max(float(np.abs(ink - paper).max()) / 2, NOISE)
        shares: npt.NDArray[np.float64] = (np.abs(line[2:-2] - ink).max(axis=2) < reach).mean(
            axis=0
        )
        return shares

    def _contrast(self) -> float:
        """Grey values between ink and paper."""
        left, top, right, bottom = (max(round(side), 0) for side in self.line)
        grey = self.colours[top:bottom, left:right].mean(axis=2)
        low, high = np.percentile(grey, [5, 95]) if grey.size else (0.0, 0.0)
        return float(high - low)


def _sampled(
    pixels: Pixels, outward: npt.NDArray[np.float64], size: tuple[int, int], scale: float
) -> npt.NDArray[np.float32]:
    """The window's pixels; a large part of a photo is shrunk first, so that noise averages out."""
    corners = np.array([(0, 0, 1), (size[0], 0, 1), (0, size[1], 1), (*size, 1)]) @ outward.T
    height, width = pixels.shape[:2]
    low = np.clip(np.floor(corners.min(axis=0)).astype(int) - 2, 0, (width - 1, height - 1))
    high = np.clip(np.ceil(corners.max(axis=0)).astype(int) + 2, low + 1, (width, height))
    part: Any = pixels[low[1] : high[1], low[0] : high[0]]
    shrink = min(scale, 1.0)
    target = [max(round(side * shrink), 1) for side in (high - low).tolist()]
    part = cv2.resize(part, target, interpolation=cv2.INTER_AREA).astype(np.float32)
    inward = np.diag(np.array(target) / (high - low)) @ np.column_stack(
        [outward[:, :2], outward[:, 2] - low]
    )
    return np.asarray(
        cv2.warpAffine(
            part,
            inward,
            size,
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        ),
        np.float32,
    )
