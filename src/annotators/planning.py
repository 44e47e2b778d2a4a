"""Strokes along many ways at once: where each begins, and every dab of it, before it is painted."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import compress, pairwise

import numpy as np

from src.annotators.brush import Brush
from src.annotators.canvas import Canvas
from src.annotators.courses import Course, Flags, Held, Stroke, Values, Ways
from src.annotators.drift import REACH, Unsteadiness
from src.annotators.ground import Ground, Places, by_brush
from src.annotators.hand import Hand
from src.annotators.lines import Lines, Numbers
from src.annotators.strokes import all_to_places, between, follow_all, moves, pixels, straight
from src.geometry.distance import Mask

# Px of a way on which a brush does not fit that are skipped without lifting it.
SKIPPED = 3.0
# Px by which the way from one error to the next may bend round the other class.
BEND = 4


@dataclass(frozen=True, eq=False)
class Planner:
    """Plans strokes with the hand's own noise; nothing is painted yet."""

    hand: Hand
    rng: np.random.Generator
    canvas: Canvas
    unsteadiness: Unsteadiness
    dab_spacing: float

    def ways(
        self, lines: Lines, brushes: Sequence[Brush], speeds: Sequence[float], ground: Ground
    ) -> Ways:
        """The places along which someone moves who means to follow lines."""
        followed = follow_all(lines, self._steps(brushes), self.hand.angular_noise, self.rng)
        points = np.insert(followed.points, followed.ends, lines.points[lines.ends - 1], axis=0)
        moved = all_to_places(Lines(points, followed.counts + 1), self.canvas.shape)
        places, fits = ground.snap_lines(moved, brushes)
        return Ways(Lines(places, moved.counts), fits, brushes, np.array(speeds))

    def courses(
        self, ways: Ways, ground: Ground, wanted: Mask, held: Held | None, joined: bool
    ) -> list[Course]:
        """The strokes that follow ways where something is wanted.

        Args:
            held: for the first of them.
            joined: whether the button may stay down between strokes.
        """
        lines, fits, brushes, speeds = ways
        useful = fits.copy()
        for brush, own in by_brush(lines, brushes):
            useful[own] &= self.canvas.touches(lines.points[own], brush.radius, wanted)
        strokes: list[list[Stroke]] = [[] for _ in brushes]
        if useful.any():
            stretches, of = self._stretches(ways, useful)
            owners = of.tolist()
            parts = Ways(
                stretches,
                np.ones(len(stretches.points), bool),
                [brushes[number] for number in owners],
                speeds[of],
            )
            for number, stroke in zip(
                owners, self.strokes(parts, ground, held, joined), strict=True
            ):
                strokes[number].append(stroke)
        return [
            Course(*columns)
            for columns in zip(
                lines.each(lines.points),
                lines.each(fits),
                lines.each(useful),
                brushes,
                speeds.tolist(),
                strokes,
                strict=True,
            )
        ]

    def strokes(self, ways: Ways, ground: Ground, held: Held | None, joined: bool) -> list[Stroke]:
        """One stroke along each of the ways."""
        lines, _, brushes, speeds = ways
        landed, start = self.landings(lines.points[lines.starts], brushes, speeds, ground)
        joins, leads = self._joins(ways, ground, held, joined)
        way = self._whole(ways, ground, start, joins, leads)
        off = self._off(way, self._steps(brushes), speeds)
        off[way.starts[~joins]] = 0.0  # the button is pressed where the mouse is
        dabs = all_to_places(Lines(way.points + off, way.counts), self.canvas.shape)
        reach = np.array([brush.radius + brush.even for brush in brushes])
        near = ground.depth[dabs.points[:, 0], dabs.points[:, 1]] <= reach[dabs.line]
        exposed = np.logical_or.reduceat(near, dabs.starts)
        strokes: list[Stroke] = []
        last = held.stroke if held else None
        for *columns, follows in zip(
            lines.each(lines.points),
            landed.tolist(),
            start.tolist(),
            dabs.each(dabs.points),
            exposed.tolist(),
            joins.tolist(),
            strict=True,
        ):
            last = Stroke(columns[0], last if follows else None, *columns[1:])
            strokes.append(last)
        return strokes

    def landed(self, stroke: Stroke, brush: Brush, ground: Ground) -> Stroke:
        """The same stroke for someone who cannot keep the button down on the way to it."""
        away = stroke.dabs - stroke.way[0]
        first = int((away**2).sum(axis=1).argmin())
        lead = between(stroke.start, stroke.dabs[first], brush.step(self.dab_spacing))
        lead = lead[ground.holds(lead, brush)]
        dabs = np.concatenate([[stroke.start], lead, stroke.dabs[first + 1 :]])
        return replace(stroke, follows=None, dabs=dabs[moves(dabs)])

    def landings(
        self, targets: Places, brushes: Sequence[Brush], speeds: Values, ground: Ground
    ) -> tuple[Places, Places]:
        """Where the mouse lands that is aimed at places, and where near by the brush fits."""
        landed = pixels(self.hand.aim(targets, speeds[:, None], self.rng), self.canvas.shape)
        start = landed.copy()
        single = Lines(landed, np.ones(len(landed), np.int64))
        for brush, own in by_brush(single, brushes):
            astray = np.flatnonzero(own)[~ground.holds(landed[own], brush)]
            if len(astray):
                start[astray] = self.corrected(landed[astray], targets[astray], brush, ground)
        return landed, start

    def corrected(self, beside: Places, targets: Places, brush: Brush, ground: Ground) -> Places:
        """Where a brush fits that is nearest to where it landed and does not; else the targets."""
        farthest = np.maximum(np.hypot(*(beside - targets).T), brush.radius)
        near, found = ground.snap(beside, brush, float(farthest.max()))
        found &= np.hypot(*(beside - near).T) <= farthest
        return np.where(found[:, None], near, targets)

    def _steps(self, brushes: Sequence[Brush]) -> Values:
        return np.array([brush.step(self.dab_spacing) for brush in brushes])

    def _stretches(self, ways: Ways, useful: Flags) -> tuple[Lines, Numbers]:
        """The parts of ways that are strokes of their own, and of which way each is."""
        lines, fits = ways.lines, ways.fits
        painted = np.flatnonzero(useful)
        down, right = (lines.points[1:] - lines.points[:-1]).T
        steps = np.append(0.0, np.hypot(down, right))
        along, unfit = np.cumsum(steps), np.cumsum(steps * ~fits)
        idle = along[painted[1:]] - along[painted[:-1]]
        barred = unfit[painted[1:]] - unfit[painted[:-1]]
        of = lines.line[painted]
        farthest = np.array([self.hand.farthest_drag(speed) for speed in ways.speeds.tolist()])
        lifts = (barred > SKIPPED) | (idle > farthest[of[1:]]) | (of[1:] != of[:-1])
        first = painted[np.append(True, lifts)]
        last = painted[np.append(lifts, True)]
        stretch = np.searchsorted(first, np.arange(len(fits)), "right") - 1
        kept = fits & (stretch >= 0) & (np.arange(len(fits)) <= last[stretch])
        counts = np.bincount(stretch[kept], minlength=len(first))
        return Lines(lines.points[kept], counts), lines.line[first]

    def _joins(
        self, ways: Ways, ground: Ground, held: Held | None, joined: bool
    ) -> tuple[Flags, Lines]:
        """Which strokes go on from the one before with the button down, and the way there.

        It stays in the class, and may bend round what is in between.
        """
        lines, brushes = ways.lines, ways.brushes
        targets = lines.points[lines.starts]
        before = np.concatenate([targets[:1], lines.points[lines.ends[:-1] - 1]])
        joins = np.zeros(len(lines), bool)
        if joined:
            joins[1:] = [new.radius == old.radius for old, new in pairwise(brushes)]
        if joined and held and held.brush.radius == brushes[0].radius:
            before[0], joins[0] = held.cursor, True
        farthest = np.array([self.hand.farthest_drag(speed) for speed in ways.speeds.tolist()])
        joins &= np.hypot(*(targets - before).T) <= farthest
        chosen = [*compress(brushes, joins)]
        if not chosen:
            return joins, Lines(targets[:0], np.zeros(0, np.int64))
        steps = self._steps(chosen)
        leads = straight(before[joins], targets[joins], steps)
        places, fits = ground.snap_lines(leads, chosen, BEND)
        previous = np.concatenate([places[:1], places[:-1]])
        previous[leads.starts] = before[joins]
        fits &= np.abs(places - previous).max(axis=1) <= (steps + SKIPPED)[leads.line]
        possible = np.logical_and.reduceat(fits, leads.starts)
        joins[joins] = possible
        return joins, Lines(places, leads.counts).chosen(possible)

    def _whole(
        self, ways: Ways, ground: Ground, start: Places, joins: Flags, leads: Lines
    ) -> Lines:
        """Ways with what leads to them: from where the button goes down, or from the last one."""
        lines = ways.lines
        alone = np.flatnonzero(~joins)
        brushes = [*compress(ways.brushes, ~joins)]
        inward = straight(start[alone], lines.points[lines.starts[alone]], self._steps(brushes))
        inside = np.zeros(len(inward.points), bool)
        for brush, own in by_brush(inward, brushes):
            inside[own] = ground.holds(inward.points[own], brush)
        rest = lines.within > 0
        places = [start[alone], leads.points, inward.points[inside], lines.points[rest]]
        of = np.concatenate(
            [alone, np.flatnonzero(joins)[leads.line], alone[inward.line[inside]], lines.line[rest]]
        )
        order = np.argsort(of, kind="stable")
        return Lines(np.concatenate(places)[order], np.bincount(of, minlength=len(lines)))

    def _off(self, way: Lines, steps: Values, speeds: Values) -> Values:
        """How far from its way the hand is at each place."""
        off = np.empty((len(way.points), 2))
        for step in np.unique(steps).tolist():
            own = (steps == step)[way.line]
            off[own] = self.unsteadiness.take(int(np.count_nonzero(own)), 1.0, REACH / step)
        off *= (self.hand.steering_share * self.hand.jitter_rate * speeds)[way.line, None]
        return off
