"""Only the largest errors are corrected."""

import math
from dataclasses import dataclass, field

import numpy as np

from src.annotators.errors import Ambiguity
from src.annotators.policies._patches import as_masks, clear_errors
from src.annotators.policies._wrapper import Wrapper
from src.core.annotation import Annotation
from src.geometry.distance import Mask


@dataclass(frozen=True)
class TopErrorsAnnotator(Wrapper):
    """Lets another person correct the largest errors as if all else were right.

    Args:
        count: errors, of either class, by their number of clear pixels.
        share: of all errors, where that is more.
    """

    count: int = 3
    share: float = 0.0
    ambiguity: Ambiguity = field(default_factory=Ambiguity)

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.count >= 1:
            raise ValueError(f"count must be at least 1, got {self.count}")
        if not 0 <= self.share <= 1:
            raise ValueError(f"share must be within 0 and 1, got {self.share}")

    def initial(self, truth: Mask, rng: np.random.Generator) -> Annotation:
        """There is no error yet: as the other person does."""
        return self.base.initial(truth, rng)

    def correct(self, truth: Mask, prediction: Mask, rng: np.random.Generator) -> Annotation | None:
        """Correct the largest errors; ``None`` when there is no clear one."""
        mask, seen = as_masks(truth, prediction)
        errors = clear_errors(mask, seen, self.ambiguity)
        if not errors:
            return None
        largest = errors[: max(self.count, math.ceil(self.share * len(errors)))]
        shown = mask.copy()
        for error in largest:
            cells = tuple(error.pixels.T)
            shown[cells] = seen[cells]
        return self.base.correct(mask, shown, rng)
