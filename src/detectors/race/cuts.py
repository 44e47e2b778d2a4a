"""Digits that the side of a sheet cuts: an arm, the photo's frame or a neighbour is in front."""

import numpy as np
import numpy.typing as npt

from src.detectors.race.window import UNIT, Sides, Window

INKED = 0.15
"""Share of a column that is ink where a digit stands."""

GAP = 0.2
"""Heights of the line next to a side in which some column is paper, if the digit there is whole."""

LEAST = 0.12
"""Heights of the line; what is narrower is dirt."""

NARROW = 0.8
"""Of the other digits' width; a digit at the side that is narrower is cut."""


Cuts = tuple[int | None, int | None]
"""At the left and at the right side: ``None`` where no digit is cut, else how many of the digits
that were read are not whole: 1, or 0 where what is left of a digit was not read."""


def cut_sides(window: Window, sides: Sides, digits: int) -> Cuts:
    """What the left and the right side of a sheet cut, of so many digits."""
    low, high = max(round(sides[0]) + 1, 0), max(round(sides[2]) - 1, 0)
    inked = window.ink()[low:high] > INKED
    reach = round(GAP * UNIT)
    if not inked.any():
        return None, None
    framed = (sides[0] <= window.frame[0] + 1, sides[2] >= window.frame[2] - 1)
    widths = _widths(inked)
    return (
        _at_side(inked[:reach], widths, digits, at_frame=framed[0]),
        _at_side(inked[-reach:], widths[::-1], digits, at_frame=framed[1]),
    )


def _at_side(
    rim: npt.NDArray[np.bool_], widths: list[int], digits: int, *, at_frame: bool
) -> int | None:
    """What a side cuts; where the photo ends, it may have ended between two digits."""
    cut = _cut(widths, digits) if rim.all() else None
    return 0 if cut is None and at_frame and rim.any() else cut


def _widths(inked: npt.NDArray[np.bool_]) -> list[int]:
    """How wide each stretch of ink is, from left to right."""
    steps = np.diff(np.concatenate([[0], inked.astype(np.int8), [0]]))
    begins, ends = np.flatnonzero(steps == 1), np.flatnonzero(steps == -1)
    return [int(width) for width in ends - begins]


def _cut(widths: list[int], digits: int) -> int | None:
    """What the first stretch is, which touches a side."""
    touching, *others = widths
    whole = [width for width in others if width >= LEAST * UNIT]
    if not whole or digits == 1:
        return None  # where all run into one another, and of one digit, nothing can be told
    usual = float(np.median(whole))
    # Digits that touch count as often as they are wide.
    if sum(max(1, round(width / usual)) for width in whole) >= digits:
        return 0
    return 1 if touching < NARROW * usual else None
