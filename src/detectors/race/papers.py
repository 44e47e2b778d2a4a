"""Bright quadrilaterals: sheets on which no line of text was found."""

from collections.abc import Iterator

import cv2
import numpy as np

from src.detectors.race.cropping import Corners, size_of
from src.detectors.race.finding import Pixels
from src.detectors.race.reading import Quads
from src.detectors.race.scaling import shrunk

LONGEST = 1000
"""Px of the copy on which they are looked for."""

WIDTHS = 0.025, 0.25
"""Of a sheet, in widths of the photo."""

RATIOS = 0.5, 1.05
"""Of a sheet's height to its width; a coloured band may be missing from it."""

FILLED = 0.75
"""Share of its smallest rectangle that a sheet fills."""

BRIGHTER = 14
"""Grey values by which paper exceeds its surroundings."""

SURROUNDINGS = 0.12
"""Widths of the photo over which their mean is taken."""

BAND = 0.22, 0.8
"""Between which heights of a sheet its digits stand."""

STEEPEST = 30.0
"""Degrees by which a sheet may be turned."""

MOST = 6
"""Proposals of a photo, the largest first."""


def paper_lines(pixels: Pixels, lines: Quads) -> list[Corners]:
    """Where digits may stand on bright sheets that no line of text lies on."""
    small, scale = shrunk(pixels, LONGEST)
    found = [quad / scale for quad in _sheets(small)]
    middles = lines.mean(axis=1) if len(lines) else np.zeros((0, 2))
    empty = [quad for quad in found if not any(_holds(quad, own) for own in middles)]
    empty.sort(key=lambda quad: (-np.prod(size_of(quad)), *quad[0]))
    return [_band(quad) for quad in empty[:MOST]]


def _sheets(pixels: Pixels) -> Iterator[Corners]:
    """Corners of what is bright, about as wide as a bib, and a rectangle."""
    width = pixels.shape[1]
    # Paper is bright in all colours, a coloured shirt is dark in one.
    grey = pixels.min(axis=2)
    side = 2 * round(SURROUNDINGS * width / 2) + 1
    bright = grey > cv2.blur(grey, (side, side)).astype(np.int16) + BRIGHTER
    mask = cv2.morphologyEx(bright.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    for outline in outlines:
        _, _, across, down = cv2.boundingRect(outline)
        if not WIDTHS[0] * width <= across <= WIDTHS[1] * width or down < 4:
            continue
        quad = _from_top_left(cv2.boxPoints(cv2.minAreaRect(outline)).astype(np.float64))
        wide, high = size_of(quad)
        slope = np.degrees(np.arctan2(*(quad[1] - quad[0])[::-1]))
        fits = RATIOS[0] <= high / max(wide, 1) <= RATIOS[1] and abs(slope) <= STEEPEST
        if fits and cv2.contourArea(outline) >= FILLED * wide * high:
            yield quad


def _from_top_left(corners: Corners) -> Corners:
    """The same corners clockwise, the first being the one nearest to the top left."""
    first = int(np.argmin(corners.sum(axis=1)))
    return np.roll(corners, -first, axis=0)


def _holds(quad: Corners, place: Corners) -> bool:
    outline = quad.astype(np.float32).reshape(-1, 1, 2)
    return cv2.pointPolygonTest(outline, (float(place[0]), float(place[1])), False) >= 0


def _band(quad: Corners) -> Corners:
    """The part of a sheet in which digits stand."""
    top, bottom = BAND
    left, right = quad[3] - quad[0], quad[2] - quad[1]
    return np.array(
        [
            quad[0] + top * left,
            quad[1] + top * right,
            quad[1] + bottom * right,
            quad[0] + bottom * left,
        ]
    )
