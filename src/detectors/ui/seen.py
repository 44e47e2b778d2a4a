"""What is kept of a screenshot once its pixels have been looked at."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from src.detectors.ui.sight import Sight
from src.geometry.boxes import Boxes

Traits = npt.NDArray[np.float16]
"""(n, traits.NAMES)."""


@dataclass(frozen=True, eq=False)
class Seen:
    """Candidates of a screenshot with what is known of each, and what the net saw.

    Args:
        shape: height and width in px.
        boxes: of the candidates, xyxy px.
        sources: (n,) bits of ``candidates.SOURCES``.
        traits: (n, ``traits.NAMES``) what is known of each, whoever asks.
        worth: (n,) how probably each is an element at all.
        elements: (k,) the candidates that the screen seems to consist of, the surest first.
        lines: of text, as tight as their ink.
        unit: height of the text of this screen in ordinary ones.
        sight: what the net saw; ``None`` without a net.
        texts: what the lines say; ``None`` where nobody read them.
    """

    shape: tuple[int, int]
    boxes: Boxes
    sources: npt.NDArray[np.int64]
    traits: Traits
    worth: npt.NDArray[np.float32]
    elements: npt.NDArray[np.int64]
    lines: Boxes
    unit: float
    sight: Sight | None = None
    texts: tuple[str, ...] | None = None
