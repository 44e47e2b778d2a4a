"""The robot user of interactive segmentation: clicks where most is wrong."""

from dataclasses import dataclass, field
from typing import Annotated

import numpy as np
from annotated_types import Ge, Le

from src.annotators.errors import Ambiguity
from src.annotators.hand import Hand
from src.annotators.painter import Painter
from src.annotators.policies._patches import Patch, as_masks, clear_errors, objects_of
from src.annotators.policies._press import press
from src.core.annotation import BACKGROUND, FOREGROUND, Annotation
from src.geometry.distance import Mask


@dataclass(frozen=True)
class ClickAnnotator:
    """Clicks on the deepest pixel of the widest errors, as the robot user of RITM does.

    RITM (Sofiiuk et al. 2021) predicts anew after every click; several clicks on one
    prediction go to so many different errors.

    Args:
        clicks: errors that are clicked on; objects in the initial phase.
        radius: px of a dab, where it fits.
    """

    clicks: int = 1
    radius: Annotated[int, Ge(1), Le(1000)] = 5
    hand: Hand = field(default_factory=Hand)
    ambiguity: Ambiguity = field(default_factory=Ambiguity)

    def __post_init__(self) -> None:
        for name in ("clicks", "radius"):
            if not getattr(self, name) >= 1:
                raise ValueError(f"{name} must be at least 1, got {getattr(self, name)}")

    def initial(self, truth: Mask, rng: np.random.Generator) -> Annotation:
        """Click on the widest objects, and once on the background."""
        mask, _ = as_masks(truth)
        objects = _widest(objects_of(mask, FOREGROUND))[: self.clicks]
        background = _widest(objects_of(mask, BACKGROUND))[:1]
        return self._clicked(mask, objects + background, rng)

    def correct(self, truth: Mask, prediction: Mask, rng: np.random.Generator) -> Annotation | None:
        """Click on the widest errors; ``None`` when there is no clear one."""
        mask, seen = as_masks(truth, prediction)
        errors = _widest(clear_errors(mask, seen, self.ambiguity))[: self.clicks]
        return self._clicked(mask, errors, rng) if errors else None

    def _clicked(self, truth: Mask, patches: list[Patch], rng: np.random.Generator) -> Annotation:
        painter = Painter(truth, self.hand, rng)
        for patch in patches:
            deepest = float(painter.ground(patch.channel).depth[patch.centre])
            press(painter, patch, deepest, self.radius)
        return painter.annotation()


def _widest(patches: list[Patch]) -> list[Patch]:
    return sorted(patches, key=lambda patch: -patch.inscribed)
