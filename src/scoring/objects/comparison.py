"""Two label images, compared once: what every object score is made of."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from src.geometry.overlap import Column, Overlap, SharedSpans
from src.geometry.spans import Values, as_labels
from src.scoring.objects.errors import ErrorKinds, error_kinds
from src.scoring.objects.matching import Matching, match
from src.scoring.objects.spans import ObjectSpans


@dataclass(frozen=True, eq=False)
class LabelComparison:
    """Label images with their overlap, the pairs and the kinds of errors; make one with ``of``."""

    truth: Values
    prediction: Values
    runs: SharedSpans
    overlap: Overlap
    matching: Matching
    kinds: ErrorKinds

    @classmethod
    def of(
        cls,
        truth: npt.NDArray[Any],
        prediction: npt.NDArray[Any],
        *,
        inclusive: bool = True,
        ignore: npt.NDArray[np.bool_] | None = None,
    ) -> Self:
        """Compare two label images, 0 being background.

        Args:
            inclusive: whether an IoU equal to a threshold reaches it.
            ignore: pixels that are as if they did not exist.
        """
        runs = SharedSpans.of(truth, prediction, ignore=ignore)
        overlap = Overlap.of_runs(runs)
        truth, prediction = as_labels(truth), as_labels(prediction)
        if ignore is not None:
            truth, prediction = np.where(ignore, 0, truth), np.where(ignore, 0, prediction)
        return cls(
            truth=truth,
            prediction=prediction,
            runs=runs,
            overlap=overlap,
            matching=match(overlap, inclusive=inclusive),
            kinds=error_kinds(overlap),
        )

    @cached_property
    def truth_runs(self) -> ObjectSpans:
        """The true objects told in runs."""
        return ObjectSpans.of_values(self.runs.truth, self.runs.starts, self.runs.shape)

    def prediction_runs(self, only: Column) -> ObjectSpans:
        """The predicted objects with these ids told in runs."""
        return ObjectSpans.of_values(
            self.runs.prediction, self.runs.starts, self.runs.shape, only=only
        )
