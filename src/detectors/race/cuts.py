"""Digits that the side of a sheet cuts: an arm, the photo's frame or a neighbour is in front."""

import numpy as np
import numpy.typing as npt

from src.detectors.race.window import UNIT, Sides, Window

INKED = 0.15
"""Share of a column that is ink where a digit stands."""

GAP = 0.17
"""Heights of the line next to a side in which some column is paper, if the digit there is whole."""

LEAST = 0.12
"""Heights of the line; what is narrower is dirt."""

NARROW = 0.8
"""Of the other digits' width; a digit at the side that is narrower is cut."""


def cut_sides(window: Window, sides: Sides, digits: int) -> tuple[bool, bool]:
    """Whether the left, or the right, side of a sheet cuts one of so many digits."""
    low, high = max(round(sides[0]) + 1, 0), max(round(sides[2]) - 1, 0)
    inked = window.ink()[low:high] > INKED
    reach = round(GAP * UNIT)
    left, right = (bool(len(rim)) and bool(rim.all()) for rim in (inked[:reach], inked[-reach:]))
    widths = _widths(inked)
    return left and _is_cut(widths, digits), right and _is_cut(widths[::-1], digits)


def _widths(inked: npt.NDArray[np.bool_]) -> list[int]:
    """How wide each stretch of ink is, from left to right."""
    steps = np.diff(np.concatenate([[0], inked.astype(np.int8), [0]]))
    begins, ends = np.flatnonzero(steps == 1), np.flatnonzero(steps == -1)
    return [int(width) for width in ends - begins]


def _is_cut(widths: list[int], digits: int) -> bool:
    """Whether the first stretch, which touches a side, is a part of a digit."""
    touching, *others = widths
    whole = [width for width in others if width >= LEAST * UNIT]
    if not whole:
        return digits == 1  # where all digits run into one another nothing can be told
    usual = float(np.median(whole))
    # Digits that touch count as often as they are wide.
    if sum(max(1, round(width / usual)) for width in whole) >= digits:
        return False  # the stretch is an arm's edge: all that was read stands beside it
    return touching < NARROW * usual
