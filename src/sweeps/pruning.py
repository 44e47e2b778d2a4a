"""Stopping a trial that others have left behind, after any of its images."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import optuna
from optuna.storages import RDBStorage
from optuna.study import StudyDirection

from src.core import Pruned
from src.scoring.learning.efficiency import LearningCurve
from src.tracking import keys


class Pruning:
    """Reports every measured image to the trial, and stops it where the pruner says so.

    The report is the test F1; where the study is about AUBC, which also counts seconds, it is the
    AUBC as if annotation ended there. A study that minimises is told what is missing to 1.

    Args:
        budget: simulated seconds over which AUBC is taken.
    """

    def __init__(
        self, study: optuna.Study, storage: RDBStorage, trial_id: int, budget: float
    ) -> None:
        self._study, self._storage, self._id, self._budget = study, storage, trial_id, budget
        self._seconds: list[float] = []
        self._scores: list[float] = []

    def __call__(self, row: Mapping[str, Any]) -> None:
        """Report the row of an image; raises ``Pruned`` where the trial is to end."""
        if "test_f1" not in row:
            return
        self._seconds.append(float(row["total_seconds"]))
        self._scores.append(float(np.nan_to_num(row["test_f1"])))
        step, value = int(row["step"]), self._value()
        self._storage.set_trial_intermediate_value(self._id, step, value)
        if self._study.pruner.prune(self._study, self._storage.get_trial(self._id)):
            raise Pruned(f"after {step} images at test F1 {self._scores[-1]:.3f}")

    def _value(self) -> float:
        value = self._scores[-1]
        if self._study.metric_names == [keys.AREA]:
            curve = LearningCurve(np.array(self._seconds), np.array(self._scores))
            value = curve.area(self._budget)
        return 1 - value if self._study.direction == StudyDirection.MINIMIZE else value
