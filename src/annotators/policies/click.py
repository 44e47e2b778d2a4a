"""The robot user of interactive segmentation: clicks where most is wrong."""

from dataclasses import dataclass, field

import numpy as np

from src.annotators.errors import Ambiguity
from src.annotators.hand import Hand
from src.annotators.painter import Painter
from src.annotators.policies._press import press
from src.annotators.policies._regions import Region, as_masks, clear_errors, objects_of
from src.core.annotation import BACKGROUND, FOREGROUND, Annotation
from src.geometry.distance import Mask, depth


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
    radius: int = 5
    hand: Hand = field(default_factory=Hand)
    ambiguity: Ambiguity = field(default_factory=lambda: Ambiguity(2, 16, 40))

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

    def _clicked(self, truth: Mask, regions: list[Region], rng: np.random.Generator) -> Annotation:
        painter = Painter(truth, self.hand, rng)
        depths = {channel: depth(mask) for channel, mask in painter.canvas.truth.items()}
        for region in regions:
            press(painter, region, float(depths[region.channel][region.centre]), self.radius)
        return painter.annotation()


def _widest(regions: list[Region]) -> list[Region]:
    return sorted(regions, key=lambda region: -region.inscribed)
