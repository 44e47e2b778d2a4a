"""What the detections of an evaluation cost: time, and errors."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from src.core import Directions, Row, Scorecard
from src.core.row import ANSWERED, FAILED

LATENCIES = {"latency_p50_ms": 50, "latency_p95_ms": 95}
"""Time to percentile of the milliseconds that an answer took."""

DETECTOR_ERRORS = "detector_errors"

DIRECTIONS = Directions.of_names(lower=(*LATENCIES, DETECTOR_ERRORS))


def with_costs(card: Scorecard, rows: Sequence[Row], on_detector_error: str) -> Scorecard:
    """The card with latencies, ``nan`` where nothing was answered, and errors where they count.

    An error is no answer: a detector that fails at once is not a fast one.
    """
    seconds = [row.seconds for row in rows if row.outcome == ANSWERED]
    percentiles = np.percentile(seconds, [*LATENCIES.values()]) if seconds else [np.nan, np.nan]
    times = dict(zip(LATENCIES, 1000 * np.asarray(percentiles), strict=True))
    metrics = dict(card.metrics)
    if on_detector_error == "count":
        metrics[DETECTOR_ERRORS] = sum(row.outcome == FAILED for row in rows)
    ways = card.directions | DIRECTIONS
    return replace(card, metrics=metrics, times={**card.times, **times}, directions=ways)
