"""Most corrected error for the time."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from src.core import Entry, InputError, Sample
from src.training.acquisition._base import Pool, Probability, checked, highest
from src.training.lesson import CORRECTIVE, Lesson


@dataclass(frozen=True)
class ExpectedErrorPerSecond:
    """Takes the image with most expected error pixels per expected second.

    A pixel of probability p is wrong with probability min(p, 1 - p). How many seconds a
    painted pixel takes is learned from the corrections so far.

    Args:
        overhead: seconds that any image takes, however little is wrong.
    """

    candidates: int = 16
    overhead: float = 2.0

    def __post_init__(self) -> None:
        checked(self.candidates)
        if self.overhead <= 0:
            raise InputError(f"acquisition.overhead must be above 0, got {self.overhead}")

    def choose(self, pool: Pool) -> Entry:
        """The best bargain."""
        pace = seconds_per_pixel(pool.lessons)

        def worth(_: Sample, foreground: Probability) -> float:
            error = float(np.minimum(foreground, 1 - foreground).sum())
            return error / (self.overhead + pace * error)

        return highest(pool, self.candidates, worth)


def seconds_per_pixel(lessons: Sequence[Lesson]) -> float:
    """Pace of the corrections so far, 0.01 s per pixel before the first."""
    corrected = [lesson for lesson in lessons if lesson.phase == CORRECTIVE and lesson.saved]
    painted = sum(one.foreground_pixels + one.background_pixels for one in corrected)
    return sum(one.seconds for one in corrected) / painted if painted else 0.01
