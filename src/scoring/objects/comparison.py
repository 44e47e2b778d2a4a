"""Two label images, compared once: what every object score is made of."""

from collections.abc import Callable
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

ClassOf = Callable[[Column], Column]
"""Ids of objects to their classes."""


@dataclass(frozen=True, eq=False)
class LabelComparison:
    """Label images with their overlap, the pairs and the kinds of errors; make one with ``of``.

    Args:
        pixels: what the objects share, whatever their classes.
        overlap: what objects of one class share; the same where classes are not told apart.
        truth_classes, prediction_classes: (objects,) in the order of the overlap's ids.
    """

    truth: Values
    prediction: Values
    runs: SharedSpans
    pixels: Overlap
    overlap: Overlap
    matching: Matching
    kinds: ErrorKinds
    truth_classes: Column | None = None
    prediction_classes: Column | None = None

    @classmethod
    def of(
        cls,
        truth: npt.NDArray[Any],
        prediction: npt.NDArray[Any],
        *,
        inclusive: bool = True,
        ignore: npt.NDArray[np.bool_] | None = None,
        classes: tuple[ClassOf, ClassOf] | None = None,
    ) -> Self:
        """Compare two label images or volumes, 0 being background.

        Args:
            inclusive: whether an IoU equal to a threshold reaches it.
            ignore: pixels that are as if they did not exist.
            classes: of the objects of either side; objects of two classes are never a pair.
        """
        runs = SharedSpans.of(truth, prediction, ignore=ignore)
        overlap = pixels = Overlap.of_runs(runs)
        true_class = found_class = None
        if classes is not None:
            true_class = classes[0](overlap.truth_ids)
            found_class = classes[1](overlap.prediction_ids)
            alike = true_class[overlap.truth_index] == found_class[overlap.prediction_index]
            overlap = overlap.only(alike)
        truth, prediction = as_labels(truth, stacks=True), as_labels(prediction, stacks=True)
        if ignore is not None:
            truth, prediction = np.where(ignore, 0, truth), np.where(ignore, 0, prediction)
        return cls(
            truth=truth,
            prediction=prediction,
            runs=runs,
            pixels=pixels,
            overlap=overlap,
            matching=match(overlap, inclusive=inclusive),
            kinds=error_kinds(overlap),
            truth_classes=true_class,
            prediction_classes=found_class,
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
