"""What a strategy may know when it chooses."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from src.core import Entry, InputError, Sample
from src.training.lesson import Lesson

Probability = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Pool:
    """The images that nobody has looked at yet, and what may be asked about them.

    Args:
        read: an entry with its pixels.
        foreground: probability of foreground per pixel by the best model; ``None`` before
            there is one.
        lessons: what happened so far.
        rng: for this one choice.
        threshold: from which probability on the model takes a pixel for foreground.
    """

    entries: Sequence[Entry]
    read: Callable[[Entry], Sample]
    foreground: Callable[[Sample], Probability] | None
    lessons: Sequence[Lesson]
    rng: np.random.Generator
    threshold: float = 0.5

    def drawn(self, count: int | None) -> list[Entry]:
        """``count`` images, drawn at random, or all: asking the model about many takes long."""
        order = self.rng.permutation(len(self.entries))[:count]
        return [self.entries[index] for index in order]


class Acquisition(Protocol):
    """Chooses the next image."""

    def choose(self, pool: Pool) -> Entry:
        """One of the pool's entries; the pool is not empty."""


def checked(candidates: int | None) -> None:
    """Refuse what is no number of images to look at; ``None`` for all."""
    if candidates is None:
        return
    if not isinstance(candidates, int) or candidates < 1:
        raise InputError(
            "acquisition.candidates must be a whole number from 1 on, or null for all images, "
            f"got {candidates}"
        )


def highest(
    pool: Pool, candidates: int | None, worth: Callable[[Sample, Probability], float]
) -> Entry:
    """The drawn image that is worth most; a random one before there is a model."""
    drawn = pool.drawn(candidates)
    if pool.foreground is None:
        return drawn[0]
    values = []
    for entry in drawn:
        sample = pool.read(entry)
        values.append(worth(sample, pool.foreground(sample)))
    return drawn[int(np.argmax(values))]
