"""Where roots run: axes that wander, taper and branch."""

from dataclasses import dataclass, replace

import numpy as np

from src.data.synthetic.course import SHORTEST, STEP, Course, Line, Shoots, Whole, afforded
from src.data.synthetic.noise import wander

OUTSIDE = 25.0
"""Pixels beyond the edge where an entering root begins."""

PLANT_AREA = 1500
"""Pixels that a plant covers, roughly; decides how many are grown at once."""

ENOUGH = 0.02
"""Share of the area that may stay uncovered."""

PLANTS = 2000
"""Where growing ends at the latest, should the picture have no room."""


@dataclass(frozen=True)
class Growth:
    """How the roots of one picture grow.

    Args:
        area: pixels to cover, crossings counted twice.
        widths: thinnest and thickest diameter in pixels.
    """

    shape: tuple[int, int]
    area: float
    widths: tuple[float, float]

    def course(self, rng: np.random.Generator) -> Course:
        """One plant after another until the area is covered."""
        parts = [Course.empty()]
        remaining, planted = self.area, 0
        enough = max(ENOUGH * self.area, SHORTEST * self.widths[0])
        while remaining > enough and planted < PLANTS:
            batch = 1 + int(remaining / PLANT_AREA)
            mains = self._mains(rng, planted + np.arange(batch))
            laterals = self._laterals(rng, mains, rng.uniform(25, 90, batch))
            twigs = self._laterals(rng, laterals, rng.uniform(50, 160, len(laterals.rows)))
            parts.append(afforded((mains, laterals, twigs), remaining))
            remaining -= float(2 * STEP * parts[-1].radii.sum())
            planted += batch
        return Course.joined(parts)

    def _mains(self, rng: np.random.Generator, systems: Whole) -> Shoots:
        """Main roots, most of which come in over an edge of the picture."""
        thin, thick = self.widths
        count = len(systems)
        starts = rng.uniform(0, 1, (count, 2)) * self.shape
        entering = np.flatnonzero(rng.random(count) < 0.7)
        side, far = rng.integers(0, 2, (2, len(entering)))
        starts[entering, side] = np.where(far, np.array(self.shape)[side] + OUTSIDE, -OUTSIDE)
        aims = rng.uniform(0.15, 0.85, (count, 2)) * self.shape - starts
        widths = thin + (thick - thin) * rng.beta(1.3, 2.3, count)
        shoots = self._shoots(
            rng,
            systems,
            starts,
            headings=np.arctan2(aims[:, 0], aims[:, 1]),
            lengths=rng.uniform(120, 650, count),
            widths=widths,
            restless=rng.uniform(0.15, 0.75, count),
        )
        risen = np.arange(shoots.radii.shape[1]) * STEP / (4 * widths[:, None])
        emerging = np.sqrt(np.minimum(risen, 1))
        return replace(shoots, radii=np.maximum(shoots.radii * emerging, thin / 2))

    def _laterals(self, rng: np.random.Generator, parents: Shoots, spacings: Line) -> Shoots:
        """Thinner axes that leave their parent to either side, ``spacings`` pixels apart."""
        count, points = parents.rows.shape
        most = 2 + int(points * STEP / min(spacings, default=1))
        gaps = rng.uniform(0.4, 1.6, (count, most)) * spacings[:, None] / STEP
        places = np.cumsum(gaps, axis=1).astype(np.int64)
        parent, nth = np.nonzero(places < points)
        at = places[parent, nth]
        grown = parents.alive[parent, at]
        parent, at = parent[grown], at[grown]
        born = len(at)
        turn = rng.choice((-1, 1), born) * rng.uniform(0.6, 1.4, born)
        widths = 2 * parents.radii[parent, at] * rng.uniform(0.35, 0.75, born)
        widths = np.maximum(widths, self.widths[0])
        return self._shoots(
            rng,
            parents.systems[parent],
            starts=np.stack([parents.rows[parent, at], parents.cols[parent, at]], axis=1),
            headings=parents.headings[parent, at] + turn,
            lengths=rng.uniform(20, 60, born) * (1 + 0.25 * widths),
            widths=widths,
            restless=rng.uniform(0.2, 1.3, born),
        )

    def _shoots(
        self,
        rng: np.random.Generator,
        systems: Whole,
        starts: Line,
        headings: Line,
        lengths: Line,
        widths: Line,
        restless: Line,
    ) -> Shoots:
        """Let axes wander and taper from their start to their tip."""
        count, points = len(lengths), int(max(lengths, default=STEP) / STEP)
        bends = np.cumsum(wander(rng, count, points, 60 / STEP), axis=1) * (STEP / 60)
        wiggles = 0.16 * wander(rng, count, points, 9 / STEP)
        courses = headings[:, None] + restless[:, None] * (bends + wiggles)
        rows = starts[:, :1] + np.cumsum(np.sin(courses), axis=1) * STEP
        cols = starts[:, 1:] + np.cumsum(np.cos(courses), axis=1) * STEP
        left = lengths[:, None] - np.arange(points) * STEP
        taper = 1 - rng.uniform(0.2, 0.6, (count, 1)) * (1 - left / lengths[:, None])
        pointed = np.sqrt(np.clip(left / (4 * widths[:, None]), 0, 1))
        knobbly = 1 + 0.09 * wander(rng, count, points, 14 / STEP)
        radii = np.clip(widths[:, None] * taper * pointed * knobbly, *self.widths) / 2
        alive = (left > 0) & (rows >= 0) & (rows < self.shape[0])
        alive &= (cols >= 0) & (cols < self.shape[1])
        return Shoots(systems, rows, cols, radii, courses, alive)
