"""One sample: detected against the clock, then scored."""

import logging
import time
from dataclasses import replace
from functools import cache

from src.core import Detector, InputError, Instances, Prediction, Row, Sample, Scorer
from src.core.row import ANSWERED, FAILED

log = logging.getLogger(__name__)

ON_DETECTOR_ERROR = ("stop", "count")


def examine(
    sample: Sample, detector: Detector, scorer: Scorer, on_detector_error: str = "stop"
) -> tuple[Prediction, Row]:
    """What the detector finds in a sample, and the scores of that.

    Args:
        on_detector_error: ``stop`` lets an error of the detector through; ``count`` takes it for
            an answer in which nothing was found, and keeps its reason.
    """
    outcome, reason = ANSWERED, ""
    began = time.perf_counter()
    try:
        prediction = detector.detect(sample.picture)
    except Exception as error:
        if on_detector_error == "stop":
            raise
        prediction = Instances.empty(sample.truth.shape)
        outcome, reason = FAILED, reason_of(error)
    seconds = time.perf_counter() - began
    if prediction.shape != sample.truth.shape:
        raise InputError(
            f"{sample.name}: the prediction is {prediction.shape}, "
            f"the picture {sample.truth.shape}; they must be of one size"
        )
    _compare_names(sample.truth.class_names, prediction.consensus.class_names)
    prediction = prediction.among(sample.truth.class_names)
    row = replace(
        scorer.score(sample, prediction),
        name=sample.name,
        id=sample.id,
        tags=sample.picture.entry.tags,
        outcome=outcome,
        reason=reason,
        seconds=seconds,
    )
    return prediction, row


@cache
def _compare_names(true: tuple[str, ...] | None, predicted: tuple[str, ...] | None) -> None:
    """Say once where truth and prediction call their classes by no common name."""
    if true and predicted and not set(true) & set(predicted):
        log.warning(
            "the truth has the classes %s, the prediction %s: none is shared, so classes are not "
            "told apart", ", ".join(true), ", ".join(predicted),
        )  # fmt: skip


def check_error_handling(scorer: Scorer, on_detector_error: str) -> None:
    """Refuse a word that nobody knows, and errors that the scorer could not count."""
    if on_detector_error not in ON_DETECTOR_ERROR:
        raise InputError(
            f"on_detector_error must be one of {ON_DETECTOR_ERROR}, got {on_detector_error!r}"
        )
    if on_detector_error == "count" and not scorer.takes_errors:
        raise InputError(
            f"on_detector_error=count: {type(scorer).__name__} cannot score a sample without an "
            "answer; set on_detector_error=stop"
        )


def reason_of(error: Exception) -> str:
    """Type and first line of an error."""
    lines = str(error).strip().splitlines()
    return f"{type(error).__name__}: {lines[0]}" if lines else type(error).__name__
