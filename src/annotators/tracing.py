"""With which brush, how fast and along which way each thin error of a round is followed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from src.annotators.brush import Brush, whole_pixels
from src.annotators.ground import FINE, Depth, Ground, Places
from src.annotators.hand import Hand
from src.annotators.lines import Lines
from src.geometry.distance import equivalent_radius

# Places along a line at which the room for a brush is looked at.
SAMPLES = 12
# The brush fits at three of four places; the others get a smaller one in the next round.
BRUSH_QUANTILE = 0.25
# How much larger than the best one a brush may be before it is changed.
KEPT = 2.0


class Traces(NamedTuple):
    """Ways, and the brush and the speed of each."""

    ways: Lines
    brushes: list[Brush]
    speeds: list[float]


@dataclass(frozen=True, eq=False)
class Tracing:
    """How thin errors are followed: carefully, with a brush that fits along most of each.

    Args:
        ground: of the class that is painted.
        half_width: px, of the error at each of its pixels.
        margin: px to the other class, the mean of all lines; 0 if the brush is not bounded.
        fastest: px/s that the rim of the class allows.
        boundary: the brush where none stays inside and there are no fine ones.
        bounded_brush, fine_brushes, local_margin: see ``CorrectivePhase``.
    """

    hand: Hand
    ground: Ground
    half_width: Depth
    margin: float
    rng: np.random.Generator
    fastest: float
    boundary: Brush
    bounded_brush: bool
    fine_brushes: bool
    local_margin: bool

    def along(self, lines: Sequence[Places], held: Brush | None) -> Traces:
        """How all lines of a round are followed, in the order in which they are painted.

        Args:
            held: the brush in the hand before the first of them.
        """
        every = Lines.of(lines)
        samples = every.every(np.maximum(1, every.counts // SAMPLES))
        brushes = [*self._brushes(samples, held)]
        waypoints = every.every([max(1, int(brush.radius) // 4) for brush in brushes], ended=True)
        places, fits = self.ground.snap_lines(waypoints, brushes)
        # A line along which the brush fits nowhere keeps a point, at which nobody can paint.
        fits[waypoints.starts[~np.logical_or.reduceat(fits, waypoints.starts)]] = True
        ways = Lines(places, waypoints.counts).only(fits)
        return Traces(ways, brushes, self._speeds(samples, brushes))

    def _speeds(self, samples: Lines, brushes: list[Brush]) -> list[float]:
        if not self.local_margin:
            rooms = {brush: self._room_in_class(brush) for brush in dict.fromkeys(brushes)}
            return [self.hand.paint_speed(rooms[brush], careful=True) for brush in brushes]
        return [
            min(self.hand.paint_speed(room, careful=True), self.fastest)
            for room in self.ground.rooms(samples, brushes)
        ]

    def _room_in_class(self, brush: Brush) -> float:
        return equivalent_radius(int(np.count_nonzero(self.ground.depth > brush.erosion)))

    def _brushes(self, samples: Lines, held: Brush | None) -> Iterator[Brush]:
        """One brush after the other; one that is in the hand already is kept if it can be."""
        most = self._most(samples)
        margins = whole_pixels(self.margin, len(samples), self.rng)
        widest = self._widest(samples, KEPT * most + margins)
        snug = self._snug(samples, widest)
        places = samples.each(samples.points)
        for number, room in enumerate(widest.tolist()):
            margin = min(margins[number], max(room - 1, 0))
            if room < 1 and not self.fine_brushes:
                held = self._spilling(places[number])
            elif not self.bounded_brush:
                held = Brush(room)
            elif margin == 0 and room <= FINE:
                held = Brush(float(snug[number]))
            else:
                best = Brush(int(min(room - margin, most[number])), margin)
                held = (
                    replace(best, radius=held.radius)
                    if held and _about_as_good(held, best, room)
                    else best
                )
            yield held

    def _most(self, samples: Lines) -> npt.NDArray[np.float64]:
        """For each line the largest radius that error and aim ask for."""
        if not self.bounded_brush:
            return np.full(len(samples), np.inf)
        asked = samples.share(self.half_width[tuple(samples.points.T)], 0.5)
        return np.maximum(1.0, asked + self.hand.aim_sigma(self.hand.min_paint_speed))

    def _widest(self, samples: Lines, most: npt.NDArray[np.float64]) -> npt.NDArray[np.int16]:
        """For each line the largest radius, up to a bound, that fits along it."""
        bounds = np.minimum(most, self.ground.reach).astype(np.int64)
        widest = np.empty(len(samples), np.int16)
        for bound in np.unique(bounds).tolist():
            alike = samples.chosen(bounds == bound)
            radii = self.ground.largest_radius(alike.points, bound)
            widest[bounds == bound] = alike.share(radii, BRUSH_QUANTILE)
        return widest

    def _snug(self, samples: Lines, widest: npt.NDArray[np.int16]) -> npt.NDArray[np.float64]:
        """For each line the widest brush, the fine ones among them; 0 where there is more room."""
        snug = np.zeros(len(samples))
        narrow = widest <= FINE
        if narrow.any() and self.bounded_brush and self.fine_brushes:
            alike = samples.chosen(narrow)
            snug[narrow] = alike.share(self.ground.snug_radii(alike.points), BRUSH_QUANTILE)
        return snug

    def _spilling(self, places: Places) -> Brush:
        reachable = self.ground.snap(places, self.boundary)[1].any()
        return self.boundary if reachable else Brush(1, -1)


def _about_as_good(held: Brush, best: Brush, widest: int) -> bool:
    """Whether a brush that is in the hand already can be kept."""
    if held.radius + best.margin > widest:
        return False
    return best.radius <= held.radius <= KEPT * best.radius
