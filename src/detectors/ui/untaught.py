"""The order of candidates that nobody was taught: what the net is sure of, else what is framed."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from src.detectors.ui import choice, traits
from src.detectors.ui.agreement import SCALES
from src.detectors.ui.sight import LEVELS

Scores = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Untaught:
    """Stands where a ranker will be: for a net that is just being taught, and as a baseline."""

    settings: ClassVar[str] = "untaught"

    def worths(self, known: npt.NDArray[np.float16]) -> npt.NDArray[np.float32]:
        """(n,) whether the net sees this box from all over it; 0 without a net."""
        told = [
            _column(known, f"votes_{level}", traits.NAMES)
            * _column(known, f"vote_present_{level}", traits.NAMES)
            for level in LEVELS
        ]
        return np.asarray(np.max(told, axis=0), np.float32)

    def scores(self, rows: npt.NDArray[np.float32]) -> Scores:
        """(n,) how much a box is what the net sees at the click, or else how well it is framed."""
        seen = [
            np.prod([_column(rows, f"{name}_{level}_{scale}", choice.NAMES)
                     for name in ("iou", "present", "quality")], axis=0)
            for level in LEVELS for scale in range(SCALES)
        ]  # fmt: skip
        framed = _column(rows, "border_least", choice.NAMES) * 0.01
        fit: Scores = np.max(seen, axis=0) + framed
        return np.clip(fit, 0, 1)


def _column(rows: npt.NDArray[np.floating], name: str, names: tuple[str, ...]) -> Scores:
    return rows[:, names.index(name)].astype(np.float64)
