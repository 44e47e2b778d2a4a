"""The colours of a head: of skin, of hair or cap, of eyes or dark glasses."""

import numpy as np
import numpy.typing as npt

from src.detectors.race.finding import Pixels

SIDE, PADDING = 240, 1.0
"""Px of the upright picture of a head, and what is shown of it round its face, in face widths."""

Part = tuple[float, float, float, float]
"""Left, right, top and bottom, in shares of that picture."""

NOSE: Part = (0.42, 0.58, 0.47, 0.56)
TOP: Part = (0.40, 0.60, 0.16, 0.26)
EYES: Part = (0.36, 0.64, 0.395, 0.44)

DARK = 4.0
"""Grey values that are added before logarithms are taken: below it is noise."""

SPREAD = np.array([0.09, 0.10, 0.26, 0.52, 0.63, 0.22])
"""Deviation of each number among rendered heads, so that all count alike."""

LENGTH = len(SPREAD)

Numbers = npt.NDArray[np.float64]


def complexion(head: Pixels) -> Numbers:
    """Redness and blueness of the skin; those of what is above it, against the skin's; how bright
    that is, and the eyes are, against the skin.

    Logarithms of ratios, so that the light on a photo changes them little.
    """
    levels = np.log(head.astype(np.float64) + DARK)
    red, green, blue = (levels[..., place] for place in range(3))
    redness, blueness = red - green, blue - green
    skin = np.array([_middle(own, NOSE) for own in (redness, blueness)])
    above = np.array([_middle(own, TOP) for own in (redness, blueness)]) - skin
    bright = np.array([_middle(green, own) for own in (TOP, EYES)]) - _middle(green, NOSE)
    return np.asarray(np.concatenate([skin, above, bright]) / SPREAD)


def _middle(values: Numbers, part: Part) -> float:
    left, right, top, bottom = (int(SIDE * share) for share in part)
    return float(np.median(values[top:bottom, left:right]))
