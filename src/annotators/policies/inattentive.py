"""Small errors are overlooked."""

from dataclasses import dataclass

import numpy as np
from scipy import ndimage

from src.annotators.objects import EIGHT
from src.annotators.policies._patches import as_masks
from src.annotators.policies._wrapper import Wrapper
from src.core.annotation import Annotation
from src.geometry.distance import Mask


@dataclass(frozen=True)
class InattentiveAnnotator(Wrapper):
    """Another person who overlooks an error with a probability that falls with its size.

    It is ``chance * 0.5 ** (area / half_area)``; what is overlooked looks right.

    Args:
        chance: probability to overlook the smallest error.
        half_area: px of an error that is overlooked half as often.
    """

    chance: float = 0.9
    half_area: float = 50.0

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 0 <= self.chance <= 1:
            raise ValueError(f"chance must be within 0 and 1, got {self.chance}")
        if not self.half_area > 0:
            raise ValueError(f"half_area must be above 0, got {self.half_area}")

    def initial(self, truth: Mask, rng: np.random.Generator) -> Annotation:
        """There is no error yet: as the other person does."""
        return self.base.initial(truth, rng)

    def correct(self, truth: Mask, prediction: Mask, rng: np.random.Generator) -> Annotation | None:
        """Correct the errors that were seen; ``None`` when no clear one was."""
        mask, seen = as_masks(truth, prediction)
        for wrong in (mask & ~seen, seen & ~mask):
            seen = seen ^ self._overlooked(wrong, rng)
        return self.base.correct(mask, seen, rng)

    def _overlooked(self, wrong: Mask, rng: np.random.Generator) -> Mask:
        labels, count = ndimage.label(wrong, EIGHT)
        areas = np.bincount(labels.ravel(), minlength=count + 1)[1:]
        missed = rng.random(count) < self.chance * 0.5 ** (areas / self.half_area)
        overlooked: Mask = np.concatenate([[False], missed])[labels]
        return overlooked
