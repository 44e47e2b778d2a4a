"""Numbers that may be told twice: the store has each of them once, and the newest last."""

import math
import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from src.tracking import keys

if TYPE_CHECKING:
    from mlflow.entities import Metric

Moments = dict[str, int]
"""What a number was at one step, to the time stamp that it has in the store."""


class Numbers:
    """Says of every number whether it is news, and gives it a time stamp that is always the same.

    MLflow's stores take a number with the same step, time and value for the same number. A run
    that goes on tells some numbers again, and cannot know whether the last request of the process
    before was still kept: with times from the clock each would be there twice.

    Args:
        began: when the run did, in milliseconds.
        stored: what the store has of a name.
        attempt: how many processes have worked on the run before.
    """

    def __init__(
        self, began: int, stored: Callable[[str], Iterable["Metric"]], attempt: int = 0
    ) -> None:
        self._began, self._stored, self._attempt = began, stored, attempt
        self._known: dict[str, dict[int, Moments]] = {}
        self._timed: set[str] = set()

    def news(self, name: str, value: float, step: int) -> "Metric | None":
        """The number as it is to be kept; ``None`` where the store has it.

        Another value of the same step comes after the first. Wall time differs with every process:
        it is kept as it was told first, and its step is the attempt, so that what a dead process
        told and the store is late to keep is no second number of the same step.
        """
        from mlflow.entities import Metric

        own = self._history(name)
        if name.startswith(keys.TIME) and step == 0:
            if name in self._timed:
                return None
            step = self._attempt
        moments = own.setdefault(step, {})
        if _written(value) in moments:
            return None
        moment = max(moments.values(), default=self._began + step - 1) + 1
        moments[_written(value)] = moment
        return Metric(name, value, moment, step)

    def _history(self, name: str) -> dict[int, Moments]:
        if name not in self._known:
            own = self._known[name] = {}
            for metric in self._stored(name):
                own.setdefault(metric.step, {})[_written(metric.value)] = metric.timestamp
                if name.startswith(keys.TIME):
                    self._timed.add(name)
        return self._known[name]


def _written(value: float) -> str:
    """By what a number is known again: ``nan`` is no equal of itself, and SQL has no infinity."""
    most = sys.float_info.max
    return "nan" if math.isnan(value) else repr(max(-most, min(most, value)))
