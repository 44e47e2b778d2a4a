"""Which of several runs learns faster, and whether the difference is more than chance."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from src.core import Interval
from src.scoring.learning.efficiency import LearningCurve
from src.scoring.learning.ranking import improvement
from src.tracking import keys
from src.tracking.archive import PastRun


@dataclass(frozen=True)
class LearningRow:
    """How fast one run learns, and how that relates to the first.

    Args:
        areas: mean test F1 over the budget (AUBC), one per seed.
        difference: of the mean areas, to the first run.
        improvement: probability that a seed of this run learns faster than one of the first;
            ``None`` where either has one seed.
    """

    name: str
    areas: tuple[float, ...]
    difference: float
    improvement: float | None = None
    interval: Interval | None = None
    conclusive: bool = False

    @property
    def area(self) -> float:
        """Mean over seeds."""
        return float(np.mean(self.areas))


def compare_learning(
    names: Sequence[str], curves: Sequence[Sequence[LearningCurve]], budget: float
) -> tuple[LearningRow, ...]:
    """Every run against the first, within the same budget of simulated seconds."""
    areas = [tuple(curve.area(budget) for curve in seeds) for seeds in curves]
    first = areas[0]
    rows = [LearningRow(names[0], first, 0.0)]
    for name, own in zip(names[1:], areas[1:], strict=True):
        difference = float(np.mean(own) - np.mean(first))
        chance = improvement(own, first)
        if chance is None:
            rows.append(LearningRow(name, own, difference))
        else:
            known = (chance.chance, chance.interval, chance.conclusive)
            rows.append(LearningRow(name, own, difference, *known))
    return tuple(rows)


def shared_budget(runs: Sequence[PastRun]) -> float | None:
    """The simulated seconds that all of these runs had; ``None`` where one had no budget."""
    budgets = [float(run.parameters.get(keys.BUDGET, "nan")) for run in runs]
    return min(budgets) if all(budget > 0 for budget in budgets) else None
