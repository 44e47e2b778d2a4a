"""A picture looked at some rows at a time."""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

Labels = npt.NDArray[Any]
Mask = npt.NDArray[np.bool_]

PIXELS = 2**20
"""Of one band: what is made on the way stays in the processor's own memory."""


def by_bands(made: Callable[[Labels], Mask], labels: Labels, reach: int) -> Mask:
    """What a function makes of a picture whose pixels do not look further than a few rows away."""
    rows = max(PIXELS * max(len(labels), 1) // max(labels.size, 1), 1)
    if rows >= len(labels):
        return made(labels)
    whole = np.empty(labels.shape, np.bool_)
    for low in range(0, len(labels), rows):
        first = max(low - reach, 0)
        band = made(labels[first : low + rows + reach])
        whole[low : low + rows] = band[low - first : low - first + rows]
    return whole
