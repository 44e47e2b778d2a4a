"""Readings of the same sheet made one."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from src.detectors.race.digits import CUT
from src.detectors.race.window import Sides
from src.geometry.boxes import area, intersection

ALIKE = 0.4
"""Share of the smaller sheet that two readings of one sheet have in common, at least."""


@dataclass(frozen=True)
class Reading:
    """A number on a sheet.

    Args:
        box: of the visible sheet, xyxy pixels.
        score: 0 to 1.
    """

    digits: str
    score: float
    box: Sides


def merged(readings: Sequence[Reading], shorter_at: float) -> list[Reading]:
    """One reading per sheet, the surest first.

    Args:
        shorter_at: of two readings of which one holds the other, such as 6600 and 600, the shorter
            is kept where it is so many times as sure.
    """
    order = sorted(readings, key=lambda own: (-own.score, own.box))
    kept: list[Reading] = []
    for reading in order:
        twins = [place for place, other in enumerate(kept) if _alike(reading, other)]
        if not twins:
            kept.append(reading)
        elif len(twins) == 1 and _is_better(reading, kept[twins[0]], shorter_at):
            kept[twins[0]] = reading
    return sorted(kept, key=lambda own: (-own.score, own.box))


def _alike(first: Reading, second: Reading) -> bool:
    boxes = np.array([first.box]), np.array([second.box])
    smaller = min(float(area(boxes[0])[0]), float(area(boxes[1])[0]))
    return bool(smaller > 0 and intersection(*boxes)[0, 0] >= ALIKE * smaller)


def _is_better(reading: Reading, surer: Reading, shorter_at: float) -> bool:
    """Whether the less sure of two readings is the more complete one, and sure enough."""
    longer, shorter = reading.digits.strip(CUT), surer.digits.strip(CUT)
    holds = len(longer) > len(shorter) and shorter in longer
    return holds and surer.score < shorter_at * reading.score
