"""What the model sees of a picture before it is annotated, and what came of it."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from src.core import Annotation, Picture, Sample
from src.training.lesson import Lesson

Probability = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Sight:
    """What the best model so far sees in a picture.

    Args:
        threshold: foreground is at least this probable.
        after: how many images it has learned from.
    """

    probabilities: Callable[[Picture], Probability]
    threshold: float
    after: int = 0

    def foreground(self, picture: Picture) -> npt.NDArray[np.bool_]:
        """What the annotator is shown."""
        return self.probabilities(picture) >= self.threshold


@dataclass(frozen=True, eq=False)
class Shown:
    """An image the annotator has just dealt with, for whoever wants to see it."""

    lesson: Lesson
    sample: Sample
    prediction: npt.NDArray[np.bool_] | None
    annotation: Annotation | None
