"""What all scribblers share: which regions they scribble in, and how."""

from abc import ABC, abstractmethod
from dataclasses import dataclass, field

import numpy as np

from src.annotators.errors import Ambiguity
from src.annotators.ground import Ground
from src.annotators.hand import Hand
from src.annotators.painter import Painter
from src.annotators.policies._press import press, steady_brush
from src.annotators.policies._regions import Region, as_masks, clear_errors, objects_of
from src.annotators.strokes import Points
from src.core.annotation import BACKGROUND, FOREGROUND, Annotation
from src.geometry.distance import Mask, depth


@dataclass(frozen=True)
class Scribbler(ABC):
    """Draws lines in the largest errors; before any prediction, in the largest objects.

    The three kinds of line are ideas of ScribblePrompt (Wong et al., ECCV 2024). Lines end
    where they would leave the class; a region in which none can be drawn gets a dab.

    Args:
        regions: errors that are corrected; objects of each class in the initial phase.
        radius: px of the brush, where it fits.
    """

    regions: int = 1
    radius: int = 1
    hand: Hand = field(default_factory=Hand)
    ambiguity: Ambiguity = field(default_factory=lambda: Ambiguity(2, 16, 40))

    def __post_init__(self) -> None:
        for name in ("regions", "radius"):
            if not getattr(self, name) >= 1:
                raise ValueError(f"{name} must be at least 1, got {getattr(self, name)}")

    @abstractmethod
    def lines(self, region: Mask, rng: np.random.Generator) -> list[Points]:
        """Lines, (n, 2), to draw in a region, which may touch the border of its window."""

    def initial(self, truth: Mask, rng: np.random.Generator) -> Annotation:
        """Scribble in the largest objects of both classes."""
        mask, _ = as_masks(truth)
        largest = [
            region
            for channel in (FOREGROUND, BACKGROUND)
            for region in objects_of(mask, channel)[: self.regions]
        ]
        return self._scribbled(mask, largest, rng)

    def correct(self, truth: Mask, prediction: Mask, rng: np.random.Generator) -> Annotation | None:
        """Scribble in the largest errors; ``None`` when there is no clear one."""
        mask, seen = as_masks(truth, prediction)
        largest = clear_errors(mask, seen, self.ambiguity)[: self.regions]
        return self._scribbled(mask, largest, rng) if largest else None

    def _scribbled(
        self, truth: Mask, regions: list[Region], rng: np.random.Generator
    ) -> Annotation:
        painter = Painter(truth, self.hand, rng)
        grounds = {
            channel: Ground(depth(painter.canvas.truth[channel]))
            for channel in sorted({region.channel for region in regions})
        }
        for region in regions:
            self._scribble(painter, region, grounds[region.channel])
        return painter.annotation()

    def _scribble(self, painter: Painter, region: Region, ground: Ground) -> None:
        deepest = float(ground.depth[region.centre])
        brush = steady_brush(deepest, self.radius)
        speed = painter.hand.paint_speed(max(region.inscribed - brush.radius, 0.0))
        window, first = region.window(painter.canvas.shape)
        covered = sum(
            painter.draw(line + first, ground, brush, region.channel, speed)
            for line in self.lines(window, painter.rng)
        )
        if not covered:
            press(painter, region, deepest, self.radius)
