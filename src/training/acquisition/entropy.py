"""Where the model is least sure."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from src.core import Entry
from src.training.acquisition._base import Pool, checked, highest


def mean_entropy(foreground: npt.NDArray[np.float32]) -> float:
    """Mean binary entropy of the pixels, in bits."""
    p = np.clip(foreground.astype(np.float64), 1e-12, 1 - 1e-12)
    return float(-(p * np.log2(p) + (1 - p) * np.log2(1 - p)).mean())


@dataclass(frozen=True)
class Entropy:
    """Takes the image with the highest mean entropy of its foreground probability."""

    candidates: int | None = 16

    def __post_init__(self) -> None:
        checked(self.candidates)

    def choose(self, pool: Pool) -> Entry:
        """The least sure."""
        return highest(pool, self.candidates, lambda _, foreground: mean_entropy(foreground))
