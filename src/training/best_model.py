"""The model that teaching keeps so far."""

import math
from collections.abc import Callable, Sequence
from typing import Generic, Protocol, TypeVar

from src.core import Picture
from src.training.sight import Probability
from src.training.tiles import AnnotatedPicture

KEEPS = ("best", "newest")
"""Which model teaching keeps: the best on the validation annotations, or the newest."""

CALM = "lower trainer.optimizer.lr or set trainer.gradient_clip"


class Seer(Protocol):
    """A model that has learned."""

    @property
    def threshold(self) -> float:
        """Foreground is at least this probable."""

    def probabilities(self, picture: Picture) -> Probability:
        """(height, width) float32: how probable foreground is."""


Model = TypeVar("Model", bound=Seer)


class BestModel(Generic[Model]):
    """The best model so far, compared on the validation set as it is now.

    Args:
        score: validation F1 of a model; ``nan`` where it is undefined.
    """

    def __init__(self, score: Callable[[Model, Sequence[AnnotatedPicture]], float]) -> None:
        self.score = score
        self.model: Model | None = None
        self.f1 = math.nan
        self.scored_on = 0

    def loses_to(self, f1: float, validation: Sequence[AnnotatedPicture]) -> bool:
        """Whether a model of this F1 is as good; where the set has grown, both must face it.

        A tie goes to the newer model: it has learned from more.
        """
        if self.model is not None and len(validation) > self.scored_on:
            self.f1 = self.score(self.model, validation)
        self.scored_on = len(validation)
        return self.model is None or math.isnan(self.f1) or f1 >= self.f1

    def replace_with(self, model: Model, f1: float) -> None:
        """A new best one; it must not change any more."""
        self.model, self.f1 = model, f1
