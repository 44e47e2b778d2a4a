"""The pictures that a run keeps: its worst and its best samples."""

import math
import re
from dataclasses import dataclass

from src.core import Instances, Sample
from src.tracking.panels import panel
from src.tracking.pictures import eight_bit, overlay
from src.tracking.run import Run

__all__ = ["Extremes", "Ranked", "eight_bit", "log_overlays", "overlay", "panel"]


@dataclass(frozen=True, eq=False)
class Ranked:
    """A sample with its prediction and what that scored."""

    score: float
    sample: Sample
    prediction: Instances


class Extremes:
    """Keeps the ``k`` best and the ``k`` worst of a stream, and nothing of the rest.

    Args:
        by: name of the score, where more is better.
    """

    def __init__(self, k: int = 3, by: str = "f1") -> None:
        if k < 0:
            raise ValueError(f"k must not be negative, got {k}")
        self.k = k
        self.by = by
        self._worst: list[Ranked] = []
        self._best: list[Ranked] = []

    def offer(self, score: float, sample: Sample, prediction: Instances) -> None:
        """Keep the sample while it is among the extremes; an undefined score never is."""
        if math.isnan(score):
            return
        ranked = Ranked(float(score), sample, prediction)
        self._worst = sorted([*self._worst, ranked], key=lambda one: one.score)[: self.k]
        self._best = sorted([ranked, *self._best], key=lambda one: -one.score)[: self.k]

    @property
    def worst(self) -> tuple[Ranked, ...]:
        """From the lowest score up; of equal ones the earlier first."""
        return tuple(self._worst)

    @property
    def best(self) -> tuple[Ranked, ...]:
        """From the highest score down, of equal ones the later first; none is among the worst."""
        return tuple(one for one in self._best if one not in self._worst)


def log_overlays(run: Run, extremes: Extremes, folder: str = "overlays") -> None:
    """Keep a panel of each extreme, as ``overlays/worst_1_<name>.png`` and so on."""
    for end, chosen in (("worst", extremes.worst), ("best", extremes.best)):
        for place, one in enumerate(chosen, start=1):
            name = re.sub(r"[^\w.-]+", "_", one.sample.name)[:80]
            pixels = panel(one.sample, one.prediction, {extremes.by: one.score})
            run.picture(f"{folder}/{end}_{place}_{name}.png", pixels)
