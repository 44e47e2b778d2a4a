"""By what configurations are ranked, and which way that is better."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from src.core import Direction, InputError, Interval
from src.scoring.learning.efficiency import LearningCurve
from src.scoring.learning.ranking import Place
from src.tracking import keys
from src.tracking.archive import PastRun
from src.tracking.compare.configurations import Configuration
from src.tracking.compare.differences import common_direction

ByRun = Mapping[str, float]
"""Id of a run to its number; ``nan`` where it has none."""


@dataclass(frozen=True)
class Question:
    """By what to rank.

    Args:
        smallest: whether a smaller number is better.
        budget: simulated seconds of AUBC and capped times, taken anew; ``None`` as recorded.
    """

    metric: str = keys.AREA
    smallest: bool = False
    budget: float | None = None

    @classmethod
    def about(
        cls,
        runs: Sequence[PastRun],
        metric: str,
        smallest: bool | None = None,
        budget: float | None = None,
    ) -> "Question":
        """The way that the runs say is better, unless ``smallest`` tells."""
        if smallest is None:
            way = common_direction(metric, runs)
            if way in (None, Direction.NEITHER):
                raise InputError(
                    f"These runs do not say which way {metric} is better: "
                    "pass --largest or --smallest"
                )
            smallest = way is Direction.LOWER
        return cls(metric, smallest, budget)

    @property
    def timed(self) -> bool:
        """Whether another clock changes the answer."""
        return self.bounded or self.metric.startswith(keys.SECONDS_TO)

    @property
    def bounded(self) -> bool:
        """Whether another budget changes the answer."""
        return self.metric.startswith((keys.AREA, keys.CAPPED_SECONDS_TO))

    def scores(self, contenders: Sequence[Configuration], numbers: ByRun) -> list[list[float]]:
        """A row per configuration, greater being better."""
        sign = -1 if self.smallest else 1
        return [[sign * numbers[run.id] for run in contender.runs] for contender in contenders]

    def unsigned(self, place: Place) -> Place:
        """The place of such scores with the numbers of the metric itself."""
        if not self.smallest:
            return place
        ends = place.interval and Interval(-place.interval.high, -place.interval.low)
        return replace(place, mean=-place.mean, middle=-place.middle, interval=ends)

    def of_curve(self, curve: LearningCurve, run: PastRun) -> float:
        """The metric of a learning curve."""
        budget = self.budget or float(run.parameters[keys.BUDGET])
        if self.metric == keys.AREA:
            return curve.area(budget)
        level = float(self.metric.rpartition("_")[2])
        return curve.capped_seconds_to(level, budget) if self.bounded else curve.seconds_to(level)
