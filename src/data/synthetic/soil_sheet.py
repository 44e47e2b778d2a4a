"""A small sheet on which soil is drawn, and which is enlarged to look softly focused."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw

SHRINK = np.array([0.62, 0.72])
"""Columns and rows of the sheet per pixel; a line scanner smears along its rows."""

CORNERS = 8

LIT = 8.0
"""Pixels across, from which on a piece shows light and shade."""

Places = npt.NDArray[np.float64]
"""(n, 2) columns and rows in pixels of the picture."""


@dataclass(frozen=True, eq=False)
class Pieces:
    """Lumps of something, one row each.

    Args:
        outlines: (n, corners, 2) columns and rows of the corners, in pixels.
        colours: (n, 3) 0 to 255.
    """

    outlines: npt.NDArray[np.float64]
    colours: npt.NDArray[np.float64]

    @classmethod
    def angular(
        cls,
        rng: np.random.Generator,
        places: Places,
        radii: npt.NDArray[np.float64],
        colours: npt.NDArray[np.float64],
        longest: float = 1.6,
    ) -> Self:
        """Pieces with uneven corners, up to ``longest`` times as long as wide."""
        shape = (len(radii), CORNERS)
        angles = np.arange(CORNERS) * (2 * np.pi / CORNERS) + rng.uniform(-0.25, 0.25, shape)
        arms = radii[:, None] * rng.uniform(0.72, 1.12, shape)
        stretch = np.sqrt(rng.uniform(1, longest, (len(radii), 1)))
        along, across = np.cos(angles) * arms * stretch, np.sin(angles) * arms / stretch
        turn = rng.uniform(0, np.pi, (len(radii), 1))
        sine, cosine = np.sin(turn), np.cos(turn)
        corners = np.stack([along * cosine - across * sine, along * sine + across * cosine], -1)
        return cls(places[:, None] + corners, colours)

    def copied(self, scale: float, brightness: float, shift: float) -> "Pieces":
        """Larger or smaller pieces at the same places, moved down right by ``shift`` pixels."""
        middles = self.outlines.mean(axis=1, keepdims=True)
        outlines = middles + shift + scale * (self.outlines - middles)
        return Pieces(outlines, self.colours * brightness)


class SoilSheet:
    """Draws pieces, dots and arcs given in pixels of the picture."""

    def __init__(self, shape: tuple[int, int], colour: tuple[int, int, int]) -> None:
        self.shape = shape
        cols, rows = np.ceil(SHRINK * shape[::-1]).astype(int).tolist()
        self._scale = np.array([cols / shape[1], rows / shape[0]])
        self.image = Image.new("RGB", (cols, rows), colour)
        self._pen = ImageDraw.Draw(self.image)

    def fill(self, pieces: Pieces) -> None:
        """Paint pieces one over another, the larger with a dark seam and lit from above."""
        seams, lights = pieces.copied(1.1, 0.6, 0.7), pieces.copied(0.55, 1.12, -0.7)
        large = (np.ptp(pieces.outlines, axis=1).max(axis=1) > LIT).tolist()
        for seam, body, light, lit in zip(
            self._strokes(seams), self._strokes(pieces), self._strokes(lights), large, strict=True
        ):
            if lit:
                self._pen.polygon(*seam)
                self._pen.polygon(*body)
                self._pen.polygon(*light)
            else:
                self._pen.polygon(*body)

    def dots(self, places: Places, colour: tuple[int, int, int]) -> None:
        """Paint single dots."""
        self._pen.point((places * self._scale).ravel().tolist(), fill=colour)

    def arc(
        self,
        place: npt.NDArray[np.float64],
        radius: float,
        degrees: tuple[float, float],
        colour: tuple[int, int, int],
    ) -> None:
        """Draw part of a circle, clockwise from the right."""
        corners = np.concatenate([(place - radius) * self._scale, (place + radius) * self._scale])
        self._pen.arc(corners.tolist(), *degrees, fill=colour)

    def _strokes(self, pieces: Pieces) -> Iterator[tuple[list[float], int]]:
        """Outline on the sheet and colour, as the pen takes them without a detour."""
        count, corners = pieces.outlines.shape[:2]
        outlines = (pieces.outlines * self._scale).reshape(count, 2 * corners).tolist()
        colours = pieces.colours.clip(0, 255).astype(np.int64) @ (1, 256, 65536)
        return zip(outlines, colours.tolist(), strict=True)
