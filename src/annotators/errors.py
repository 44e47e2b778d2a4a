"""Which errors of a prediction a person would correct."""

from dataclasses import dataclass
from typing import Annotated

import numpy as np
from annotated_types import Ge, Le
from scipy import ndimage

from src.annotators.ground import Depth, highest_around
from src.annotators.objects import EIGHT, grown
from src.core.annotation import BACKGROUND
from src.geometry.distance import Mask

# Interiors of fewer pixels do not make a part thick: the crossing of two thin roots has some.
THICK_PIXELS = 20


@dataclass(frozen=True)
class Ambiguity:
    """What is a matter of taste: the rim of a class, but not the centre line of a thin part.

    What lies within the rim of the other class is where either boundary may be right: a
    prediction that is the truth grown by the rim is wrong nowhere, gaps that it closes among
    it. Foreground as thin as that is no rim but an object, and a root that nobody saw is
    missed. Every corner of a thick object is thin as well: there it counts only from a
    certain extent on.

    Args:
        rim: px from the other class within which a pixel is ambiguous.
        spur: px that thin foreground must extend if it hangs on a thick part.
        thin: whether thin foreground counts at all.
    """

    rim: Annotated[float, Ge(0), Le(1000)] = 2.0
    spur: int = 16
    thin: bool = True

    def __post_init__(self) -> None:
        for name in ("rim", "spur"):
            if not getattr(self, name) >= 0:
                raise ValueError(f"{name} must not be negative, got {getattr(self, name)}")

    def clear_errors(self, depth: Depth, seen: Mask, channel: int) -> Mask:
        """Pixels of a class that were not seen as such and want correcting.

        Args:
            depth: of the class in truth.
            seen: the class as predicted.
        """
        core = depth > self.rim
        clear = core & ~seen
        if channel == BACKGROUND or not self.thin:
            return clear
        centre_line = (depth > 0) & ~core & ~seen
        centre_line &= depth >= highest_around(depth)
        if centre_line.any():
            clear |= centre_line & self._missed_parts(depth > 0, core, seen)
        return clear

    def _missed_parts(self, region: Mask, core: Mask, seen: Mask) -> Mask:
        """Thin parts that count, without what was seen of them within the rim.

        A part of which something was seen is displaced there, and not missed.
        """
        interiors, _ = ndimage.label(core, EIGHT)
        thick = np.bincount(interiors.ravel()) >= THICK_PIXELS
        thick[0] = False
        # One pixel more than opening by the rim would give leaves no crumbs at oblique edges.
        opened = grown(thick[interiors], int(self.rim) + 1)
        parts, count = ndimage.label(region & ~opened, EIGHT)
        extents = np.zeros(count + 1, int)
        for number, (rows, columns) in enumerate(ndimage.find_objects(parts), start=1):
            extents[number] = max(rows.stop - rows.start, columns.stop - columns.start)
        hanging = np.zeros(count + 1, bool)
        hanging[parts[grown(opened, 1)]] = True
        counts = extents >= np.where(hanging, max(self.spur, 1), 1)
        partly_seen = np.zeros(count + 1, bool)
        partly_seen[parts[region & seen]] = True
        missed: Mask = counts[parts] & ~(partly_seen[parts] & grown(seen, int(self.rim)))
        return missed
