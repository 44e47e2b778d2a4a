"""Parts of bodies: straight, round, of changing width, with cloth or skin on them."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from src.data.race_synthetic.people import Colour

Points = npt.NDArray[np.float64]
Field = npt.NDArray[np.float32]

ROUND = np.array([0.0, 0.15, 0.4, 0.7, 1.0])
"""Steps over which the end of a capsule closes."""


@dataclass(frozen=True, eq=False)
class Limb:
    """From ``start`` to ``end`` in pixels of the photo; half widths at shares of the way.

    Args:
        shares, widths: knots, (n,); outside the first and the last there is nothing.
        sleeve: ``(share, colour)``: from there on it has another colour.
        panel: ``(from, colour)``: so far from the middle line, 0 to 1, it has another colour.
        mask: which of several layers of a figure it belongs to; see ``figures``.
    """

    start: tuple[float, float]
    end: tuple[float, float]
    shares: npt.NDArray[np.float64]
    widths: npt.NDArray[np.float64]
    colour: Colour
    sleeve: tuple[float, Colour] | None = None
    panel: tuple[float, Colour] | None = None
    cloth: float = 0.0

    @cached_property
    def box(self) -> tuple[float, float, float, float]:
        """xyxy that holds it."""
        ends = np.array([self.at(self.shares[0]), self.at(self.shares[-1])])
        wide = float(self.widths.max())
        low, high = ends.min(axis=0) - wide, ends.max(axis=0) + wide
        return float(low[0]), float(low[1]), float(high[0]), float(high[1])

    def at(self, share: float) -> tuple[float, float]:
        """The point of the middle line at a share of the way."""
        (x1, y1), (x2, y2) = self.start, self.end
        return x1 + share * (x2 - x1), y1 + share * (y2 - y1)

    def measured(self, x: Points | Field, y: Points | Field) -> tuple[Points, Points, Points]:
        """Share of the way, distance from the middle line with its sign, half width there."""
        along = np.subtract(self.end, self.start)
        length = max(float(np.hypot(*along)), 1e-6)
        dx, dy = x - self.start[0], y - self.start[1]
        share = (dx * along[0] + dy * along[1]) / length**2
        aside = (dx * -along[1] + dy * along[0]) / length
        return share, aside, np.interp(share, self.shares, self.widths, left=0.0, right=0.0)

    def covers(self, points: Points) -> npt.NDArray[np.bool_]:
        """(n,) which of (n, 2) points it hides."""
        share, aside, width = self.measured(points[:, 0], points[:, 1])
        inside = (share > self.shares[0]) & (share < self.shares[-1])
        return np.asarray((np.abs(aside) < width) & inside)


def capsule(
    start: npt.ArrayLike,
    end: npt.ArrayLike,
    widths: tuple[float, ...],
    colour: Colour,
    *,
    closing: tuple[float, float] = (1.0, 1.0),
    sleeve: tuple[float, Colour] | None = None,
    panel: tuple[float, Colour] | None = None,
    cloth: float = 0.0,
) -> Limb:
    """A limb with rounded ends.

    Args:
        widths: half widths in px, evenly spaced from start to end.
        closing: how round its ends are, in half widths there.
    """
    first, last = np.asarray(start, float), np.asarray(end, float)
    length = max(float(np.hypot(*(last - first))), 1e-6)
    near, far = closing[0] * widths[0] / length, closing[1] * widths[-1] / length
    bulge = np.sqrt(1 - (1 - ROUND) ** 2)
    shares = [-near + near * ROUND, np.linspace(0, 1, len(widths))[1:-1]]
    profile = [widths[0] * bulge, np.asarray(widths[1:-1], float)]
    shares.append(1 + far - far * ROUND[::-1])
    profile.append(widths[-1] * bulge[::-1])
    return Limb(
        (float(first[0]), float(first[1])),
        (float(last[0]), float(last[1])),
        np.concatenate(shares),
        np.concatenate(profile),
        colour,
        sleeve,
        panel,
        cloth,
    )


def shaded(
    limb: Limb, x: Field, y: Field, light: tuple[float, float], folds: Field, pixel: float
) -> tuple[Field, Field]:
    """Colour (h, w, 3) and how much it covers (h, w) at a grid of places.

    Args:
        folds: (h, w) creases of cloth, of deviation 1.
        pixel: between two places of the grid.
    """
    share, aside, width = limb.measured(x, y)
    cover = np.clip(0.5 + (width - np.abs(aside)) / (2 * pixel), 0, 1)
    round_ = np.clip(aside / np.maximum(width, 1e-3), -1, 1)
    along = np.subtract(limb.end, limb.start) / max(
        np.hypot(*np.subtract(limb.end, limb.start)), 1e-6
    )
    towards = light[0] * -along[1] + light[1] * along[0]
    bright = 0.62 + 0.36 * np.sqrt(1 - 0.92 * round_**2) + 0.2 * towards * round_
    bright = bright * (1 + limb.cloth * 0.09 * folds)
    colour = np.broadcast_to(np.asarray(limb.colour, np.float32), (*x.shape, 3))
    if limb.panel is not None:
        colour = _turning(colour, limb.panel[1], (np.abs(round_) - limb.panel[0]) * width / pixel)
    if limb.sleeve is not None:
        length = float(np.hypot(*np.subtract(limb.end, limb.start)))
        colour = _turning(colour, limb.sleeve[1], (share - limb.sleeve[0]) * length / pixel)
    return (
        np.asarray(colour * bright[..., None], np.float32),
        np.asarray(np.where(width > 0, cover, 0), np.float32),
    )


def _turning(colour: Field, other: Colour, beyond: Points) -> Field:
    """The other colour from where ``beyond`` px are above 0, over one px."""
    share = np.clip(0.5 + beyond, 0, 1)[..., None]
    return np.asarray(colour * (1 - share) + np.asarray(other) * share, np.float32)
