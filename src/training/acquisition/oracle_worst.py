"""The yardstick: knows the truth."""

from dataclasses import dataclass

import numpy as np

from src.core import Entry, Sample
from src.geometry.masks import foreground
from src.training.acquisition._base import Pool, Probability, checked, highest


@dataclass(frozen=True)
class OracleWorst:
    """Takes the image with most wrong pixels, which no real method can know.

    No method finds more error; whether the model learns most from it is another question.

    Args:
        candidates: ``None`` for all images; the worst of fewer is not the worst.
    """

    candidates: int | None = None

    def __post_init__(self) -> None:
        checked(self.candidates)

    def choose(self, pool: Pool) -> Entry:
        """The worst."""

        def wrong(sample: Sample, seen: Probability) -> float:
            return float(np.count_nonzero((seen >= pool.threshold) != foreground(sample.truth)))

        return highest(pool, self.candidates, wrong)
