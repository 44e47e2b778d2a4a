"""Where elements lie, so that none touches another."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from src.data.ui_synthetic.plan import Plan

EDGE = 8
"""Pixels between an element and the edge of what it lies on."""

TRIES = 80
"""Places tried for one element before it is given up."""

Rectangle = tuple[int, int, int, int]
"""xyxy, whole pixels."""


class Room:
    """Free space, of which elements take their part.

    Args:
        guides: where elements begin on screens whose elements are aligned, x in pixels; none for
            anywhere.
        step: pixels; elements begin at whole steps.
    """

    def __init__(self, guides: Sequence[int] = (), step: int = 1) -> None:
        self.guides, self.step = np.array(guides, np.int64), step
        self._taken: list[tuple[Rectangle, int]] = []

    def place(
        self,
        rng: np.random.Generator,
        region: Rectangle,
        keep_out: Sequence[Rectangle],
        plan: Plan,
    ) -> tuple[int, int] | None:
        """A free place of the region for an element; ``None`` where none was found.

        Args:
            keep_out: parts of the region that lie on top of it.
        """
        size = width, height = plan.width, plan.height
        right, bottom = region[2] - EDGE - width, region[3] - EDGE - height
        left, top = region[0] + EDGE, region[1] + EDGE
        if right < left or bottom < top:
            return None
        guides = self.guides[(left <= self.guides) & (self.guides <= right)]
        x = left + rng.integers(0, (right - left) // self.step + 1, TRIES) * self.step
        if len(guides):
            # A few anywhere, for where all guides are taken.
            x[TRIES // 4 :] = rng.choice(guides, TRIES - TRIES // 4)
            x = x[::-1]
        y = top + rng.integers(0, (bottom - top) // self.step + 1, TRIES) * self.step
        free = np.ones(TRIES, bool)
        for other in keep_out:
            free &= _apart(x, y, size, other, EDGE)
        for other, theirs in self._taken:
            free &= _apart(x, y, size, other, max(plan.air, theirs))
        found = np.flatnonzero(free)
        if not len(found):
            return None
        at = int(x[found[0]]), int(y[found[0]])
        self._taken.append(((*at, at[0] + width, at[1] + height), plan.air))
        return at


def _apart(
    x: npt.NDArray[np.int64],
    y: npt.NDArray[np.int64],
    size: tuple[int, int],
    other: Rectangle,
    gap: int,
) -> npt.NDArray[np.bool_]:
    beside = (x + size[0] + gap <= other[0]) | (x >= other[2] + gap)
    above = (y + size[1] + gap <= other[1]) | (y >= other[3] + gap)
    apart: npt.NDArray[np.bool_] = beside | above
    return apart
