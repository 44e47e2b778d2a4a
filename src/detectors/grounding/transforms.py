"""Other ways to show a method the same pixels, tried in turn."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Protocol, runtime_checkable

from annotated_types import Ge, Le

from src.core import Answer
from src.core.answers import FOUND
from src.detectors.grounding.method import Pixels

UNCHANGED = "none"


@runtime_checkable
class Transform(Protocol):
    """Changes how a window looks, and perhaps its size, never what lies where in it."""

    @property
    def name(self) -> str:
        """What an answer says was used."""

    def __call__(self, pixels: Pixels) -> Pixels:
        """Other pixels of the same window."""


@dataclass(frozen=True)
class Transforms:
    """The picture as it is, then each transform in order, until an answer is sure enough.

    Args:
        confident: score from which on nothing else is tried; an answer without a score is taken
            as it comes, since no other could be told to be better.
    """

    steps: Sequence[Transform] = ()
    confident: Annotated[float, Ge(0), Le(1)] = 0.0

    def __iter__(self) -> Iterator[Transform | None]:
        return iter((None, *self.steps))

    def enough(self, answer: Answer) -> bool:
        """Whether to stop here."""
        return answer.outcome == FOUND and not answer.score < self.confident
