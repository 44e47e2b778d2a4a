"""Where a box lies: fractions of the upright picture, top left and size."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from src.data.refsets.labels.unfit import Unfit, number, shown

ROUNDING = 1e-4
"""By how much an edge may lie outside: boxes that were rounded to four digits do."""

SIDES = ("x", "y", "w", "h")


@dataclass(frozen=True)
class Area:
    """A rectangle in fractions of the width and height of the upright picture."""

    x: float
    y: float
    w: float
    h: float

    def __post_init__(self) -> None:
        if self._is_plain():
            return
        for name in SIDES:
            object.__setattr__(self, name, number(getattr(self, name), name))
        for name in ("w", "h"):
            if getattr(self, name) <= 0:
                raise Unfit(f"must be above 0, got {shown(getattr(self, name))}", (name,))
        for name, size in (("x", self.w), ("y", self.h)):
            near = getattr(self, name)
            far = near + size
            if near < -ROUNDING or far > 1 + ROUNDING:
                raise Unfit(f"the box reaches from {near:g} to {far:g}, outside 0 to 1", (name,))

    def _is_plain(self) -> bool:
        """Whether all is well at a glance; a set of 100,000 photos has half a million of these."""
        x, y, w, h = self.x, self.y, self.w, self.h
        if not type(x) is type(y) is type(w) is type(h) is float:
            return False
        return x >= 0 and y >= 0 and w > 0 and h > 0 and x + w <= 1 and y + h <= 1

    @classmethod
    def of_json(cls, said: Mapping[str, Any]) -> Self | None:
        """What ``x, y, w, h`` say; ``None`` where all are null: no coordinates were recorded."""
        given = [said.get(name) for name in SIDES]
        if all(side is None for side in given):
            return None
        return cls(*given)  # type: ignore[arg-type]  # checked when it is made

    @classmethod
    def of_pixels(cls, box: npt.ArrayLike, shape: tuple[int, int]) -> Self:
        """The same of an xyxy box in pixels, cut at the edges of its picture."""
        height, width = shape
        x1, y1, x2, y2 = np.clip(np.asarray(box, float), 0, [width, height, width, height])
        return cls(x1 / width, y1 / height, (x2 - x1) / width, (y2 - y1) / height)

    def pixels(self, shape: tuple[int, int]) -> tuple[float, float, float, float]:
        """xyxy pixels of a picture of this height and width, cut at its edges."""
        height, width = shape
        far_x, far_y = min(self.x + self.w, 1.0), min(self.y + self.h, 1.0)
        near_x, near_y = max(self.x, 0.0), max(self.y, 0.0)
        return near_x * width, near_y * height, far_x * width, far_y * height

    def as_json(self) -> dict[str, float]:
        """``x, y, w, h``."""
        return {"x": self.x, "y": self.y, "w": self.w, "h": self.h}


def area_json(area: Area | None) -> dict[str, float | None]:
    """The same; all null where no coordinates were recorded."""
    return dict.fromkeys(SIDES) if area is None else dict(area.as_json())
