"""Most corrected error for the time."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from annotated_types import Ge, Le
from scipy import ndimage
from scipy.optimize import nnls

from src.core import Entry, InputError, Sample
from src.training.acquisition._base import Pool, Probability, checked, highest
from src.training.lesson import CORRECTIVE, Lesson
from src.training.numbers import check_count, check_finite

EIGHT = np.ones((3, 3), bool)

# Measured, as are the paces below: 241 corrections of synthetic roots and nuclei by
# annotator=rootpainter with clock=seed, after 3 to 8 images.
STROKES_PER_PATCH = 0.5
PAINTED_PER_PIXEL = 15.0

STROKES, SECONDS_PER_STROKE = 5.0, 0.16
PIXELS, SECONDS_PER_PIXEL = 3000.0, 0.0002
"""Two corrections that never were, one of strokes alone and one of pixels alone: what is believed
before the first lesson, and soon outweighed."""


@dataclass(frozen=True)
class ExpectedErrorPerSecond:
    """Takes the image with most error that will be corrected per expected second.

    A pixel of probability p is wrong with probability p where it is taken for background, else
    with 1 - p. People leave specks and the rims of objects as they are and correct patches: these
    probabilities are averaged over ``window``, connected pixels from ``doubt`` on are a patch,
    and the error is their sum over patches.

    Every patch takes strokes, with the way to them, and its area takes paint: the seconds are
    ``overhead + per_stroke * strokes + per_pixel * painted``, whose paces are fitted to the
    corrections so far. Of two images with as much error, that with fewer patches is taken, and
    that whose error is surer; the slower stroke or paint have become, the more it matters.

    Args:
        overhead: seconds that any image takes, however little is wrong.
        window: px, side of the square that is averaged over.
        doubt: mean probability of being wrong from which on a pixel is in a patch.
    """

    candidates: int | None = 16
    overhead: float = 2.0
    window: Annotated[int, Ge(1), Le(1001)] = 3
    doubt: float = 0.25

    def __post_init__(self) -> None:
        checked(self.candidates)
        check_finite("acquisition.overhead", self.overhead)
        if self.overhead <= 0:
            raise InputError(f"acquisition.overhead must be above 0, got {self.overhead}")
        check_count("acquisition.window", self.window, least=1)
        if not 0 < self.doubt < 1:
            raise InputError(f"acquisition.doubt must lie between 0 and 1, got {self.doubt}")

    def choose(self, pool: Pool) -> Entry:
        """The best bargain."""
        per_stroke, per_pixel = paces(pool.lessons)

        def worth(_: Sample, foreground: Probability) -> float:
            wrong = np.where(foreground >= pool.threshold, 1 - foreground, foreground)
            wrong = ndimage.uniform_filter(wrong, self.window, mode="nearest")
            doubtful = wrong >= self.doubt
            strokes = STROKES_PER_PATCH * ndimage.label(doubtful, EIGHT)[1]
            painted = PAINTED_PER_PIXEL * np.count_nonzero(doubtful)
            seconds = self.overhead + per_stroke * strokes + per_pixel * painted
            return float(wrong[doubtful].sum() / seconds)

        return highest(pool, self.candidates, worth)


def paces(lessons: Sequence[Lesson]) -> tuple[float, float]:
    """Seconds per stroke and per painted pixel, by least squares and never negative.

    What an image took whatever was painted, such as looking at it, is fitted too and left out.
    """
    known = [lesson for lesson in lessons if lesson.phase == CORRECTIVE and lesson.saved]
    work = [
        (1, lesson.strokes, lesson.foreground_pixels + lesson.background_pixels) for lesson in known
    ]
    believed = [(0, STROKES, 0), (0, 0, PIXELS)]
    seconds = [STROKES * SECONDS_PER_STROKE, PIXELS * SECONDS_PER_PIXEL]
    seconds += [lesson.seconds for lesson in known]
    (_, per_stroke, per_pixel), _ = nnls(np.array([*believed, *work], float), np.array(seconds))
    return float(per_stroke), float(per_pixel)
