"""The way of an eraser along what was spilled."""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from src.annotators.brush import Brush
from src.annotators.ground import Ground, Places
from src.annotators.hand import Hand
from src.annotators.strokes import filled_in, moves

# The eraser fits at three of four spilled pixels; a finer one takes the others.
ERASER_QUANTILE = 0.25

Numbers = npt.NDArray[np.int64]


def erasing_paths(
    pixels: Places, dabs: Places, of: Numbers, brush: Brush, ground: Ground, hand: Hand
) -> Iterator[tuple[Brush, Places]]:
    """Erasers, and the places each is dragged along with the button down.

    One side of the stroke is erased on the way back, the other on the way forth. The paint
    of the stroke itself is left alone.

    Args:
        pixels: (n, 2), spilled.
        dabs: (m, 2), of the stroke.
        of: (n,) the number of the dab that each pixel is of.
        brush: of the stroke; the eraser is no larger.
        ground: of the class that was spilled on.
    """
    radii = np.sort(ground.largest_radius(pixels, brush.radius))
    wide = Brush(int(max(radii[int(ERASER_QUANTILE * len(radii))], 0)))
    places, held = ground.snap(pixels, wide)
    side = _side(pixels, dabs, of)
    for eraser, own in ((wide, held), (Brush(0), ~held)):
        if not own.any():
            continue
        for right, direction in ((False, -1), (True, 1)):
            chosen = np.flatnonzero(own & (side == right))
            chosen = chosen[np.argsort(direction * of[chosen], kind="stable")]
            if len(chosen):
                yield from _dragged(places[chosen], eraser, ground, hand)


def _side(pixels: Places, dabs: Places, of: Numbers) -> npt.NDArray[np.bool_]:
    """Which pixels lie on the right of the stroke."""
    before, after = np.maximum(of - 1, 0), np.minimum(of + 1, len(dabs) - 1)
    ahead, aside = dabs[after] - dabs[before], pixels - dabs[of]
    right: npt.NDArray[np.bool_] = ahead[:, 0] * aside[:, 1] < ahead[:, 1] * aside[:, 0]
    return right


def _dragged(
    places: Places, eraser: Brush, ground: Ground, hand: Hand
) -> Iterator[tuple[Brush, Places]]:
    """The places with those between them, cut where lifting the eraser is quicker."""
    places = places[moves(places)]
    if len(places) == 1:
        yield eraser, places
        return
    apart = np.hypot(*(places[1:] - places[:-1]).T)
    lifts = np.flatnonzero(apart > hand.farthest_drag(hand.paint_speed(0.0))) + 1
    for part in np.split(places, lifts):
        way, given = filled_in(part, max(1.0, eraser.radius))
        yield eraser, way[given | ground.holds(way, eraser)]
