"""In random order."""

from dataclasses import dataclass

from src.core import Entry
from src.training.acquisition._base import Pool


@dataclass(frozen=True)
class Random:
    """Takes any image with equal probability."""

    def choose(self, pool: Pool) -> Entry:
        """One drawn at random."""
        return pool.drawn(1)[0]
