"""The sheet of paper on which a line of digits is printed."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import log

import numpy as np
import numpy.typing as npt

from src.detectors.race.cropping import Corners, lower, size_of
from src.detectors.race.cuts import Cuts, cut_sides
from src.detectors.race.finding import Pixels
from src.detectors.race.inking import tight
from src.detectors.race.window import UNIT, Edges, Sides, Window
from src.geometry.boxes import iou

Profile = npt.NDArray[np.float64]

CANDIDATES = 5
"""Edges that are tried for each side, the clearest."""

APART = 2
"""Px of a window between two edges."""

RATIO = log(0.79), 0.12
"""Mean and deviation of the logarithm of height to width of the sheets that races print."""

HEIGHT = log(2.7), 0.25
"""The same of a sheet's height to that of its digits."""

OFFSET = 0.07
"""Deviation of the line's middle from the sheet's, in the sheet's width and height."""

BELOW = 0.045
"""How far the line's middle lies below the sheet's, in its heights: a band is on top."""

WIDTH = 0.22
"""Deviation of the logarithm of a sheet's width from what its wearer's face lets expect."""

PRIOR = 0.18
"""How much a usual shape counts beside edges that are seen."""

LOWER = 0.77, 0.58
"""Shares of an outlined line's height that its digits may fill, where ink cannot tell."""

LOWEST = 0.42, 0.3
"""The same of a line that is too high for its digits: a net that sees badly outlines the sheet."""

NARROWEST = 0.5
"""Width of a line in its heights, for every digit on it; what is narrower is too high."""

MORE = 0.5, 0.25, 0.0
"""What is added to the worth of a line that was drawn in to its ink, and of the others in turn;
nothing to that of one that was too high."""

ALIKE = 0.5
"""IoU from which on two rectangles are the same sheet."""

AT_FRAME = 0.6
"""What the edge of a photo is worth as the edge of a sheet."""


@dataclass(frozen=True, eq=False)
class Sheet:
    """A sheet round a line.

    Args:
        corners: (4, 2) in pixels of the photo, from the top left clockwise.
        edges: share of each side along which an edge is seen: left, top, right, bottom.
        usual: logarithm of how usual its shape is, at most 0.
        cut: what its left and its right side cut.
    """

    corners: Corners
    edges: Sides
    usual: float
    cut: Cuts

    @property
    def evidence(self) -> float:
        """How much is seen of each side, at least, 0 to 1; one side may be half as clear.

        Digits on a shirt have its seams beside them, and nothing above or below.
        """
        weakest, second, *_ = sorted(self.edges)
        return min(second, 2 * weakest)

    @property
    def worth(self) -> float:
        """Edges that are seen, and a usual shape."""
        return sum(self.edges) + PRIOR * self.usual

    @property
    def box(self) -> Sides:
        """xyxy in pixels of the photo."""
        left, top = self.corners.min(axis=0).tolist()
        right, bottom = self.corners.max(axis=0).tolist()
        return left, top, right, bottom


def sheet_around(
    pixels: Pixels, quad: Corners, digits: int = 0, expected: float | None = None
) -> Sheet:
    """The rectangle, turned as the line is, whose sides are seen best and that looks like a bib.

    Args:
        digits: how many were read on the line.
        expected: width of the sheet in px, where something tells it.
    """
    wide, high = size_of(quad)
    loose = wide < NARROWEST * digits * high
    shares = (*LOWER, *LOWEST) if loose else LOWER
    lines = (tight(pixels, quad), *(lower(quad, share) for share in shares))
    tried = [_sheet_around(pixels, line, digits, expected) for line in lines]
    more = np.zeros(len(tried)) if loose else np.array(MORE)
    best = tried[int(np.argmax([sheet.worth for sheet in tried] + more))]
    return replace(best, cut=_agreed(best, tried))


def _agreed(best: Sheet, tried: Sequence[Sheet]) -> Cuts:
    """What the sides cut by all that show the same sheet: a side that is a little off cuts too."""
    alike = iou([best.box], [sheet.box for sheet in tried])[0] >= ALIKE
    same = [sheet.cut for sheet, own in zip(tried, alike.tolist(), strict=True) if own]
    left, right = (
        None if any(cut[side] is None for cut in same) else best.cut[side] for side in (0, 1)
    )
    return left, right


def _sheet_around(pixels: Pixels, line: Corners, digits: int, expected: float | None) -> Sheet:
    """The same of a line that holds its digits and no paper."""
    window = Window.around(pixels, line)
    down, across = window.edges()
    tried = _candidates(window, down, across)
    left, top, right, bottom = (own.ravel() for own in np.meshgrid(*tried, indexing="ij"))
    seen = _seen(window, (down, across), (left, top, right, bottom))
    usual = _usual((left, top, right, bottom), window.line)
    wide = np.maximum(right - left, 1) / window.scale
    off = np.log(wide / expected) / WIDTH if expected else np.zeros(len(wide))
    best = int(np.argmax(seen.sum(axis=0) + PRIOR * (usual - 0.5 * off**2)))
    sides = (float(left[best]), float(top[best]), float(right[best]), float(bottom[best]))
    edges = tuple(float(own) for own in seen[:, best])
    cut = cut_sides(window, sides, digits)
    return Sheet(window.corners(sides), edges, float(usual[best]), cut)  # type: ignore[arg-type]


def _candidates(window: Window, down: Edges, across: Edges) -> list[Profile]:
    """Where each side may be: its clearest edges, the photo's frame, and where it usually is."""
    left, top, right, bottom = window.line
    beside = _profile(down, top, bottom, axis=0)
    level = _profile(across, left, right, axis=1)
    ends = window.size
    inner = 0.05 * UNIT
    found = [
        _peaks(beside, 0, left + inner),
        _peaks(level, 0, top + inner),
        _peaks(beside, right - inner, ends[1]),
        _peaks(level, bottom - inner, ends[0]),
    ]
    usual = (left - 0.3 * UNIT, top - 0.75 * UNIT, right + 0.3 * UNIT, bottom + 0.6 * UNIT)
    every = []
    for place, (own, expected, edge) in enumerate(zip(found, usual, window.frame, strict=True)):
        size = ends[1 - place % 2]
        within = [edge] if 0 <= edge <= size else []
        limit = np.maximum if place < 2 else np.minimum
        every.append(limit(np.array([*own, expected, *within]), edge))
    return every


def _profile(edges: Edges, begin: float, end: float, axis: int) -> Profile:
    """Mean of edges beside, or above and below, a line."""
    span = slice(max(round(begin), 0), max(round(end), round(begin) + 1))
    part = edges[span] if axis == 0 else edges[:, span]
    mean: Profile = part.mean(axis=axis)
    return mean


def _peaks(profile: Profile, begin: float, end: float) -> Sequence[float]:
    """Places of the highest local maxima in a range, each the middle of its plateau."""
    smooth = np.convolve(profile, np.ones(3) / 3, mode="same")
    low, high = max(round(begin), 1), min(round(end), len(profile) - 1)
    places: list[int] = []
    for place in (low + np.argsort(-smooth[low:high], kind="stable")).tolist():
        if all(abs(place - other) > APART for other in places):
            places.append(place)
        if len(places) == CANDIDATES:
            break
    return [place + 0.5 for place in places]


def _seen(
    window: Window, edges: tuple[Edges, Edges], sides: tuple[Profile, ...]
) -> npt.NDArray[np.float64]:
    """(4, n) share of each side along which there is an edge."""
    left, top, right, bottom = sides
    height, width = window.size
    down = np.vstack([np.zeros((1, width)), np.cumsum(edges[0], axis=0)])
    across = np.hstack([np.zeros((height, 1)), np.cumsum(edges[1], axis=1)])
    rows = [np.clip(np.round(own), 0, height).astype(int) for own in (top, bottom)]
    columns = [np.clip(np.round(own), 0, width).astype(int) for own in (left, right)]
    long, wide = np.maximum(rows[1] - rows[0], 1), np.maximum(columns[1] - columns[0], 1)
    found = []
    for place, own in enumerate(sides):
        if place % 2 == 0:
            at = np.clip(own.astype(int), 0, width - 1)
            share = (down[rows[1], at] - down[rows[0], at]) / long
        else:
            at = np.clip(own.astype(int), 0, height - 1)
            share = (across[at, columns[1]] - across[at, columns[0]]) / wide
        found.append(np.where(np.abs(own - window.frame[place]) < 1, AT_FRAME, share))
    return np.array(found)


def _usual(sides: tuple[Profile, ...], line: Sides) -> Profile:
    """Logarithm of how usual a shape is, at most 0."""
    left, top, right, bottom = sides
    wide, high = np.maximum(right - left, 1), np.maximum(bottom - top, 1)
    middle = (line[0] + line[2]) / 2, (line[1] + line[3]) / 2
    parts = (
        (np.log(high / wide) - RATIO[0]) / RATIO[1],
        (np.log(high / UNIT) - HEIGHT[0]) / HEIGHT[1],
        ((left + right) / 2 - middle[0]) / (OFFSET * wide),
        ((top + bottom) / 2 + BELOW * high - middle[1]) / (OFFSET * high),
    )
    usual: Profile = -0.5 * np.square(np.stack(parts)).sum(axis=0)
    return usual
