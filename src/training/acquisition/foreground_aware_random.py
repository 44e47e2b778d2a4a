"""At random among images that seem to hold something."""

from dataclasses import dataclass

from src.core import Entry, InputError
from src.training.acquisition._base import Pool, checked


@dataclass(frozen=True)
class ForegroundAwareRandom:
    """Takes the first drawn image in which the model sees at least ``minimum`` foreground.

    Args:
        minimum: share of pixels predicted as foreground.
    """

    minimum: float = 0.002
    candidates: int | None = 16

    def __post_init__(self) -> None:
        checked(self.candidates)
        if not 0 <= self.minimum <= 1:
            raise InputError(f"acquisition.minimum must lie in [0, 1], got {self.minimum}")

    def choose(self, pool: Pool) -> Entry:
        """The first with foreground, or the first of all when none has."""
        drawn = pool.drawn(self.candidates)
        if pool.foreground is not None:
            for entry in drawn:
                seen = pool.foreground(pool.read(entry)) >= pool.threshold
                if seen.mean() >= self.minimum:
                    return entry
        return drawn[0]
