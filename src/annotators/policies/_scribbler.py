"""What all scribblers share: which patches they scribble in, and how."""

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Annotated

import numpy as np
from annotated_types import Ge, Le

from src.annotators.errors import Ambiguity
from src.annotators.hand import Hand
from src.annotators.painter import Painter
from src.annotators.policies._patches import Patch, as_masks, clear_errors, objects_of
from src.annotators.policies._press import press, steady_brush
from src.annotators.strokes import Points
from src.core.annotation import BACKGROUND, FOREGROUND, Annotation
from src.geometry.distance import Mask


@dataclass(frozen=True)
class Scribbler(ABC):
    """Draws lines in the largest errors; before any prediction, in the largest objects.

    The three kinds of line are ideas of ScribblePrompt (Wong et al., ECCV 2024). Lines end
    where they would leave the class; a patch in which none can be drawn gets a dab.

    Args:
        patches: errors that are corrected; objects of each class in the initial phase.
        radius: px of the brush, where it fits.
    """

    patches: int = 1
    radius: Annotated[int, Ge(1), Le(1000)] = 1
    hand: Hand = field(default_factory=Hand)
    ambiguity: Ambiguity = field(default_factory=Ambiguity)

    def __post_init__(self) -> None:
        for name in ("patches", "radius"):
            if not getattr(self, name) >= 1:
                raise ValueError(f"{name} must be at least 1, got {getattr(self, name)}")

    @abstractmethod
    def lines(self, patch: Mask, rng: np.random.Generator) -> list[Points]:
        """Lines, (n, 2), to draw in a patch, which may touch the border of its window."""

    def initial(self, truth: Mask, rng: np.random.Generator) -> Annotation:
        """Scribble in the largest objects of both classes."""
        mask, _ = as_masks(truth)
        largest = [
            patch
            for channel in (FOREGROUND, BACKGROUND)
            for patch in objects_of(mask, channel)[: self.patches]
        ]
        return self._scribbled(mask, largest, rng)

    def correct(self, truth: Mask, prediction: Mask, rng: np.random.Generator) -> Annotation | None:
        """Scribble in the largest errors; ``None`` when there is no clear one."""
        mask, seen = as_masks(truth, prediction)
        largest = clear_errors(mask, seen, self.ambiguity)[: self.patches]
        return self._scribbled(mask, largest, rng) if largest else None

    def _scribbled(self, truth: Mask, patches: list[Patch], rng: np.random.Generator) -> Annotation:
        painter = Painter(truth, self.hand, rng)
        for patch in patches:
            self._scribble(painter, patch)
        return painter.annotation()

    def _scribble(self, painter: Painter, patch: Patch) -> None:
        deepest = float(painter.ground(patch.channel).depth[patch.centre])
        brush = steady_brush(deepest, self.radius)
        speed = painter.hand.paint_speed(max(patch.inscribed - brush.radius, 0.0))
        window, first = patch.window(painter.canvas.shape)
        blank = painter.canvas.left(patch.channel)
        for line in self.lines(window, painter.rng):
            painter.draw(line + first, brush, patch.channel, speed, joined=False)
        if painter.canvas.left(patch.channel) == blank:
            press(painter, patch, deepest, self.radius)
