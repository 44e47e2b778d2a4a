"""In the order of the dataset."""

from dataclasses import dataclass

from src.core import Entry
from src.training.acquisition._base import Pool


@dataclass(frozen=True)
class Sequential:
    """Takes the first image that is left, as a person pressing "next" does."""

    def choose(self, pool: Pool) -> Entry:
        """The first."""
        return pool.entries[0]
