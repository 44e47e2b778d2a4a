"""Everything is painted: the upper bound of what an annotation can tell."""

from dataclasses import dataclass, field

import numpy as np

from src.annotators.brush import Brush
from src.annotators.errors import Ambiguity
from src.annotators.painter import Painter
from src.annotators.policies._patches import as_masks
from src.annotators.policies._wrapper import Wrapper
from src.annotators.rootpainter import RootPainterAnnotator
from src.core.annotation import Annotation
from src.geometry.distance import Mask


@dataclass(frozen=True)
class DenseAnnotator(Wrapper):
    """Paints every pixel of both classes, whatever was predicted.

    Args:
        base: whose raster lines fill the classes; for it no pixel is ambiguous.
    """

    base: RootPainterAnnotator = field(
        default_factory=lambda: RootPainterAnnotator(ambiguity=Ambiguity(0, 0))
    )

    def initial(self, truth: Mask, rng: np.random.Generator) -> Annotation:
        """Paint everything."""
        mask, _ = as_masks(truth)
        painter = Painter(mask, self.hand, rng, self.base.dab_spacing)
        self.base.corrective_phase.paint(painter, ~mask)
        for channel, blank in painter.canvas.blank.items():
            speed = painter.hand.min_paint_speed
            painter.stroke(back_and_forth(blank), Brush(0), channel, speed)
        return painter.annotation()

    def correct(self, truth: Mask, prediction: Mask, rng: np.random.Generator) -> Annotation | None:
        """Paint everything; ``None`` when nothing at all is wrong."""
        mask, seen = as_masks(truth, prediction)
        return None if np.array_equal(mask, seen) else self.initial(mask, rng)


def back_and_forth(mask: Mask) -> list[tuple[int, int]]:
    """All pixels of a mask, row after row, every other row from right to left."""
    rows, columns = np.nonzero(mask)
    order = np.lexsort((np.where(rows % 2, -columns, columns), rows))
    return [*zip(rows[order].tolist(), columns[order].tolist(), strict=True)]
